import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  holdCart,
  orderOf,
} from '@refectory/database/factories';
import { closeDay } from '@refectory/database/close-day';
import { setGivesBack } from '@refectory/database/give-back';
import { placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { languages } from '@refectory/domain/texts';
import { expect, onTestFinished, test } from 'vitest';

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

/** A canteen with a dish that a cart holds while it is paid by card. */
async function beingPaid() {
  const canteen = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: canteen.id, capacity: 3 });
  const customer = await createCustomer(database.current);
  await holdCart(database.current, customer.id, [[dish, 2]]);
  return { canteen, dish };
}

const soldOf = async ({ id }: { readonly id: number }) =>
  (await database.current.pool.query<{ sold: number }>('select sold from stock where offering_id = $1', [id]))
    .rows[0]?.sold;

test('carts that are being paid by card are released with the day that closes, also where orders stay', async () => {
  const { canteen, dish } = await beingPaid();
  const other = await beingPaid();
  const { out } = await close(canteen.key);
  expect(out).toContain(
    'Carts that were being paid by card and are released, so that they can no longer be paid: 1.',
  );
  expect(await soldOf(dish)).toBe(0);
  expect(await soldOf(other.dish)).toBe(2);
});

test('carts that are being paid by card are released when a menu without their dish is put on sale', async () => {
  const { canteen, dish } = await beingPaid();
  const folder = await mkdtemp(join(tmpdir(), 'menu-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'menu.csv');
  await writeFile(file, `date;group;name;price;closed\n${factoryDay};;;;Burst pipe\n`);
  const { out } = await run('import-menu', file, '--canteen', canteen.key, '--publish');
  expect(out).toContain('so that they can no longer be paid: 1.');
  expect(await soldOf(dish)).toBe(0);
});

test('carts with a dish that went off the menu are released by the job, for a command that was stopped before', async () => {
  const { dish } = await beingPaid();
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [dish.id]);
  await runHousekeeping({ database: database.current, log: console }, factoryNow);
  expect(await soldOf(dish)).toBe(0);
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
    const late = [
      {},
      { cause: 'withdrawn' },
      { cause: 'closed-day', day: '2026-11-20' },
      { cause: 'closed-day', day: '2026-11-21' },
    ].map((why) => write({ kind: 'cart-paid-late', content: { amount: 30_000, ...why }, language }));
    const mails = await Promise.all(late);
    for (const written of mails) expect(written?.paragraphs[0]).toContain('300');
    expect(mails[2]?.paragraphs[0]).toContain('20');
    // Each cause has words of its own, and each day is named.
    expect(new Set(mails.map((written) => written?.subject)).size).toBe(3);
    expect(new Set(mails.map((written) => written?.paragraphs[0])).size).toBe(4);
  }
});

test.each(['closed-day', 'withdrawn'])(
  'an order of a dish that is on the menu again stays, whoever was about to give it back: %s',
  async (cause) => {
    const { customers } = await ordered();
    const { pool } = database.current;
    const { rows } = await pool.query<{ verdict: string }>(
      'select (give_back(id, $2, $3, $4)).verdict from orders where customer_id = $1',
      [customers[0]?.id, cause, 'job', new Date(factoryNow)],
    );
    expect(rows).toEqual([{ verdict: 'on-menu' }]);
    expect(await balances(customers)).toEqual([90_000, 90_000]);
    expect(await mailsOf(customers)).toEqual([]);
  },
);
