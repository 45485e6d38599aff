import { eq } from 'drizzle-orm';

import type { Database } from '../database.ts';
import { factoryNow, orderOf } from '../factories.ts';
import {
  cancelOrder,
  ownKey,
  placeOrder,
  type OrderChangeInput,
  type OrderInput,
} from '../order-functions.ts';
import { account, orders, stock } from '../schema.ts';

type Dish = Parameters<typeof orderOf>[1];

/**
 * What tests about orders do and look at. Orders are of one portion, made at `factoryNow` under a key of their own,
 * unless `usual` or the single one says otherwise.
 */
export function orderSteps(database: { readonly current: Database }, usual: Partial<OrderInput> = {}) {
  const order = (customerId: number, dish: Dish, input: Partial<OrderInput> = {}) =>
    placeOrder(database.current, orderOf(customerId, dish, { ...usual, ...input }));
  return {
    order,
    /** An order that was placed, for the tests of what comes after. */
    placed: async (customerId: number, dish: Dish, input: Partial<OrderInput> = {}) => {
      const verdict = await order(customerId, dish, input);
      if (verdict.verdict !== 'ordered') throw new Error(`not ordered but ${verdict.verdict}`);
      return verdict;
    },
    cancel: (customerId: number, orderId: number, input: Partial<OrderChangeInput> = {}) =>
      cancelOrder(database.current, {
        customerId,
        orderId,
        idempotency: ownKey(),
        now: factoryNow,
        ...input,
      }),
    balanceOf: async (customerId: number) => {
      const [row] = await database.current.orm
        .select()
        .from(account)
        .where(eq(account.customerId, customerId));
      return row?.balance;
    },
    remainingOf: async (dish: { readonly id: number }) => {
      const [row] = await database.current.orm.select().from(stock).where(eq(stock.offeringId, dish.id));
      return row?.remaining;
    },
    /** A customer's orders, the newest last. */
    ordersOf: (customerId: number) =>
      database.current.orm.select().from(orders).where(eq(orders.customerId, customerId)).orderBy(orders.id),
  };
}
