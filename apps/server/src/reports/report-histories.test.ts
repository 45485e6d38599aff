import { setBillClosing } from '@refectory/database/canteens';
import { checkLedger } from '@refectory/database/check-ledger';
import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  orderOf,
} from '@refectory/database/factories';
import { grantBonus } from '@refectory/database/grants';
import { closeDueBills, handOut } from '@refectory/database/hand-out';
import { bookMovement } from '@refectory/database/ledger';
import { cancelOrder, ownKey, placeOrder } from '@refectory/database/order-functions';
import { billClosings } from '@refectory/database/schema';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays, calendarDay, instantAt } from '@refectory/domain/day';
import { money, orderPrice, unitPrice } from '@refectory/domain/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

const ZONE = 'Europe/Prague';
const SECOND_MS = 1_000;
/** The moment after which every meal of the histories is over. */
const dayOver = instantAt(addDays(factoryDay, 1), '00:00', ZONE);
const everyDay = { query: { from: calendarDay('1970-01-01'), to: calendarDay('2027-01-01') } };

const amount = fc.integer({ min: 1, max: 30_000 }).map(money);
/** What may happen to a customer; a place picks one of what is there to happen to. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      price: fc.integer({ min: 0, max: 2_000_000 }).map(unitPrice),
      subsidy: fc.integer({ min: 0, max: 300_000 }).map(unitPrice),
      quantity: fc.integer({ min: 1, max: 3 }),
      canteen: fc.nat(1),
    }),
  },
  fc.record({ do: fc.constant('cancel' as const), place: fc.nat(9) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('handOut' as const), place: fc.nat(9) }) },
  fc.record({ do: fc.constant('refund' as const), place: fc.nat(9), amount }),
  fc.record({ do: fc.constant('topUp' as const), amount }),
  fc.record({ do: fc.constant('bonus' as const), amount, percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    do: fc.constant('closing' as const),
    closing: fc.constantFrom(...billClosings),
    canteen: fc.nat(1),
  }),
);

/** A meal that is on a bill when money is given back for it: chance alone leaves it out now and then. */
const refundAfterBill = [
  { do: 'closing', closing: 'hand-out', canteen: 0 },
  { do: 'order', price: unitPrice(1_000_000), subsidy: unitPrice(0), quantity: 1, canteen: 0 },
  { do: 'handOut', place: 0 },
  { do: 'refund', place: 0, amount: money(1_000) },
] as const;

type Order = { readonly id: number; readonly canteenId: number; readonly pickupCode: string };

