import {
  createCanteen,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  orderOf,
} from '@refectory/database/factories';
import { placeCart } from '@refectory/database/cart-functions';
import { cancelOrder, ownKey, placeOrder } from '@refectory/database/order-functions';
import { duringTransaction } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { inTransaction } from '@refectory/database/transaction';
import { addDays, instantAt } from '@refectory/domain/day';
import { money, unitPrice } from '@refectory/domain/money';
import { beforeAll, describe, expect, test } from 'vitest';

import { makeLink } from '../links/mailed-link-queries.ts';
import { createLoginLimits } from '../session/login-limits.ts';
import { isPassword } from '../session/password-hash.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();

let url: string;
beforeAll(() => {
  url = addressOf(database.current.connection);
});

const refectory = (...words: string[]) =>
  runRefectory(words, { place: { url, dataDir: '/nowhere' }, now: factoryNow });
const rowsOf = async (sql: string, values: unknown[] = []) =>
  (await database.current.pool.query<Record<string, unknown>>(sql, values)).rows;
const fine = (out: string) => ({ code: 0, err: '', out });

test('a canteen is added once, with its name and zone', async () => {
  expect(
    await refectory('canteen', 'add', 'bistro', '--name', ' Bistro ', '--time-zone', 'Europe/Warsaw'),
  ).toEqual(fine('Canteen "bistro" was added. Put a menu on sale with "npx refectory import-menu".\n'));
  expect(await rowsOf(`select name, time_zone from canteen where key = 'bistro'`)).toEqual([
    { name: { und: 'Bistro' }, time_zone: 'Europe/Warsaw' },
  ]);
  expect(await refectory('canteen', 'add', 'bistro', '--name', 'x')).toEqual({
    code: 1,
    out: '',
    err: 'There is already a canteen "bistro": choose another key.\n',
  });
});

test('a canteen’s limits are shown and set, for all meals and for some', async () => {
  const { id, key } = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: id });
  const cutOff = (...words: string[]) => refectory('canteen', 'cut-off', key, ...words);
  expect(await cutOff()).toEqual(
    fine(
      'Meals  Order until  Cancel until  Exchange until\n' +
        '-----  -----------  ------------  --------------\n' +
        'all    10:00        10:00         13:30\n',
    ),
  );
  expect((await cutOff('--order', '2 days before 14:00', '--cancel', '08:00')).out).toContain(
    'all    2 days before 14:00  08:00         13:30\nDishes on the menu that have other limits from now on: 1.',
  );
  const [row] = await rowsOf('select order_until from offering where id = $1', [dish.id]);
  expect(row).toEqual({ order_until: instantAt(addDays(factoryDay, -2), '14:00', 'Europe/Prague') });

  const special = ['--group', 'Soups', '--weekday', 'friday'];
  expect((await cutOff(...special, '--order', 'Thursday 2 weeks before 12:00')).out).toContain(
    'Soups, Friday  Thursday 2 weeks before 12:00\n',
  );
  expect((await cutOff(...special, '--remove')).out).not.toContain('Soups');
});

test.each([
  [['--order', '25:00'], /It has to be like "10:00"/],
  [['--order', 'Caturday before 10:00'], /It has to be like "10:00"/],
  [['--order', '999 days before 10:00'], /It has to be like "10:00"/],
  [['--weekday', 'noon'], /a day of the week like Friday/],
  [['--group', ' ', '--order', '10:00'], /the name of a group/],
  [['--group', 'Soups'], /Say with --order/],
  [['--remove'], /Say with --weekday/],
])('limits that are none are refused: %j', async (words, message) => {
  const { key } = await createCanteen(database.current);
  const answer = await refectory('canteen', 'cut-off', key, ...words);
  expect(answer).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  expect(await rowsOf('select cut_off_rule from canteen where key = $1', [key])).toEqual([
    { cut_off_rule: null },
  ]);
});

