import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  orderOf,
} from '@refectory/database/factories';
import { closeDay } from '@refectory/database/close-day';
import { setGivesBack } from '@refectory/database/give-back';
import { placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { languages } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { runHousekeeping } from '../housekeeping.ts';
import { mailWriter } from '../mail/write-mail.ts';
import { outboxQueries } from '../mail/outbox-queries.ts';
import { testSettings } from '../testing/create-test-app.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();

const run = (...words: string[]) =>
  runRefectory(words, {
    place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
    now: factoryNow,
  });

/** A canteen with two customers who ordered a dish at 100.00, under the codes A1 and A2. */
async function ordered() {
  const canteen = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: canteen.id });
  const customers = [];
  for (const pickupCode of ['A1', 'A2']) {
    const customer = await createCustomer(database.current);
    await placeOrder(database.current, orderOf(customer.id, dish, { pickupCode }));
    customers.push(customer);
  }
  return { canteen, dish, customers };
}

async function balances(customers: readonly { readonly id: number }[]) {
  const { rows } = await database.current.pool.query<{ balance: number }>(
    'select balance from account where customer_id = any($1) order by customer_id',
    [customers.map(({ id }) => id)],
  );
  return rows.map(({ balance }) => balance);
}

const mailsOf = async (customers: readonly { readonly id: number }[]) =>
  (
    await database.current.pool.query<{ kind: string; content: Record<string, unknown> }>(
      'select kind, content from outbox where customer_id = any($1) order by id',
      [customers.map(({ id }) => id)],
    )
  ).rows;

const close = (key: string) =>
  run('close-day', '--canteen', key, '--day', factoryDay, '--reason', 'Burst pipe');

test('a closed day gives its orders back at once where the canteen wants it so, and tells the customers', async () => {
  const { canteen, customers } = await ordered();
  expect((await run('canteen', 'give-back', canteen.key, '--on')).out).toContain(
    'gives back the orders of days that it closes',
  );
  const { out } = await close(canteen.key);
  expect(out).toContain('Orders given back: 2, 200.00 in all');
  expect(out).toContain('Orders that remain for that day: 0.');
  expect(await balances(customers)).toEqual([100_000, 100_000]);
  expect(await mailsOf(customers)).toMatchObject([
    { kind: 'given-back', content: { refunded: 10_000, cause: 'closed-day' } },
    { kind: 'given-back', content: { refunded: 10_000, cause: 'closed-day' } },
  ]);
});

test('a closed day counts its own orders alone, and those that were handed out stand', async () => {
  const [other, own] = [await ordered(), await ordered()];
  for (const { canteen } of [other, own]) await setGivesBack(database.current, canteen, true);
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [other.dish.id]);
  await run('hand-out', '--canteen', own.canteen.key, '--day', factoryDay, '--code', 'A1');
  const { out } = await close(own.canteen.key);
  expect(out).toContain('Orders given back: 1, 100.00 in all');
  expect(out).toContain('Orders that remain for that day: 1. Customers can still cancel 0 of them.');
});

test('elsewhere the orders of a closed day stay', async () => {
  const { canteen, customers } = await ordered();
  expect((await run('canteen', 'give-back', canteen.key)).out).toContain('keeps the orders');
  expect((await close(canteen.key)).out).toContain('Orders that remain for that day: 2.');
  expect(await balances(customers)).toEqual([90_000, 90_000]);
});

test('a dish that went off the menu is given back by the job, for a command that was stopped before', async () => {
  const { canteen, dish, customers } = await ordered();
  await setGivesBack(database.current, canteen, true);
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [dish.id]);
  await runHousekeeping({ database: database.current, log: console }, factoryNow);
  await runHousekeeping({ database: database.current, log: console }, factoryNow);
  expect(await balances(customers)).toEqual([100_000, 100_000]);
  expect(await mailsOf(customers)).toMatchObject([
    { content: { cause: 'withdrawn' } },
    { content: { cause: 'withdrawn' } },
  ]);
});

test('a delivery that failed is given back by its code, once', async () => {
  const { canteen, customers } = await ordered();
  const words = ['give-back', '--canteen', canteen.key, '--day', factoryDay, '--code', 'a2'];
  expect((await run(...words)).out).toContain('Orders given back: 1, 100.00 in all');
  expect(await balances(customers)).toEqual([90_000, 100_000]);
  expect(await run(...words)).toMatchObject({
    code: 1,
    err: expect.stringContaining('nothing was given back'),
  });
  expect(await mailsOf(customers)).toMatchObject([{ content: { cause: 'not-delivered' } }]);
});

test('what was given back is told in every language', async () => {
  const { canteen, customers } = await ordered();
  await setGivesBack(database.current, canteen, true);
  await closeDay(database.current, canteen, { day: factoryDay, reason: 'x' });
  await runHousekeeping({ database: database.current, log: console }, factoryNow);
  const [row] = await mailsOf(customers);
  const write = mailWriter({ queries: outboxQueries(database.current), settings: testSettings });
  for (const language of languages) {
    const content = (row?.content ?? {}) as Record<string, never>;
    const mail = await write({ kind: 'given-back', content, language });
    expect(mail?.paragraphs[0]).toContain('100');
    const late = await write({ kind: 'cart-paid-late', content: { amount: 30_000 }, language });
    expect(late?.paragraphs[0]).toContain('300');
  }
});
