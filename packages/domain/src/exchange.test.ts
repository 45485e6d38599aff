import { expect, test } from 'vitest';

import { calendarDay } from './day.ts';
import { mayBeOnExchange, takingsToTell } from './exchange.ts';

const day = calendarDay('2026-11-20');
const order = { orderItem: { mealId: 7, date: day }, cancelStatus: 'NOT_POSSIBLE' } as const;

test.each([
  [{ onExchange: true }, true],
  [{ cancelStatus: 'FOR_EXCHANGE' }, true],
  [{ cancelStatus: 'POSSIBLE' }, false],
  [{}, false],
  [{ onExchange: true, orderItem: { mealId: 8, date: day } }, false],
  [{ onExchange: true, orderItem: { mealId: 7, date: calendarDay('2026-11-21') } }, false],
] as const)('C28 an order with %j may be what stands on exchange of the dish 7: %s', (more, expected) => {
  expect(mayBeOnExchange({ ...order, ...more }, { mealId: 7, date: day })).toBe(expected);
});

test.each([
  [[], undefined, []],
  [[{ id: 10 }], undefined, []],
  [[{ id: 10 }, { id: 20 }], [], [10, 20]],
  [[{ id: 20 }, { id: 10 }], [20], [10]],
  [[{ id: 10 }], [10, 20], []],
  [[{}], [], []],
])('C28 of the takings %j, told of %j, a giver is told %j', (takings, told, expected) => {
  expect(takingsToTell<{ id?: number }>(takings, told).map(({ id }) => id)).toEqual(expected);
});