test('limits of portions are shown, set and taken away', async () => {
  const { key } = await createCanteen(database.current);
  const limits = (...words: string[]) => refectory('canteen', 'limits', key, ...words);
  const said = (dish: string, day: string) =>
    fine(`A customer of "${key}" can have ${dish} of a dish, and ${day} on a day.\n`);
  expect(await limits()).toEqual(said('any number of portions', 'any number of portions'));
  expect(await limits('--per-dish', '1', '--per-day', '5')).toEqual(
    said('at most 1 portion', 'at most 5 portions'),
  );
  expect(await limits('--per-dish', 'none')).toEqual(said('any number of portions', 'at most 5 portions'));
  expect((await limits('--per-day', '0')).err).toMatch(/from 1 to 999/);
  expect(await rowsOf('select most_of_dish, most_of_day from canteen where key = $1', [key])).toEqual([
    { most_of_dish: null, most_of_day: 5 },
  ]);
});

test('main groups are named as the menu does, and those of the menu follow', async () => {
  const { id, key } = await createCanteen(database.current);
  const dish = await createOffering(database.current, { canteenId: id, mealGroup: { cs: 'Hlavní jídla' } });
  const isMain = async () =>
    (await rowsOf('select is_main from offering where id = $1', [dish.id]))[0]?.['is_main'];
  await createOffering(database.current, { canteenId: id, mealGroup: { en: 'Soups' } });
  const mainGroups = (...words: string[]) => refectory('canteen', 'main-groups', key, ...words);
  const shown = (fromNow: string) =>
    `Main dishes of "${key}"${fromNow}: hlavní jídla, Pasta. Dishes of these groups on the menu: 1.\n` +
    'No dish is in the group "Pasta" yet; groups on the menu: Hlavní jídla, Soups.\n';
  const none = (fromNow: string) =>
    `No group of "${key}" has main dishes${fromNow}: nobody is asked about a second one.\n`;

  expect(await mainGroups()).toEqual(fine(none('')));
  expect(await mainGroups('hlavní jídla', 'Pasta')).toEqual(fine(shown(' from now on')));
  expect(await isMain()).toBe(true);
  expect(await mainGroups()).toEqual(fine(shown('')));
  expect((await mainGroups('Soups', '--none')).err).toBe('Name the groups, or give --none alone.\n');
  expect(await isMain()).toBe(true);
  expect(await mainGroups('--none')).toEqual(fine(none(' from now on')));
  expect(await isMain()).toBe(false);
});

test('accounts of a price level may go below zero, those that are lower stay where they are', async () => {
  const [one, other] = [
    await createCustomer(database.current, { priceLevel: 'employee', balance: money(0) }),
    await createCustomer(database.current, { balance: money(0) }),
  ];
  const floors = async () =>
    (
      await rowsOf('select floor from account where customer_id = any ($1) order by customer_id', [
        [one.id, other.id],
      ])
    ).map(({ floor }) => floor);
  expect(await refectory('overdraft', 'employee', '200')).toEqual(
    fine('Accounts of the level "employee" may go 200.00 below zero from now on.\n'),
  );
  expect(await floors()).toEqual([-20_000, 0]);
  const dish = await createOffering(database.current);
  expect(await placeOrder(database.current, orderOf(one.id, dish))).toMatchObject({ balance: -10_000 });
  expect((await refectory('overdraft', 'employee', '50')).out).toMatch(/already lower: 1\.\n$/);
  expect(await floors()).toEqual([-10_000, 0]);
  expect(
    await placeOrder(database.current, orderOf(one.id, await createOffering(database.current))),
  ).toMatchObject({
    verdict: 'insufficient-funds',
  });
  const late = await createCustomer(database.current, { priceLevel: 'employee' });
  expect(await rowsOf('select floor from account where customer_id = $1', [late.id])).toEqual([
    { floor: -5_000 },
  ]);
  await refectory('price-level', other.userName, 'employee');
  expect(await floors()).toEqual([-10_000, -5_000]);
  expect((await refectory('overdraft', 'employee', '-1')).code).toBe(1);
  expect((await refectory('overdraft', 'employee', '0')).code).toBe(0);
});

