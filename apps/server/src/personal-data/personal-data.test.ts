import { failureOf } from '@refectory/contract/errors';
import { createCustomer, createOffering, factoryNow, orderOf } from '@refectory/database/factories';
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
      customData: [{ label: 'Středisko', value: '4711' }],
    },
    account: { balance: 90_000 },
    orders: [
      { id: kept.orderId, name: 'Vývar', state: 'placed', orderPrice: 10_000, placedAt: factoryNow },
      { id: given.orderId, name: 'Vývar', state: 'cancelled', cancelledAt: factoryNow },
    ],
    transactions: [
      { name: 'opening', amount: 100_000 },
      { name: 'order', amount: -10_000 },
      { name: 'order', amount: -10_000 },
      { name: 'cancel', amount: 10_000 },
    ],
    bonuses: [{ bonus: 5_000, balance: 5_000, currency: '{0} points' }],
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

test('the export knows every table that names a customer', async () => {
  const { rows } = await database.current.pool.query<{ table: string }>(
    `select distinct table_name as "table" from information_schema.columns
      where table_schema = 'public' and column_name in ('customer_id', 'giver_id') order by 1`,
  );
  const exported = [
    'account',
    'audit_event',
    'bonus',
    'bonus_account',
    'comment',
    'custom_data',
    'exchange',
    'movement',
    'orders',
    'outbox',
    'session',
    'terms_consent',
    'voucher',
  ];
  // Copies for repeats of calls, the head of a cart whose orders are there, a link that lives an hour, and the view of
  // the movements.
  const passing = ['cart', 'idempotency_answer', 'ledger_entry', 'mailed_link'];
  expect(rows.map(({ table }) => table)).toEqual([...exported, ...passing].toSorted());
});
