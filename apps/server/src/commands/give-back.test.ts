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
import { listen } from '@refectory/database/listen';
import { placeOrder } from '@refectory/database/order-functions';
import { holdingAccount } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays } from '@refectory/domain/day';
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

/** A canteen with two customers who ordered a dish at 100.00, under the codes A1 and A2 unless others are said. */
async function ordered(codes = ['A1', 'A2']) {
  const canteen = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: canteen.id });
  const customers = [];
  for (const pickupCode of codes) {
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

test('C177 what the canteen gives back is told to the open pages of its customers', async () => {
  const { canteen, customers } = await ordered();
  const heard: string[] = [];
  const listener = await listen(database.current, 'live', {
    hear: (text) => void heard.push(text),
    lost: () => {},
  });
  onTestFinished(listener.close);
  await run('canteen', 'give-back', canteen.key, '--on');
  await close(canteen.key);
  for (const { id } of customers) await expect.poll(() => heard).toContain(`orders ${id}`);
});

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
  return { canteen, dish, customer };
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

/** The file of a menu that closes the day. */
async function closedMenu() {
  const folder = await mkdtemp(join(tmpdir(), 'menu-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'menu.csv');
  await writeFile(file, `date;group;name;price;closed\n${factoryDay};;;;Burst pipe\n`);
  return file;
}

test('carts that are being paid by card are released when a menu without their dish is put on sale', async () => {
  const { canteen, dish } = await beingPaid();
  const { out } = await run('import-menu', await closedMenu(), '--canteen', canteen.key, '--publish');
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

test('where customers share a code, it gives nothing back until it is said whose meals', async () => {
  const { canteen, customers } = await ordered(['ZZ', 'ZZ', 'A3']);
  const [one, other] = customers.map(({ userName }) => userName);
  const words = ['give-back', '--canteen', canteen.key, '--day', factoryDay, '--code', 'zz'];
  expect(await run(...words)).toEqual({
    code: 1,
    out: '',
    err: `Meals of several customers have the code ZZ: ${one}, ${other}. Say with --customer whose meals.\n`,
  });
  expect(await balances(customers)).toEqual([90_000, 90_000, 90_000]);
  expect((await run(...words, '--customer', String(other))).out).toContain(
    'Orders given back: 1, 100.00 in all',
  );
  expect(await balances(customers)).toEqual([90_000, 100_000, 90_000]);
  expect((await run(...words)).out).toContain('Orders given back: 1');
  expect(await balances(customers)).toEqual([100_000, 100_000, 90_000]);
});

test('meals that are not cooked yet were not left undelivered', async () => {
  const { canteen, customers } = await ordered();
  const tomorrow = runRefectory(['give-back', '--canteen', canteen.key, '--day', factoryDay], {
    place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
    now: factoryNow - 24 * 60 * 60_000,
  });
  expect(await tomorrow).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(`not cooked yet: today is ${addDays(factoryDay, -1)}.`),
  });
  expect(await balances(customers)).toEqual([90_000, 90_000]);
});

/** Does something while the account of the first of some customers is held. */
const whileFirstIsHeld = <Answer>(
  customers: readonly { readonly id: number }[],
  meanwhile: () => Promise<Answer>,
): Promise<Answer> => holdingAccount(database.current, customers[0]?.id ?? 0, meanwhile);

const leftOrders =
  'Not done yet, since something else holds their rows in the database: orders to give back: 1. All else is done: run the command again.\n';

test('an account that is held keeps nobody else from being given back, and the command says what is left', async () => {
  const { canteen, customers } = await ordered();
  const give = () => run('give-back', '--canteen', canteen.key, '--day', factoryDay);
  expect(await whileFirstIsHeld(customers, give)).toMatchObject({
    code: 1,
    out: expect.stringContaining('Orders given back: 1, 100.00 in all'),
    err: leftOrders,
  });
  expect(await balances(customers)).toEqual([90_000, 100_000]);
  expect(await give()).toMatchObject({ code: 0, err: '' });
  expect(await balances(customers)).toEqual([100_000, 100_000]);
});

test('a day that closes while an account is held gives back to the others, and closing it again does the rest', async () => {
  const { canteen, customers } = await ordered();
  await setGivesBack(database.current, canteen, true);
  const closed = await whileFirstIsHeld(customers, () => close(canteen.key));
  expect(closed).toMatchObject({ code: 1, err: leftOrders });
  expect(closed.out).toContain('Closed: ');
  expect(closed.out).toContain('Orders given back: 1, 100.00 in all');
  expect(closed.out).toContain('Orders that remain for that day: 1.');
  const again = await close(canteen.key);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('Orders given back: 1, 100.00 in all');
  expect((await close(canteen.key)).err).toContain('is already closed');
});

test('a cart whose account is held stays until the command comes again, and the other carts are released', async () => {
  const { canteen, dish, customer } = await beingPaid();
  const other = await createOffering(database.current, { canteenId: canteen.id });
  await holdCart(database.current, (await createCustomer(database.current)).id, [[other, 1]]);
  const closed = await whileFirstIsHeld([customer], () => close(canteen.key));
  expect(closed).toMatchObject({ code: 1, err: expect.stringContaining('carts to release: 1. All else') });
  expect(closed.out).toContain('can no longer be paid: 1.');
  expect(await soldOf(other)).toBe(0);
  expect(await soldOf(dish)).toBe(2);
  expect((await close(canteen.key)).out).toContain('can no longer be paid: 1.');
  expect(await soldOf(dish)).toBe(0);
});

test('a menu is told to be on sale where an account is held, and importing it again does the rest', async () => {
  const { canteen, customers } = await ordered();
  await setGivesBack(database.current, canteen, true);
  const words = ['import-menu', await closedMenu(), '--canteen', canteen.key, '--publish'];
  const imported = await whileFirstIsHeld(customers, () => run(...words));
  expect(imported).toMatchObject({ code: 1, err: leftOrders });
  expect(imported.out).toMatch(/^On sale: .*\nOrders given back: 1/m);
  expect(await run(...words)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing to change: .*\nOrders given back: 1/),
  });
  expect(await balances(customers)).toEqual([100_000, 100_000]);
});

test('the job gives back to everybody else while an account is held, and to its customer the next time', async () => {
  const { canteen, dish, customers } = await ordered();
  await setGivesBack(database.current, canteen, true);
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [dish.id]);
  const logged: object[] = [];
  const log = { error: (what: object) => void logged.push(what) };
  const keepHouse = () => runHousekeeping({ database: database.current, log }, factoryNow);
  await whileFirstIsHeld(customers, keepHouse);
  expect(await balances(customers)).toEqual([90_000, 100_000]);
  expect(logged).toEqual([{ chore: 'giveBack', left: 1 }]);
  await keepHouse();
  expect(await balances(customers)).toEqual([100_000, 100_000]);
});