test('a customer is added with a password that is shown once', async () => {
  const { code, out } = await refectory(
    'customer',
    'add',
    'Anna',
    '--first-name',
    'Anna',
    '--price-level',
    'student',
  );
  expect(code).toBe(0);
  const [, password = ''] = /shown only now: ([2-9a-z]{12})\n$/.exec(out) ?? [];
  const [row] = await rowsOf(
    `select * from customer join account on customer_id = id where user_name = 'Anna'`,
  );
  expect(row).toMatchObject({ type: 'Person', first_name: 'Anna', price_level: 'student', active: true });
  expect(await isPassword(String(row?.['password_hash']), password)).toBe(true);
  expect((await refectory('customer', 'add', 'anna')).err).toMatch(/already a customer "anna"/);
  const twice = await duringTransaction(
    database.current,
    (client) =>
      client.query(`insert into customer (user_name, password_hash, type) values ('Twin', '', 'Person')`),
    () => refectory('customer', 'add', 'twin'),
  );
  expect(twice.err).toBe('There is already a customer "twin": choose another user name.\n');
  await database.current.pool.query(`delete from customer where user_name = 'Twin'`);
  expect((await refectory('customer', 'add', 'firma2', '--company', 'Stavby')).code).toBe(0);
  expect(await rowsOf(`select type, company_name from customer where user_name = 'firma2'`)).toEqual([
    { type: 'Company', company_name: 'Stavby' },
  ]);
});

test('a customer is given another password, which is shown once, is signed out, and no link from before works', async () => {
  const { id, userName } = await createCustomer(database.current);
  await inTransaction(database.current, (transaction) =>
    makeLink(
      transaction,
      { purpose: 'password-reset', customerId: id, recipient: 'old@example.org' },
      factoryNow,
    ),
  );
  const limits = createLoginLimits(database.current);
  const guess = () => limits.attempt(userName.toLowerCase(), '10.0.0.7', async () => undefined);
  await expect(Promise.all(Array.from({ length: 6 }, guess))).rejects.toThrow();
  await rowsOf(
    `insert into session (token_hash, customer_id, created_at, last_seen_at, expires_at)
     values ($1, $2, now(), now(), now())`,
    [Buffer.from(userName), id],
  );
  const { code, out } = await refectory('customer', 'password', userName.toUpperCase());
  expect(code).toBe(0);
  const [, password = ''] = /shown only now: ([2-9a-z]{12})\n$/.exec(out) ?? [];
  const [row] = await rowsOf('select password_hash from customer where id = $1', [id]);
  expect(await isPassword(String(row?.['password_hash']), password)).toBe(true);
  expect(await rowsOf('select from session where customer_id = $1', [id])).toEqual([]);
  expect(await rowsOf('select from mailed_link where customer_id = $1', [id])).toEqual([]);
  // Guesses at the old one keep nobody out.
  expect(await guess()).toBeUndefined();
  expect(await rowsOf('select kind, actor, details from audit_event where customer_id = $1', [id])).toEqual([
    { kind: 'password-reset', actor: 'command tester', details: {} },
  ]);
  expect((await refectory('customer', 'password', 'nobody')).err).toMatch(/There is no customer "nobody"/);
});

test('customers are listed, all or those who are searched for', async () => {
  await createCustomer(database.current, {
    userName: 'zofie.listed',
    firstName: 'Žofie',
    lastName: 'Listová',
    priceLevel: 'student',
    balance: money(12_345),
  });
  const company = { userName: 'listed.ltd', type: 'Company', companyName: 'Listová a syn' } as const;
  await createCustomer(database.current, { ...company, email: 'a@listed.example', balance: money(0) });
  await refectory('block', 'listed.ltd');
  expect(await refectory('customer', 'list', '--search', 'LISTOVÁ')).toEqual(
    fine(
      'User name     Name           E-mail            Prices   Balance\n' +
        '------------  -------------  ----------------  -------  -------  -------\n' +
        'listed.ltd    Listová a syn  a@listed.example  other    0.00     blocked\n' +
        'zofie.listed  Žofie Listová                    student  123.45\n',
    ),
  );
  expect((await refectory('customer', 'list', '--search', '@LISTED')).out).toContain('listed.ltd');
  expect((await refectory('customer', 'list', '--search', '%')).out).toBe(
    'No customer has "%" in their name.\n',
  );
  expect((await refectory('customer', 'list')).out).toContain('zofie.listed');
});

