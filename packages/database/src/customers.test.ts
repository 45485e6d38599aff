import { money } from '@refectory/domain/money';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { setBonus, setCustomData } from './customers.ts';
import { createCustomer } from './factories.ts';
import { bonusAccount, customData } from './schema.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase();

test('a bonus set again replaces the one before, and is never below zero', async () => {
  const { id } = await createCustomer(database.current);
  await setBonus(database.current, id, { balance: money(500), currencyFormat: { en: '{0}' } });
  await setBonus(database.current, id, { balance: money(700), currencyFormat: { en: '{0} p' } });
  const stored = database.current.orm.select().from(bonusAccount).where(eq(bonusAccount.customerId, id));
  expect(await stored).toEqual([{ customerId: id, balance: 700, currencyFormat: { en: '{0} p' } }]);
  const below = setBonus(database.current, id, { balance: money(-1), currencyFormat: {} });
  await expect(below).rejects.toThrow();
});

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
