const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/**
 * How long to wait after so many failures in a row, in ms: from the first on 1 s, doubling up to a minute, and
 * spread by half to either side, so that a server that starts again does not meet everybody at once. `random` is
 * at least 0 and below 1.
 */
export function retryDelayMs(failures: number, random: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS) * (0.5 + random);
}