test('what a canteen cooks on a day is what is ordered, by what was chosen, and what is held for a payment', async () => {
  const { id: canteenId, key } = await createCanteen(database.current);
  const chips = { id: 'chips', name: { en: 'Chips' }, price: unitPrice(0) };
  const choice = { id: 'side', name: { en: 'Side' }, min: 0, max: 1, options: [chips] };
  const soup = await createOffering(database.current, { canteenId, position: 1 });
  const main = await createOffering(database.current, { canteenId, position: 2, modifierGroups: [choice] });
  const [{ id }, { id: whoCancels }] = [
    await createCustomer(database.current),
    await createCustomer(database.current),
  ];
  const none = await refectory('portions', '--canteen', key);
  expect(none).toEqual(fine(`Nobody has ordered anything of "${key}" for 2026-11-20.\n`));
  await placeOrder(database.current, orderOf(id, main));
  const two = { modifiers: ['chips'], quantity: 2, price: money(20_000), agreed: { portions: 3 } };
  expect((await placeOrder(database.current, orderOf(id, main, two))).verdict).toBe('ordered');
  // The same choice under another name and at another price is the same on the plate: the last name holds.
  const renamed = { ...choice, options: [{ ...chips, name: { en: 'Fries' }, price: unitPrice(5_000) }] };
  await database.current.pool.query('update offering set modifier_groups = $2 where id = $1', [
    main.id,
    JSON.stringify([renamed]),
  ]);
  const later = { modifiers: ['chips'], price: money(10_050), now: factoryNow + 60_000 };
  expect((await placeOrder(database.current, orderOf(whoCancels, main, later))).verdict).toBe('ordered');
  await placeOrder(database.current, orderOf(id, soup));
  const taken = await placeOrder(database.current, orderOf(whoCancels, soup));
  if (taken.verdict !== 'ordered') throw new Error(taken.verdict);
  await cancelOrder(database.current, {
    customerId: whoCancels,
    orderId: taken.orderId,
    idempotency: ownKey(),
    now: factoryNow,
  });
  const heldCart = await placeCart(database.current, {
    customerId: whoCancels,
    lines: [{ offeringId: soup.id, canteenId, day: factoryDay, quantity: 5, price: money(50_000) }],
    price: money(50_000),
    agreed: { portions: [5], mains: [] },
    paymentType: 'creditcard',
    cardPayment: {
      gateway: 'creditcard',
      language: 'en',
      successUrl: 'https://x/ok',
      failUrl: 'https://x/no',
    },
    pickupCode: 'A17',
    idempotency: ownKey(),
    now: factoryNow,
  });
  expect(heldCart.verdict).toBe('held');
  const nameOf = ({ product }: typeof soup) => product.name.en ?? '';
  const wide = Math.max(nameOf(soup).length, nameOf(main).length);
  const row = (dish: string, choices: string, ordered: number, handedOut: number, held = 0) =>
    `Main course  ${dish.padEnd(wide)}  ${choices.padEnd(5)}  ${String(ordered).padEnd(7)}  ${String(handedOut).padEnd(10)}  ${held}`;
  expect(
    (await refectory('portions', '--canteen', key, '--day', '2026-11-20')).out.split('\n').slice(2),
  ).toEqual([
    row(nameOf(soup), '', 1, 0, 5),
    row(nameOf(main), '', 1, 0),
    row(nameOf(main), 'Fries', 3, 0),
    `Portions of "${key}" ordered for 2026-11-20: 5.`,
    '',
  ]);
  await refectory('hand-out', '--canteen', key, '--day', '2026-11-20');
  expect((await refectory('portions', '--canteen', key)).out).toContain(row(nameOf(main), 'Fries', 3, 3));
  expect((await refectory('portions', '--canteen', 'nowhere')).code).toBe(1);
});

