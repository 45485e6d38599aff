/** Whether an act of this name may happen now: the first may, those within so many milliseconds after it may not. */
export type Throttle = (name: string, intervalMs: number) => boolean;

/** A throttle by a clock that never goes back, in milliseconds. */
export function createThrottle(now: () => number): Throttle {
  const passedAt = new Map<string, number>();
  return (name, intervalMs) => {
    if (now() - (passedAt.get(name) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false;
    passedAt.set(name, now());
    return true;
  };
}
