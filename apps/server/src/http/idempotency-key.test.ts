import { expect, test } from 'vitest';

import { forceOf, requestHashOf } from './idempotency-key.ts';

test('API-59 another call or another body is another intent', () => {
  const hash = requestHashOf('/cancel', { orderId: 1 });
  expect(requestHashOf('/cancel', { orderId: 1 })).toEqual(hash);
  expect(requestHashOf('/exchange', { orderId: 1 })).not.toEqual(hash);
  expect(requestHashOf('/cancel', { orderId: 2 })).not.toEqual(hash);
  expect(requestHashOf('/cancel', undefined)).not.toEqual(hash);
  expect(requestHashOf('/cancel', [{ orderId: 1 }])).not.toEqual(hash);
});

test('part of API-59: answers to questions make no other intent', () => {
  const hash = requestHashOf('/cancel', { a: 1, b: { c: [1, 2], d: null } });
  expect(requestHashOf('/cancel', { a: 1, b: { c: [1, 2], d: null }, force: 'yes' })).toEqual(hash);
  expect(requestHashOf('/reset', undefined)).toEqual(requestHashOf('/reset', {}));
  expect(requestHashOf('/cancel', { a: 1, b: { c: [2, 1], d: null } })).not.toEqual(hash);
});

test('API-59 the answers are read in their order, of the header, else of the body', () => {
  expect(forceOf('yes, a%2Cb,%C5%BE', undefined)).toEqual(['yes', 'a,b', 'ž']);
  expect(forceOf(undefined, { force: 'yes,a%2Cb' })).toEqual(['yes', 'a,b']);
  expect(forceOf('yes', { force: 'yes' })).toEqual(['yes']);
  for (const body of [undefined, null, 'force', {}, { force: 1 }, { force: '' }])
    expect(forceOf(undefined, body)).toEqual([]);
  expect(() => forceOf('%', undefined)).toThrow('badRequest');
});

test('part of API-59: the order of the names in values of the canteen makes no other intent, but that of a list does', () => {
  const hashOf = (value: unknown) =>
    requestHashOf('/order/cart', { price: 1, additionalData: [{ variableId: 'delivery', value }] });
  const hash = hashOf({ street: 'Long 1', rooms: [{ floor: 1, door: 2 }] });
  expect(hashOf({ rooms: [{ door: 2, floor: 1 }], street: 'Long 1' })).toEqual(hash);
  expect(hashOf({ street: 'Long 1', rooms: [{ floor: 2, door: 1 }] })).not.toEqual(hash);
  expect(hashOf([1, 2])).not.toEqual(hashOf([2, 1]));
});
