import { createHash } from 'node:crypto';

import { failureOf } from '@refectory/contract/errors';
import { createCustomer, createOffering, factoryNow } from '@refectory/database/factories';
import { publishTerms } from '@refectory/database/terms';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const publish = (texts: { en?: string; cs?: string }, isBinding = true) =>
  publishTerms(database.current, { texts, isBinding, now: factoryNow });

/** A customer, what they order, and everything that needs terms. */
async function orderer() {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current);
  const jana = await t.loginAs(customer);
  const dish = await createOffering(database.current);
  const item = {
    mealId: dish.id,
    date: dish.offering.day,
    quantity: 1,
    canteenId: dish.canteenId,
  };
  const order = { price: money(10_000), item };
  const cart = {
    price: money(10_000),
    orderDate: '2026-11-20 08:00:00',
    items: [{ ...item, price: money(10_000) }],
  };
  return { t, customer, jana, order, cart };
}

const refused = { kind: 'refused', status: 400, code: 'termsNotAccepted' };
const consentsOf = async (customerId: number) =>
  (
    await database.current.pool.query(
      `select version, language, encode(text_hash, 'hex') as hash, accepted_at as at
         from terms_consent where customer_id = $1 order by version`,
      [customerId],
    )
  ).rows;

test('without terms there is nothing to accept, and everybody orders', async () => {
  const { jana, order } = await orderer();
  expect(await jana.getTerms()).toEqual({ content: '' });
  expect(await jana.createDirectOrder({ body: order })).toHaveProperty('orderId');
});

test('part of API-35: the terms in force come in the language of the call, with hash and version, to customers only', async () => {
  const { t, customer } = await orderer();
  const version = await publish({ en: '<p>One</p>', cs: '<p>Jedna</p>' });
  const terms = async (language: 'en' | 'cs' | 'pl') => (await t.loginAs(customer, language)).getTerms();
  expect(await terms('cs')).toEqual({
    content: '<p>Jedna</p>',
    termsHash: sha256('<p>Jedna</p>'),
    termsVersion: version,
  });
  expect(await terms('pl')).toMatchObject({ content: '<p>One</p>', termsHash: sha256('<p>One</p>') });
  const guest = t.client('en', await t.tokenFor());
  expect(await guest.getTerms().catch(failureOf)).toMatchObject({ status: 401, code: 'loginRequired' });
});

test('part of API-36: ordering waits for the terms; what was accepted is kept with its text, version and moment', async () => {
  const { t, customer, jana, order, cart } = await orderer();
  const version = await publish({ en: 'Two', cs: 'Dvě' });
  expect(await jana.createDirectOrder({ body: order }).catch(failureOf)).toMatchObject(refused);
  expect(await jana.checkCart({ body: cart }).catch(failureOf)).toMatchObject(refused);
  expect(await jana.submitCart({ body: cart }).catch(failureOf)).toMatchObject(refused);
  expect(await jana.exchangeOrder({ body: { orderId: 1 } }).catch(failureOf)).toMatchObject(refused);
  // Nobody is kept from reading, or from giving back what they have.
  expect(await jana.listOrders()).toHaveProperty('orders');
  expect(await jana.cancelOrder({ body: { orderId: 1 } }).catch(failureOf)).toMatchObject({
    code: 'unknownOrder',
  });

  t.clock.advance(60_000);
  await jana.acceptTerms({ body: { termsHash: sha256('Dvě'), versions: [version], termsVersion: version } });
  expect(await consentsOf(customer.id)).toEqual([
    { version, language: 'cs', hash: sha256('Dvě'), at: factoryNow + 60_000 },
  ]);
  // At once, also where what a read remembers is from before.
  expect(await jana.checkCart({ body: cart })).toEqual({});
  expect(await jana.getTerms()).toMatchObject({ acceptedVersion: version });
  expect(await jana.createDirectOrder({ body: order })).toHaveProperty('orderId');

  const next = await publish({ en: 'Three' });
  expect(await jana.getTerms()).toMatchObject({ termsVersion: next, acceptedVersion: version });
  expect(await jana.createDirectOrder({ body: order }).catch(failureOf)).toMatchObject(refused);
});