test('a command that fails half-way says that what was done stays done', async () => {
  const { canteen, customers } = await ordered();
  const { pool } = database.current;
  await pool.query(`
    create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$;
    create trigger refuse_mail before insert on outbox
      for each row when (new.customer_id = ${customers[1]?.id}) execute function refuse_mail()`);
  onTestFinished(async () => {
    await pool.query('drop trigger refuse_mail on outbox; drop function refuse_mail');
  });
  expect(await run('give-back', '--canteen', canteen.key, '--day', factoryDay)).toMatchObject({
    code: 1,
    err: 'The database refused it (PostgreSQL says: no mail). What was done until then stays done: run the command again.\n',
  });
  expect(await balances(customers)).toEqual([100_000, 90_000]);
});

/** What an import without the dish says of it. */
async function saidOfRemoval(key: string, ...words: string[]) {
  const { out } = await run('import-menu', await closedMenu(), '--canteen', key, ...words);
  return out.split('\n').filter((line) => line.startsWith('Ordered: '));
}

test.each([
  { givesBack: false, what: 'the orders stay paid, so cook it, or ask the customers to cancel' },
  { givesBack: true, what: 'the orders are given back' },
])('an import says what becomes of orders that were not handed out: $what', async ({ givesBack, what }) => {
  const { canteen } = await ordered();
  await setGivesBack(database.current, canteen, givesBack);
  await run('hand-out', '--canteen', canteen.key, '--day', factoryDay, '--code', 'A1');
  for (const words of [[], ['--publish']])
    expect(await saidOfRemoval(canteen.key, ...words)).toEqual([
      expect.stringMatching(new RegExp(`goes off the menu, and 1 portion is ordered: ${what}\\.$`)),
    ]);
});

test('an import asks nobody to cook what a cart only held', async () => {
  const { canteen } = await beingPaid();
  expect(await saidOfRemoval(canteen.key, '--publish')).toEqual([
    expect.stringMatching(
      /goes off the menu, and 2 portions are being paid by card: the carts are released\.$/,
    ),
  ]);
  // The dish is only still there since the cart had it.
  const { out } = await run('import-menu', await closedMenu(), '--canteen', canteen.key, '--publish');
  expect(out).toMatch(/^Nothing to change: .* 0 off the menu/);
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