test('money is put on an account, and with a reference once', async () => {
  const { userName } = await createCustomer(database.current, { balance: money(100) });
  const paid = ['top-up', userName, '49,90', '--reference', 'receipt 1'];
  expect(await refectory(...paid)).toEqual(fine(`The balance of "${userName}" is 50.90.\n`));
  expect(await refectory(...paid)).toEqual(
    fine(`This payment was booked before, and not again. The balance of "${userName}" is 50.90.\n`),
  );
  expect((await refectory('top-up', userName, '1', '--reference', 'receipt 1')).err).toMatch(
    /belongs to another payment/,
  );
  expect(await refectory('top-up', userName, '0.10')).toEqual(
    fine(`The balance of "${userName}" is 51.00.\n`),
  );
});

test('a cost centre is named by the bills from now on, and --none takes it away', async () => {
  const { userName, id } = await createCustomer(database.current);
  const stored = () => rowsOf('select cost_center from customer where id = $1', [id]);
  expect(await refectory('cost-centre', userName, '4711')).toEqual(
    fine(`The bills of "${userName}" name the cost centre "4711" from now on.\n`),
  );
  expect(await stored()).toEqual([{ cost_center: '4711' }]);
  expect((await refectory('cost-centre', userName)).err).toBe('Name a cost centre, or give --none.\n');
  expect((await refectory('cost-centre', userName, '--none')).code).toBe(0);
  expect(await stored()).toEqual([{ cost_center: null }]);
});

test('the tax of a canteen and of a group is shown and set', async () => {
  await createCanteen(database.current, { key: 'taxed' });
  expect((await refectory('canteen', 'tax', 'taxed')).out).toBe('Tax in the prices of "taxed": no rate.\n');
  expect((await refectory('canteen', 'tax', 'taxed', '12')).code).toBe(0);
  expect((await refectory('canteen', 'tax', 'taxed', '5.5', '--group', 'Drinks')).out).toBe(
    'Tax in the prices of "taxed": 12 %, "Drinks" 5.5 %.\n',
  );
  expect((await refectory('canteen', 'tax', 'taxed', '--group', 'Drinks', '--remove')).out).toBe(
    'Tax in the prices of "taxed": 12 %.\n',
  );
  expect((await refectory('canteen', 'tax', 'taxed', '101')).err).toContain('from 0 to 100');
  expect((await refectory('canteen', 'tax', 'taxed', '--group', 'Drinks')).err).toBe(
    'Give the rate of the group, or --remove.\n',
  );
});

test('a canteen says when its bills close', async () => {
  await createCanteen(database.current, { key: 'billing' });
  const closing = (...when: string[]) => refectory('canteen', 'bill-closing', 'billing', ...when);
  expect((await closing()).out).toBe(
    'Bills of "billing" close when meals are handed out, and at the end of the day for meals that nobody fetched.\n',
  );
  expect((await closing('day-end')).out).toBe(
    'Bills of "billing" close at the end of the day, one for all meals of a customer.\n',
  );
  expect((await closing()).out).toContain('at the end of the day, one');
  expect((await closing('hand-out')).out).toBe(
    'Bills of "billing" close when meals are handed out; meals that nobody fetches are on no bill.\n',
  );
  const refused = await closing('never');
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('hand-out, day-end, either');
  expect((await closing()).out).toContain('when meals are handed out; ');
});

test('a price level holds from now on', async () => {
  const { userName, id } = await createCustomer(database.current);
  expect((await refectory('price-level', userName, 'student')).code).toBe(0);
  expect(await rowsOf('select price_level from account where customer_id = $1', [id])).toEqual([
    { price_level: 'student' },
  ]);
});