test.each([
  ['another text', (version: number) => ({ termsHash: sha256('Something else'), versions: [version] })],
  ['another version', (version: number) => ({ termsHash: sha256('Four'), versions: [version + 1] })],
  [
    'an earlier version besides',
    (version: number) => ({ termsHash: sha256('Four'), versions: [version, 1] }),
  ],
])('%s than the terms in force is refused, and nothing is stored', async (_, accepted) => {
  const { customer, jana } = await orderer();
  const version = await publish({ en: 'Four' });
  const failure = await jana.acceptTerms({ body: accepted(version) }).catch(failureOf);
  expect(failure).toMatchObject({ status: 400, code: 'termsChanged' });
  expect(await consentsOf(customer.id)).toEqual([]);
});

test('terms that are only told have no hash, and hold nobody up', async () => {
  const { jana, order } = await orderer();
  const binding = await publish({ en: 'Accepted' });
  await jana.acceptTerms({ body: { termsHash: sha256('Accepted'), versions: [binding] } });
  const version = await publish({ en: 'Told' }, false);
  expect(await jana.getTerms()).toEqual({ content: 'Told', termsVersion: version, acceptedVersion: binding });
  expect(await jana.createDirectOrder({ body: order })).toHaveProperty('orderId');
  const body = { termsHash: sha256('Told'), versions: [version] };
  expect(await jana.acceptTerms({ body }).catch(failureOf)).toMatchObject({ code: 'termsChanged' });
});

test('a later version that is only told about lifts no obligation, and is shown once that is met', async () => {
  const { jana, order } = await orderer();
  const binding = await publish({ en: 'To be accepted' });
  const told = await publish({ en: 'Told later' }, false);
  expect(await jana.createDirectOrder({ body: order }).catch(failureOf)).toMatchObject(refused);
  const hash = sha256('To be accepted');
  expect(await jana.getTerms()).toEqual({
    content: 'To be accepted',
    termsHash: hash,
    termsVersion: binding,
  });
  await jana.acceptTerms({ body: { termsHash: hash, versions: [binding] } });
  expect(await jana.createDirectOrder({ body: order })).toHaveProperty('orderId');
  expect(await jana.getTerms()).toEqual({
    content: 'Told later',
    termsVersion: told,
    acceptedVersion: binding,
  });
});

test('a version given as a text is the same, and a consent that is sent again is one', async () => {
  const { customer, jana } = await orderer();
  const version = await publish({ en: 'Five' });
  const body = { termsHash: sha256('Five'), versions: [String(version)] };
  await jana.acceptTerms({ body });
  await jana.acceptTerms({ body });
  expect(await consentsOf(customer.id)).toHaveLength(1);
  const { rows } = await database.current.pool.query(
    'select kind, actor, details from audit_event where customer_id = $1',
    [customer.id],
  );
  expect(rows).toEqual([
    {
      kind: 'terms-accepted',
      actor: 'customer',
      details: { version, language: 'en', hash: sha256('Five') },
    },
  ]);
});

test('part of API-59: a repeat of a consent is answered like the first, and another one under its key is refused', async () => {
  const { t, customer } = await orderer();
  const version = await publish({ en: 'Six' });
  const accept = async (versions: unknown[], key = 'the-key') =>
    t.app.inject({
      method: 'POST',
      url: '/api/customer/terms',
      headers: { 'x-asw-token': token, 'idempotency-key': key },
      payload: { termsHash: sha256('Six'), versions },
    });
  const token = await t.tokenFor(customer);
  const first = await accept([version]);
  expect(first.json()).toEqual({ success: true });
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  const repeat = await accept([version]);
  expect(repeat.headers['idempotency-replayed']).toBe('true');
  expect(repeat.json()).toEqual(first.json());
  expect((await accept([String(version)])).statusCode).toBe(422);
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => accept([version], 'at-once')));
  expect(atOnce.filter(({ statusCode }) => statusCode === 200)).not.toEqual([]);
  expect(atOnce.some(({ statusCode }) => statusCode === 409)).toBe(true);
  expect(atOnce.filter(({ statusCode }) => statusCode !== 200).map(({ statusCode }) => statusCode)).toEqual(
    atOnce.filter(({ statusCode }) => statusCode !== 200).map(() => 409),
  );
});

test('terms, consents and what was recorded cannot be changed or removed', async () => {
  const { pool } = database.current;
  for (const statement of [
    `update terms_text set content = ''`,
    'update terms set is_binding = false',
    'delete from terms',
    'delete from terms_consent',
    'truncate audit_event',
    `update audit_event set actor = 'nobody'`,
  ])
    await expect(pool.query(statement)).rejects.toThrow('append-only');
});
