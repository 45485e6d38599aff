import { durationOfDays, type Instant } from './day.ts';

/** The settings that decide when a session ends by itself. */
export type SessionEndSettings = {
  /** How many days a permanent login lasts; without a number it does not end by itself. */
  readonly permanentLoginDays?: number | undefined;
  /** Whether an idle customer is signed out, or after how many seconds. */
  readonly autoLogout: boolean | number;
  /** After how many idle seconds, where `autoLogout` is true. */
  readonly autoLogoutIdle: number;
  /** The screen is a shared one, where nobody may stay signed in. */
  readonly kiosk?: boolean;
};

/** The moments of a session that its end follows from. */
export type SessionTimes = {
  /** The login is permanent. */
  readonly keepLogged: boolean;
  readonly loggedInAt?: Instant | undefined;
  readonly lastActivityTime?: Instant | undefined;
};

const LONGEST_WARNING_SECONDS = 20;
/** The idle time of a kiosk whose settings have none. */
const KIOSK_SECONDS = 60;

/** After how many idle seconds a customer is signed out; 0 where that never happens. */
export function idleSeconds({ autoLogout, autoLogoutIdle, kiosk = false }: SessionEndSettings): number {
  const idle = autoLogout === true ? autoLogoutIdle : Number(autoLogout);
  return kiosk && idle === 0 ? KIOSK_SECONDS : idle;
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
      : session.loggedInAt + durationOfDays(days);
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
