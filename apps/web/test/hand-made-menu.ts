import type { FaultAnswer } from '@refectory/server/testing/faults';

/** 08:00 in Prague on the Friday of the seeds' dishes. */
export const FRIDAY_0800 = '2026-11-20T08:00:00+01:00';

/** An answer as some other server might give it, at a moment of that server's clock. */
export function handMade(body: Readonly<Record<string, unknown>>, now = FRIDAY_0800): FaultAnswer {
  return {
    status: 200,
    headers: { date: new Date(now).toUTCString() },
    body: { success: true, ...body },
  };
}

/** A hand-made answer to `canteenmenu`; each dish is put on the Friday unless it says otherwise. */
export function handMadeMenu(
  dishes: readonly Readonly<Record<string, unknown>>[],
  rest: Readonly<Record<string, unknown>> = {},
  now = FRIDAY_0800,
): FaultAnswer {
  const menu = dishes.map((dish, index) => ({
    mealId: index + 1,
    date: '2026-11-20',
    canteenId: 1,
    status: 'AVAILABLE',
    group: 'Main course',
    ...dish,
  }));
  const answer = {
    canteenId: 1,
    timeSpan: 'day',
    filters: [],
    availableDays: [...new Set(menu.map(({ date }) => date))],
    menu,
    serverTime: new Date(now).toISOString(),
  };
  return handMade({ ...answer, ...rest }, now);
}
