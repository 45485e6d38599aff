import { failureOf } from '@refectory/contract/errors';
import { placeCart } from '@refectory/database/cart-functions';
import {
  cardCartOf,
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  holdCart,
  orderOf,
} from '@refectory/database/factories';
import { handOut } from '@refectory/database/hand-out';
import { cancelOrder, ownKey, placeOrder } from '@refectory/database/order-functions';
import { publishTerms, termsHash } from '@refectory/database/terms';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { hashPassword } from '../session/password-hash.ts';
import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

test('the export holds everything that is kept of a customer, in their language, and no secret', async () => {
  const t = await createTestApp({ database: database.current, settings: { allowGuestComments: true } });
  const passwordHash = await hashPassword('a good long one');
  const customer = await createCustomer(database.current, {
    passwordHash,
    firstName: 'Anna',
    email: 'anna@example.org',
    customData: [{ label: { en: 'Cost centre', cs: 'Středisko' }, value: '4711' }],
    bonus: { amount: money(5_000), currencyFormat: { en: '{0} points' } },
  });
  const dish = await createOffering(database.current, { product: { name: { en: 'Broth', cs: 'Vývar' } } });
  const [kept, given] = [
    await placeOrder(database.current, orderOf(customer.id, dish)),
    await placeOrder(database.current, orderOf(customer.id, dish, { agreed: { portions: 2, mains: 2 } })),
  ];
  if (kept.verdict !== 'ordered' || given.verdict !== 'ordered') throw new Error('the orders were refused');
  await cancelOrder(database.current, {
    customerId: customer.id,
    orderId: given.orderId,
    idempotency: ownKey(),
    now: factoryNow,
  });
  await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: factoryNow });
  const version = await publishTerms(database.current, {
    texts: { cs: 'Text' },
    isBinding: true,
    now: factoryNow,
  });
  const token = await t.tokenFor(customer);
  const anna = t.client('cs', token);
  await anna.acceptTerms({ body: { termsHash: termsHash('Text'), versions: [version] } });
  await anna.sendComment({ body: { comment: 'Hello' } });

  const data = await anna.exportPersonalData();
  expect(data).toMatchObject({
    customer: {
      firstName: 'Anna',
      email: 'anna@example.org',
      language: 'cs',
      customData: [{ label: 'Středisko', value: '4711' }],
    },
    account: { balance: 95_000 },
    orders: [
      { id: kept.orderId, name: 'Vývar', state: 'placed', orderPrice: 10_000, placedAt: factoryNow },
      { id: given.orderId, name: 'Vývar', state: 'cancelled', cancelledAt: factoryNow },
    ],
    transactions: [
      { name: 'Bonus', amount: 5_000 },
      { name: 'Zrušení objednávky', description: 'Vývar', amount: 10_000 },
      { name: 'Objednávka', description: 'Vývar', amount: -10_000 },
      { name: 'Objednávka', description: 'Vývar', amount: -10_000 },
      { name: 'Počáteční zůstatek', amount: 100_000 },
    ],
    consumption: [{ id: kept.orderId, recipe: 'Vývar', price: 10_000 }],
    bills: [{ priceWIT: 10_000, usedBonus: 5_000, items: [{ prodid: kept.orderId, name: 'Vývar' }] }],
    bonuses: [{ bonus: 5_000, drawn: 5_000, balance: 0, currency: '{0} points' }],
    comments: [{ comment: 'Hello', sentAt: factoryNow }],
    consents: [{ termsVersion: version, language: 'cs', content: 'Text', termsHash: termsHash('Text') }],
    sessions: [{ keepLogged: false, createdAt: factoryNow }],
    events: [{ kind: 'terms-accepted', actor: 'customer' }],
  });
  const text = JSON.stringify(data);
  expect([passwordHash, token].filter((secret) => text.includes(secret))).toEqual([]);
});

test('the export of somebody else is theirs alone, and a guest has none', async () => {
  const t = await createTestApp({ database: database.current });
  const [one, other] = [await createCustomer(database.current), await createCustomer(database.current)];
  const dish = await createOffering(database.current);
  await placeOrder(database.current, orderOf(other.id, dish));
  const { orders, customer } = await (await t.loginAs(one)).exportPersonalData();
  expect([orders, customer.id]).toEqual([[], one.id]);
  const guest = t.client('en', await t.tokenFor());
  expect(await guest.exportPersonalData().catch(failureOf)).toMatchObject({ code: 'loginRequired' });
});