test('I17 after 60 random histories the balance is the sum of the transactions, and consumption, bills and ledger agree', async () => {
  const { loginAs } = await createTestApp({
    database: database.current,
    settings: { timeZone: ZONE },
    now: dayOver + 60_000 * SECOND_MS,
  });
  const { pool } = database.current;
  let [billed, refundedLater] = [0, 0];

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const person = await createCustomer(database.current, { balance: money(200_000) });
      const customerId = person.id;
      const canteens = [await createCanteen(database.current), await createCanteen(database.current)];
      const orders: Order[] = [];
      let now = factoryNow;
      /** Given back for meals that were on a bill by then: no bill is ever changed. */
      let afterBills = 0;

      for (const one of steps) {
        now += SECOND_MS;
        const order = 'place' in one ? orders[one.place % Math.max(1, orders.length)] : undefined;
        if ('place' in one && !order) continue;
        switch (one.do) {
          case 'order': {
            const canteenId = canteens[one.canteen]?.id ?? 0;
            const dish = await createOffering(database.current, {
              canteenId,
              price: one.price,
              subsidies: { other: { tax: one.subsidy, nonTax: unitPrice(100) } },
            });
            const pickupCode = `P${orders.length}`;
            const placed = await placeOrder(
              database.current,
              orderOf(customerId, dish, {
                quantity: one.quantity,
                price: orderPrice(one.price, one.quantity),
                pickupCode,
                now,
              }),
            );
            if (placed.verdict === 'ordered') orders.push({ id: placed.orderId, canteenId, pickupCode });
            break;
          }
          case 'cancel':
            await cancelOrder(database.current, {
              customerId,
              orderId: order?.id ?? 0,
              idempotency: ownKey(),
              now,
            });
            break;
          case 'handOut':
            await handOut(database.current, {
              canteenId: order?.canteenId ?? 0,
              day: factoryDay,
              pickupCode: order?.pickupCode,
              register: 'Till 1',
              now,
            });
            break;
          case 'refund': {
            const orderId = order?.id ?? 0;
            const { rowCount: bills } = await pool.query('select from bill_item where order_id = $1', [
              orderId,
            ]);
            const booked = await bookMovement(database.current, {
              customerId,
              kind: 'refund',
              orderId,
              amount: one.amount,
              actor: 'command test',
              now,
            });
            if (booked.verdict === 'booked' && bills === 1) afterBills += one.amount;
            break;
          }
          case 'topUp':
            await bookMovement(database.current, {
              customerId,
              kind: 'top-up',
              amount: one.amount,
              reason: 'over the counter',
              actor: 'command test',
              now,
            });
            break;
          case 'bonus':
            await grantBonus(database.current, {
              customerId,
              amount: one.amount,
              maxDiscountPercent: one.percent,
              validFrom: factoryDay,
              validTo: factoryDay,
              grantedAt: now,
              currencyFormat: { en: '{0}' },
            });
            break;
          case 'closing':
            await setBillClosing(database.current, { id: canteens[one.canteen]?.id ?? 0 }, one.closing, now);
        }
      }
      while ((await closeDueBills(database.current, dayOver)) > 0);

      const client = await loginAs(person);
      const { balance } = await client.getBalance();
      const { transactions } = await client.listTransactions(everyDay);
      const { consumption } = await client.listConsumption(everyDay);
      const { bills } = await client.listBills({ query: { ...everyDay.query, withDetails: true } });
      const { bonuses } = await client.listBonuses();
      const total = <Row>(rows: readonly Row[], valueOf: (row: Row) => number) =>
        rows.reduce((sum, row) => sum + valueOf(row), 0);

      expect(total(transactions, (row) => row.amount)).toBe(balance);
      const items = bills.flatMap((bill) => bill.items);
      const meals = (rows: readonly { readonly price: number }[]) => total(rows, ({ price }) => price);
      expect(meals(consumption)).toBe(total(bills, ({ priceWIT }) => priceWIT));
      const priceById = <Row>(rows: readonly Row[], pairOf: (row: Row) => readonly [unknown, unknown]) =>
        Object.fromEntries(rows.map(pairOf));
      expect(priceById(consumption, ({ id, price }) => [id, price])).toEqual(
        priceById(items, ({ prodid, priceWIT }) => [prodid, priceWIT]),
      );
      for (const subsidy of ['taxSubsidy', 'nonTaxSubsidy'] as const)
        expect(total(consumption, (row) => row[subsidy] ?? 0)).toBe(
          total(bills, (bill) => bill[subsidy] ?? 0),
        );
      expect(total(bills, ({ usedBonus }) => usedBonus ?? 0)).toBe(total(bonuses, ({ drawn }) => drawn ?? 0));
      // What its customer paid for a meal is what the ledger moved for it, but for what was given back after its bill.
      const { rows } = await pool.query<{ paid: number }>(
        `select coalesce(-sum(amount), 0)::bigint as paid from ledger_entry
         where account = 'customer' and order_id = any ($1)`,
        [consumption.map(({ id }) => Number(id))],
      );
      expect(meals(consumption) - afterBills).toBe(rows[0]?.paid);
      billed += consumption.length;
      refundedLater += afterBills;
    }),
    { numRuns: 60, examples: [[[...refundAfterBill]]] },
  );
  expect(await checkLedger(database.current)).toEqual([]);
  // The histories had what they are about.
  expect(billed).toBeGreaterThan(50);
  expect(refundedLater).toBeGreaterThan(0);
}, 120_000);
