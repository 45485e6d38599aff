import type { Instant } from '@refectory/domain/day';

/** A clock for tests. */
export type TestClock = {
  readonly now: () => Instant;
  /** Sets it; it stands still or goes on from there, as it did before. */
  readonly set: (now: Instant) => void;
  readonly advance: (milliseconds: number) => void;
};

/** A clock that stands still until it is moved. */
export function standingClock(begin: Instant): TestClock {
  let at = begin;
  return {
    now: () => at,
    set: (now) => {
      at = now;
    },
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}

/** A clock that goes on from a moment, for browsers that wait for something to happen. */
export function runningClock(begin: Instant): TestClock {
  let shift = begin - Date.now();
  return {
    now: () => Date.now() + shift,
    set: (now) => {
      shift = now - Date.now();
    },
    advance: (milliseconds) => {
      shift += milliseconds;
    },
  };
}