test('the export holds cards, pairings, payments, and what the form of a cart said', async () => {
  const t = await createTestApp({ database: database.current });
  const [customer, stranger] = [
    await createCustomer(database.current),
    await createCustomer(database.current),
  ];
  const { pool } = database.current;
  const now = new Date(factoryNow);
  const { rows } = await pool.query<{ id: number }>(
    `insert into loyalty_system (name, added_at) values ('Club', $1) returning id`,
    [now],
  );
  const dish = await createOffering(database.current);
  for (const { id } of [customer, stranger]) {
    await pool.query(`insert into card (customer_id, number_digest, given_at) values ($1, $2, $3)`, [
      id,
      Buffer.from(`digest of ${id}`),
      now,
    ]);
    await pool.query('insert into virtual_card (customer_id, code, made_at) values ($1, $2, $3)', [
      id,
      `code of ${id}`,
      now,
    ]);
    await pool.query(
      `insert into pairing (customer_id, loyalty_system_id, status, token, string_hash, requested_at, valid_till)
       values ($1, $2, 'pending', $3, $4, $5, $5), ($1, $2, 'removed', $6, $7, $5, $5)`,
      [
        id,
        rows[0]?.id,
        `token-${id}`,
        Buffer.from(`hash ${id}`),
        now,
        `removed-${id}`,
        Buffer.from(`gone ${id}`),
      ],
    );
    await pool.query(
      `insert into payments.payment
         (public_id, customer_id, purpose, gateway, language, amount, success_url, fail_url, created_at, expires_at)
       values ($1, $2, 'top-up', 'sandbox', 'en', 12345, 'https://a.example', 'https://a.example', $3, $3)`,
      [`payment-${id}`, id, now],
    );
    const { id: offeringId, canteenId, offering } = dish;
    const ordered = await placeCart(database.current, {
      customerId: id,
      lines: [{ offeringId, canteenId, day: offering.day, quantity: 1 }],
      price: money(10_000),
      additionalData: [{ variableId: 'note', value: `for ${id}` }],
      idempotency: ownKey(),
      pickupCode: 'X1',
      now: factoryNow,
    });
    expect(ordered).toMatchObject({ verdict: 'ordered' });
  }
  const data = await (await t.loginAs(customer)).exportPersonalData();
  expect(data).toMatchObject({
    card: { isBlocked: false, givenAt: factoryNow },
    virtualCard: { code: `code of ${customer.id}`, madeAt: factoryNow },
    pairings: [
      // Its time was over at this moment.
      { pairingStatus: 'missed', loyaltySystem: 'Club', pairingToken: `token-${customer.id}` },
      { pairingStatus: 'invalid', pairingToken: `removed-${customer.id}` },
    ],
    carts: [{ price: 10_000, additionalData: [{ variableId: 'note', value: `for ${customer.id}` }] }],
    payments: [{ paymentId: `payment-${customer.id}`, amount: 12_345, refunded: 0, state: 'created' }],
  });
  expect(JSON.stringify(data)).not.toMatch(
    new RegExp(`(?:of|for|token-|payment-) ?${stranger.id}\\b|digest`),
  );
});

test('the export knows every table that names a customer', async () => {
  const { rows } = await database.current.pool.query<{ table: string }>(
    `select distinct table_name as "table" from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema') and column_name in ('customer_id', 'giver_id')
      order by 1`,
  );
  const exported = [
    'account',
    'audit_event',
    'bill',
    'bill_item',
    'bonus',
    'bonus_account',
    'card',
    'cart',
    'comment',
    'custom_data',
    'exchange',
    'movement',
    'orders',
    'outbox',
    'pairing',
    'payment',
    'session',
    'terms_consent',
    'virtual_card',
    'voucher',
  ];
  // Copies for repeats of calls, a token that lives for minutes, a link that lives for hours, and the view of the movements.
  const passing = ['card_token', 'idempotency_answer', 'ledger_entry', 'mailed_link'];
  expect(rows.map(({ table }) => table)).toEqual([...exported, ...passing].toSorted());
});

test('the export tells how a cart is wanted, and what was held for one that was never paid', async () => {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current);
  const dish = await createOffering(database.current, { product: { name: { en: 'Goulash' } } });
  await holdCart(database.current, customer.id, [[dish, 2]], { delivery: 'toTable' });
  const fromAccount = { paymentType: 'account', cardPayment: undefined, delivery: 'toTakeAway' } as const;
  await placeCart(database.current, cardCartOf(customer.id, [[dish, 1]], fromAccount));
  const { carts, orders } = await (await t.loginAs(customer)).exportPersonalData();
  expect(carts).toMatchObject([
    {
      state: 'released',
      delivery: 'toTable',
      dishes: [{ name: 'Goulash', date: factoryDay, quantity: 2, price: 20_000 }],
    },
    { state: 'ordered', delivery: 'toTakeAway' },
  ]);
  expect(carts[1]).not.toHaveProperty('dishes');
  expect(orders).toMatchObject([{ delivery: 'toTakeAway' }]);
});
