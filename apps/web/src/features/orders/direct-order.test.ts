import { orders } from '@refectory/contract/orders';
import { calendarDay } from '@refectory/domain/day';
import { unitPrice } from '@refectory/domain/money';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { directOrder } from './direct-order.ts';

const dish = {
  mealId: 7,
  date: calendarDay('2024-03-15'),
  canteenId: 2,
  product: { id: 41 },
  price: unitPrice(33_350),
};
const sent = (...order: Parameters<typeof directOrder>) =>
  z.encode(orders.createDirectOrder.body, directOrder(...order));

test('ORD-07 DATA-09 the order of 2 portions at 3.335 has the price 6.67 and what is ordered, and nothing else', () => {
  expect(sent(dish, 2)).toEqual({
    price: 6.67,
    item: { mealId: 7, date: '2024-03-15', quantity: 2, productId: 41, canteenId: 2 },
  });
});

test('ORD-07 the order of a dish without a product names none', () => {
  const { product: _, ...plain } = dish;
  const item = { mealId: 7, date: '2024-03-15', quantity: 1, canteenId: 2 };
  expect(sent(plain, 1)).toEqual({ price: 3.34, item });
  expect(sent({ ...plain, product: { name: 'Broth' } }, 1)).toEqual({ price: 3.34, item });
});

test('ORD-08 LIMIT-25 the price sent is rounded half up to two decimals, once', () => {
  expect(sent({ ...dish, price: unitPrice(10_050) }, 3).price).toBe(3.02);
  expect(sent({ ...dish, price: unitPrice(459_000) }, 1).price).toBe(45.9);
  expect(sent({ ...dish, price: unitPrice(49) }, 1).price).toBe(0);
  expect(sent({ ...dish, price: unitPrice(50) }, 1).price).toBe(0.01);
});
