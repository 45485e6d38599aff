import type { Instant } from './day.ts';

/** The settings that decide when a session ends by itself. */
export type SessionEndSettings = {
  /** How many days a permanent login lasts; without a number it does not end by itself. */
  readonly permanentLoginDays?: number | undefined;
  /** Whether an idle customer is signed out, or after how many seconds. */
  readonly autoLogout: boolean | number;
  /** After how many idle seconds, where `autoLogout` is true. */
  readonly autoLogoutIdle: number;
};

/** The moments of a session that its end follows from. */
export type SessionTimes = {
  /** The login is permanent. */
  readonly keepLogged: boolean;
  readonly loggedInAt?: Instant | undefined;
  readonly lastActivityTime?: Instant | undefined;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_WARNING_SECONDS = 20;

/** After how many idle seconds a customer is signed out; 0 where that never happens. */
export function idleSeconds({ autoLogout, autoLogoutIdle }: SessionEndSettings): number {
  if (autoLogout === true) return autoLogoutIdle;
  return autoLogout === false ? 0 : autoLogout;
}

/**
 * When a session ends by itself; undefined where it does not. A permanent login ends a number of days after it began,
 * whatever the activity. Any other session ends after its idle time.
 */
export function sessionEndsAt(session: SessionTimes, settings: SessionEndSettings): Instant | undefined {
  if (session.keepLogged) {
    const { permanentLoginDays: days } = settings;
    return days === undefined || session.loggedInAt === undefined
      ? undefined
      : session.loggedInAt + days * DAY_MS;
  }
  const idle = idleSeconds(settings);
  return idle === 0 || session.lastActivityTime === undefined
    ? undefined
    : session.lastActivityTime + idle * 1000;
}

/** For how many seconds before an automatic logout a customer is warned: 20, or half of a short idle time. */
export function warningSeconds(idle: number): number {
  return Math.min(LONGEST_WARNING_SECONDS, idle / 2);
}
