import { money } from '@refectory/domain/money';
import type { PriceLevel } from '@refectory/domain/price-level';
import { asc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';

import { setCustomData, setFloor, setPriceLevel } from './customers.ts';
import { createCustomer, createOffering, factoryNow, orderOf } from './factories.ts';
import { creditAccount } from './ledger.ts';
import { placeOrder } from './order-functions.ts';
import { account, customData } from './schema.ts';
import { duringTransaction } from './testing/held-order.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

test('custom data set again replaces all rows of that customer and of no other', async () => {
  const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const row = (value: string) => ({ label: { en: 'Cost centre' }, value });
  await setCustomData(database.current, one.id, [row('1'), row('2')]);
  await setCustomData(database.current, other.id, [row('9')]);
  await setCustomData(database.current, one.id, [row('3')]);
  const stored = await database.current.orm
    .select({ customerId: customData.customerId, value: customData.value })
    .from(customData)
    .orderBy(asc(customData.customerId));
  expect(stored).toEqual([
    { customerId: one.id, value: '3' },
    { customerId: other.id, value: '9' },
  ]);
  await setCustomData(database.current, one.id, []);
  expect(await database.current.orm.$count(customData, eq(customData.customerId, one.id))).toBe(0);
});

describe('how far below zero an account may go', () => {
  afterEach(() => setFloor(database.current, 'employee', money(0)));

  const floorOf = async (customerId: number) => {
    const [row] = await database.current.orm.select().from(account).where(eq(account.customerId, customerId));
    return row?.floor;
  };
  const orderFor = async (customerId: number) =>
    placeOrder(database.current, orderOf(customerId, await createOffering(database.current)));
  const pay = (customerId: number, hundredths: number) =>
    creditAccount(database.current, {
      customerId,
      amount: money(hundredths),
      kind: 'top-up',
      actor: 'test',
      now: factoryNow,
    });

  /** A customer who is 100.00 below zero, as their level allows. */
  async function overdrawnEmployee(): Promise<number> {
    await setFloor(database.current, 'employee', money(-20_000));
    const { id } = await createCustomer(database.current, { priceLevel: 'employee', balance: money(0) });
    expect(await orderFor(id)).toMatchObject({ verdict: 'ordered', balance: -10_000 });
    return id;
  }

  test.each([
    ['its level may not any more', () => setFloor(database.current, 'employee', money(0))],
    [
      'it comes to a level that may not',
      (id: number) =>
        setPriceLevel(database.current, { customerId: id, actor: 'command test', now: factoryNow }, 'other'),
    ],
  ])('an account that is lower can only be paid in: %s', async (_, close) => {
    const id = await overdrawnEmployee();
    await close(id);
    expect(await floorOf(id)).toBe(-10_000);
    expect(await orderFor(id)).toMatchObject({ verdict: 'insufficient-funds' });
    await pay(id, 4_000);
    expect(await floorOf(id)).toBe(-6_000);
    await pay(id, 15_000);
    expect(await floorOf(id)).toBe(0);
    expect(await orderFor(id)).toMatchObject({ verdict: 'insufficient-funds' });
  });

  test('an account that comes back to a level that may go lower is open again', async () => {
    const id = await overdrawnEmployee();
    const move = (level: PriceLevel) =>
      setPriceLevel(database.current, { customerId: id, actor: 'command test', now: factoryNow }, level);
    await move('other');
    await move('employee');
    expect(await floorOf(id)).toBe(-20_000);
    expect(await orderFor(id)).toMatchObject({ verdict: 'ordered', balance: -20_000 });
  });

  test('a customer who comes to a level while its floor changes gets the new one', async () => {
    const { id } = await createCustomer(database.current);
    await duringTransaction(
      database.current,
      (client) => client.query(`update price_level set floor = -5000 where level = 'employee'`),
      () =>
        setPriceLevel(
          database.current,
          { customerId: id, actor: 'command test', now: factoryNow },
          'employee',
        ),
    );
    expect(await floorOf(id)).toBe(-5_000);
  });
});
