import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { setCustomData } from './customers.ts';
import { createCustomer } from './factories.ts';
import { customData } from './schema.ts';
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