describe('hand-out', () => {
  async function ordered(key: string, codes = ['AAAA', 'BBBB']) {
    const canteen = await createCanteen(database.current, { key });
    const dish = await createOffering(database.current, { canteenId: canteen.id });
    const orders = [];
    for (const pickupCode of codes) {
      const { id: customerId, userName } = await createCustomer(database.current);
      const verdict = await placeOrder(database.current, orderOf(customerId, dish, { pickupCode }));
      if (verdict.verdict !== 'ordered') throw new Error(verdict.verdict);
      orders.push({ customerId, userName, orderId: verdict.orderId });
    }
    return orders;
  }
  const collected = (orders: { orderId: number }[]) =>
    rowsOf('select collected_at is not null as collected from orders where id = any ($1) order by id', [
      orders.map(({ orderId }) => orderId),
    ]);

  test('by a code takes one meal, which cannot be cancelled any more; by the day the rest', async () => {
    const orders = await ordered('handed');
    expect(await refectory('hand-out', '--canteen', 'handed', '--code', 'aaaa')).toEqual(
      fine('Meals of "handed" on 2026-11-20 that were handed out: 1.\n'),
    );
    expect(await collected(orders)).toEqual([{ collected: true }, { collected: false }]);
    const [first] = orders;
    const cancelled = await cancelOrder(database.current, {
      customerId: first?.customerId ?? 0,
      orderId: first?.orderId ?? 0,
      idempotency: ownKey(),
      now: factoryNow,
    });
    expect(cancelled.verdict).toBe('handed-out');
    expect((await refectory('hand-out', '--canteen', 'handed', '--code', 'AAAA')).err).toMatch(
      /with the code AAAA/,
    );
    expect(
      (await refectory('hand-out', '--canteen', 'handed', '--day', '2026-11-20', '--register', 'Till 1')).out,
    ).toMatch(/: 1\./);
    expect(
      await rowsOf('select register from bill where customer_id = any ($1) order by id', [
        orders.map(({ customerId }) => customerId),
      ]),
    ).toEqual([{ register: null }, { register: 'Till 1' }]);
    expect(await collected(orders)).toEqual([{ collected: true }, { collected: true }]);
  });

  test('by a code of two customers takes no meal until it is said whose', async () => {
    const orders = await ordered('twins', ['CCCC', 'CCCC']);
    const [first, second] = orders.map(({ userName }) => userName);
    expect((await refectory('hand-out', '--canteen', 'twins', '--code', 'CCCC')).err).toBe(
      `Meals of several customers have the code CCCC: ${first}, ${second}. Say with --customer whose meals.\n`,
    );
    expect(await collected(orders)).toEqual([{ collected: false }, { collected: false }]);
    expect(
      (await refectory('hand-out', '--canteen', 'twins', '--code', 'CCCC', '--customer', second ?? '')).out,
    ).toMatch(/: 1\./);
    expect(await collected(orders)).toEqual([{ collected: false }, { collected: true }]);
  });

  test('of a day to come is refused, and another canteen is left alone', async () => {
    const orders = await ordered('waiting');
    await createCanteen(database.current, { key: 'elsewhere' });
    expect((await refectory('hand-out', '--canteen', 'waiting', '--day', '2026-11-21')).err).toBe(
      'The meals of 2026-11-21 are not cooked yet: today is 2026-11-20.\n',
    );
    expect((await refectory('hand-out', '--canteen', 'elsewhere')).out).toMatch(/: 0\./);
    expect(await collected(orders)).toEqual([{ collected: false }, { collected: false }]);
  });
});

describe('grant', () => {
  const days = ['--from', '2026-12-01', '--to', '2026-12-31'];

  test('part of DATA-14: a bonus is kept with its days and conditions, and raises the bonus balance', async () => {
    const { userName, id } = await createCustomer(database.current);
    const first = await refectory(
      'grant',
      'bonus',
      userName,
      '200',
      ...days,
      '--max-discount',
      '50',
      '--min-bill',
      '100',
      '--currency',
      '{0} points',
    );
    expect(first).toEqual(
      fine(`The bonus balance of "${userName}" is 200.00; the customer sees "200.00 points".\n`),
    );
    expect((await refectory('grant', 'bonus', userName, '0.50', ...days)).out).toContain('200.50 points');
    expect(
      await rowsOf(
        'select valid_from, valid_to, max_discount_percent, min_bill_price, amount, drawn from bonus where customer_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      {
        valid_from: '2026-12-01',
        valid_to: '2026-12-31',
        max_discount_percent: 50,
        min_bill_price: 10_000,
        amount: 20_000,
        drawn: 0,
      },
      {
        valid_from: '2026-12-01',
        valid_to: '2026-12-31',
        max_discount_percent: null,
        min_bill_price: 0,
        amount: 50,
        drawn: 0,
      },
    ]);
  });

  test('part of DATA-15: a voucher is kept with its type, set and days', async () => {
    const { userName, id } = await createCustomer(database.current);
    const given = await refectory(
      'grant',
      'voucher',
      userName,
      '--type',
      'Lunch',
      '--set',
      'December',
      ...days,
    );
    expect(given.code).toBe(0);
    expect(
      await rowsOf(
        'select voucher_type, voucher_set, valid_from, valid_to from voucher where customer_id = $1',
        [id],
      ),
    ).toEqual([
      { voucher_type: 'Lunch', voucher_set: 'December', valid_from: '2026-12-01', valid_to: '2026-12-31' },
    ]);
  });
});

