/** How long somebody has to wait, in the units that people say it in. */
export type Wait = {
  /** The larger of the units that it is said in. */
  readonly unit: 'seconds' | 'minutes' | 'hours';
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** Up to so many seconds nobody counts in minutes. */
const COUNTED_IN_SECONDS = 90;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A wait in seconds as it is said: minutes beyond a minute and a half, and hours without seconds, never less than it is. */
export function waitOf(seconds: number): Wait {
  if (seconds <= COUNTED_IN_SECONDS) return { unit: 'seconds', hours: 0, minutes: 0, seconds };
  if (seconds < HOUR)
    return { unit: 'minutes', hours: 0, minutes: Math.floor(seconds / MINUTE), seconds: seconds % MINUTE };
  const minutes = Math.ceil(seconds / MINUTE);
  return { unit: 'hours', hours: Math.floor(minutes / MINUTE), minutes: minutes % MINUTE, seconds: 0 };
}
