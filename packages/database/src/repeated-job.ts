/** A job that a process does at once and then every so often, until it is stopped. */
export type RepeatedJob = {
  readonly start: () => void;
  /** Ends when what is under way has ended. */
  readonly stop: () => Promise<void>;
};

/**
 * A job over the rows of the database. Every process may do it: each takes the rows that no other is at. A turn that is
 * still under way takes the place of the next one. `run` asks `isStopped` between its steps, and never rejects: it knows
 * what a failure is to be logged as.
 */
export function repeatedJob({
  everyMs,
  run,
}: {
  readonly everyMs: number;
  readonly run: (isStopped: () => boolean) => Promise<void>;
}): RepeatedJob {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function runOnce(): Promise<void> {
    try {
      await run(() => stopping.signal.aborted);
    } finally {
      running = undefined;
    }
  }
  const begin = () => void (running ??= runOnce());

  return {
    start() {
      const timer = setInterval(begin, everyMs);
      stopping.signal.addEventListener('abort', () => clearInterval(timer));
      begin();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
