/** Where lines are logged. */
type Log = Record<'warn' | 'error', (facts: object, line: string) => void>;

/** How often an outage that lasts is told again. */
const TELL_EVERY_MS = 60_000;
/** An outage is over after this time without a failed call, in ms. */
const OVER_AFTER_MS = 5_000;

/** Logs an outage in one line when it begins, one line a minute while it lasts, and one when it ends. */
export type OutageLog = {
  /** A call met the outage. */
  readonly met: (log: Log, error: unknown) => void;
};

const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

/** A log of one kind of outage; `what` is the sentence for it. */
export function createOutageLog(what: string): OutageLog {
  let state: { begunMs: number; lastMs: number; toldMs: number; calls: number } | undefined;

  function watch(log: Log): void {
    setTimeout(() => {
      if (!state) return;
      const now = performance.now();
      const { calls, begunMs, lastMs } = state;
      const seconds = Math.round((lastMs - begunMs) / 1000);
      if (now - lastMs >= OVER_AFTER_MS) {
        log.warn({ calls, seconds }, `no call finds any more that ${what}`);
        state = undefined;
        return;
      }
      if (now - state.toldMs >= TELL_EVERY_MS) {
        log.error({ calls, seconds }, `it is still so that ${what}`);
        state.toldMs = now;
      }
      watch(log);
    }, OVER_AFTER_MS).unref();
  }

  return {
    met(log, error) {
      const now = performance.now();
      if (state) {
        state.calls += 1;
        state.lastMs = now;
        return;
      }
      state = { begunMs: now, lastMs: now, toldMs: now, calls: 1 };
      log.error({ reason: reasonOf(error) }, what);
      watch(log);
    },
  };
}