test.each([
  ['a customer there is not', ['top-up', 'nobody', '5'], /no customer "nobody".*customer add/],
  ['an amount that is none', ['top-up', 'x', '-5'], /amount|unknown option/],
  ['an amount of a third decimal', ['top-up', 'x', '1.005'], /amount like 500 or 49\.90/],
  ['a level there is not', ['price-level', 'x', 'king'], /student, employee, other/],
  ['a key with a space', ['canteen', 'add', 'a b', '--name', 'x'], /small letters/],
  ['a zone there is not', ['canteen', 'add', 'ab', '--name', 'x', '--time-zone', 'Mars'], /time zone like/],
  ['a name with a colon', ['customer', 'add', 'a:b'], /without a colon/],
  [
    'a name that drives a terminal',
    ['customer', 'add', '\u001B[31manna'],
    /a character in it that nobody sees/,
  ],
  ['a name of two lines', ['customer', 'add', 'an\nna'], /a character in it that nobody sees/],
  ['a name with a sign of no width', ['customer', 'add', 'an\u200Bna'], /a character in it that nobody sees/],
  ['a name of nothing to see', ['customer', 'add', '\u3164'], /a character in it that nobody sees/],
  ['a very long name', ['customer', 'add', 'a'.repeat(5_000)], /at most 100 characters/],
  ['a first name of two lines', ['customer', 'add', 'x', '--first-name', 'A\nB'], /nobody sees/],
  ['no e-mail address', ['customer', 'add', 'x', '--email', 'not an email'], /an e-mail address such as/],
  [
    'an address without an end',
    ['customer', 'add', 'x', '--email', 'anna@example'],
    /an e-mail address such as/,
  ],
  ['an empty reference', ['top-up', 'x', '1', '--reference', ''], /has to be a text, and is empty/],
  ['a very long reference', ['top-up', 'x', '1', '--reference', 'r'.repeat(5_000)], /at most 200 characters/],
  [
    'days the wrong way round',
    ['grant', 'voucher', 'x', '--type', 'a', '--set', 'b', '--from', '2026-12-02', '--to', '2026-12-01'],
    /before it begins/,
  ],
  ['a command there is not', ['hand-in'], /unknown command 'hand-in'/],
  ['a copy of a server', ['backup', '/tmp/x'], /pg_dump/],
])('%s is refused in a sentence', async (_, words, sentence) => {
  const { code, out, err } = await refectory(...words);
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toMatch(sentence);
  expect(err).not.toContain('    at ');
});

test('the options a command needs stand in its usage, in its help and where one is missing', async () => {
  const usage = 'Usage: refectory grant bonus [options] <user name> <amount> --from <day> --to <day>\n';
  expect((await refectory('grant', 'bonus', '--help')).out).toContain(usage);
  expect(await refectory('grant', 'bonus', 'anna', '200')).toEqual({
    code: 1,
    out: '',
    err: `error: required option '--from <day>' not specified\n${usage}Add --help to see how the command is used.\n`,
  });
});

test('the help names every command, and each has one of its own', async () => {
  const { code, out } = await refectory('--help');
  expect(code).toBe(0);
  const names = [...out.matchAll(/^ {2}([a-z-]+) .*?(?: {2,})\S/gm)].map(([, name = '']) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'canteen',
      'import-menu',
      'close-day',
      'open-day',
      'hand-out',
      'customer',
      'top-up',
      'price-level',
      'grant',
      'check-ledger',
      'backup',
    ]),
  );
  for (const name of names.filter((known) => known !== 'help')) {
    const help = await refectory(name, '--help');
    expect(help.code).toBe(0);
    expect(help.out).toContain(`Usage: refectory ${name}`);
  }
});
