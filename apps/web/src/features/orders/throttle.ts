/** Lets the first of several calls pass and drops those that follow within so many milliseconds. */
export function createThrottle(intervalMs: number): (nowMs: number) => boolean {
  let passedAt = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs - passedAt < intervalMs) return false;
    passedAt = nowMs;
    return true;
  };
}
