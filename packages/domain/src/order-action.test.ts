import { expect, test } from 'vitest';

import { orderAction } from './order-action.ts';
import { cancelStatuses } from './order.ts';

test('DATA-25 every cancel status has its action', () => {
  const actionsOf = (onExchange?: boolean, mayWithdraw = true) =>
    cancelStatuses.map((status) => orderAction({ cancelStatus: status, onExchange }, mayWithdraw));
  expect(actionsOf()).toEqual(['not-possible', 'offer-for-exchange', 'cancel']);
  expect(actionsOf(true)).toEqual(['not-possible', 'take-back', 'cancel']);
  expect(actionsOf(true, false)).toEqual(['not-possible', 'not-possible', 'cancel']);
});
