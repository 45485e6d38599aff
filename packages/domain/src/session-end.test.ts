import { expect, test } from 'vitest';

import { idleSeconds, sessionEndsAt, warningSeconds } from './session-end.ts';

const off = { autoLogout: false, autoLogoutIdle: 60 };
const HOUR = 60 * 60 * 1000;

test.each([
  [{ autoLogout: false, autoLogoutIdle: 60 }, 0],
  [{ autoLogout: true, autoLogoutIdle: 60 }, 60],
  [{ autoLogout: true, autoLogoutIdle: 0 }, 0],
  [{ autoLogout: 120, autoLogoutIdle: 60 }, 120],
  [{ autoLogout: 0, autoLogoutIdle: 60 }, 0],
])('part of CFG-18: with %j a customer is signed out after %d idle seconds', (settings, seconds) => {
  expect(idleSeconds(settings)).toBe(seconds);
});

test.each([
  [{ autoLogout: false, autoLogoutIdle: 0 }, 60],
  [{ autoLogout: true, autoLogoutIdle: 0 }, 60],
  [{ autoLogout: 0, autoLogoutIdle: 90 }, 60],
  [{ autoLogout: true, autoLogoutIdle: 90 }, 90],
  [{ autoLogout: 30, autoLogoutIdle: 60 }, 30],
])('on a kiosk with %j a customer is signed out after %d idle seconds in any case', (settings, seconds) => {
  expect(idleSeconds({ ...settings, kiosk: true })).toBe(seconds);
});

test.each([1, 7, 30])(
  'LIMIT-24 FMT-17 a permanent login of %d days ends that many days after it began',
  (days) => {
    const session = { keepLogged: true, loggedInAt: 5 * HOUR, lastActivityTime: 400 * 24 * HOUR };
    expect(sessionEndsAt(session, { ...off, permanentLoginDays: days })).toBe((5 + days * 24) * HOUR);
  },
);

test('a permanent login ends neither without a number of days nor by being idle', () => {
  const session = { keepLogged: true, loggedInAt: 0, lastActivityTime: 0 };
  expect(sessionEndsAt(session, { autoLogout: 60, autoLogoutIdle: 60 })).toBeUndefined();
});

test('any other session ends its idle time after the last activity, and never where there is no idle time', () => {
  const session = { keepLogged: false, loggedInAt: 0, lastActivityTime: 10_000 };
  expect(sessionEndsAt(session, { ...off, autoLogout: true, permanentLoginDays: 7 })).toBe(70_000);
  expect(sessionEndsAt(session, { ...off, permanentLoginDays: 7 })).toBeUndefined();
  expect(sessionEndsAt({ keepLogged: false }, { ...off, autoLogout: true })).toBeUndefined();
});

test.each([
  [60, 20],
  [40, 20],
  [30, 15],
  [10, 5],
])('part of LIMIT-27: of %d idle seconds the last %d have a warning', (idle, warning) => {
  expect(warningSeconds(idle)).toBe(warning);
});
