import { dayAt, type CalendarDay, type Instant } from '@refectory/domain/day';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The server's clock as far as its answers told it; the device's own until then. */
export type ServerClock = {
  /** The moment it is at the server. */
  readonly now: () => Instant;
  /** The moment it was at the server at a moment of the device. */
  readonly at: (deviceTime: Instant) => Instant;
  /** Takes the server's time from an answer that has just arrived, unless the clock is as near already. */
  readonly observe: (serverTime: Instant, toleranceMs?: number) => void;
  /** Ticks whenever what is shown by the clock may have changed. */
  readonly ticks: StoreApi<{ readonly now: Instant; readonly today: CalendarDay }>;
  /** Ends the ticking. */
  readonly stop: () => void;
};

/** Countdowns show whole minutes, so this is often enough. */
const TICK_MS = 5_000;

/** A clock that follows `serverTime` and is read through `deviceNow`, in milliseconds; its days are those of a zone. */
export function createServerClock(deviceNow: () => Instant, zone: string): ServerClock {
  let offset = 0;
  const at = (deviceTime: Instant) => deviceTime + offset;
  const now = () => at(deviceNow());
  const read = () => ({ now: now(), today: dayAt(now(), zone) });
  const ticks = createStore(read);
  const tick = () => ticks.setState(read());
  const timer = setInterval(tick, TICK_MS);
  return {
    now,
    at,
    ticks,
    stop: () => clearInterval(timer),
    observe: (serverTime, toleranceMs = 0) => {
      if (Math.abs(serverTime - now()) <= toleranceMs) return;
      offset = serverTime - deviceNow();
      tick();
    },
  };
}
