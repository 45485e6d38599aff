import { createHash } from 'node:crypto';

import { api } from '@refectory/contract/api';
import { methodOf, type Endpoint } from '@refectory/contract/endpoint';
import { Settings } from '@refectory/contract/settings';
import { cardDigest, giveCard, setCardBlocked } from '@refectory/database/cards';
import { createCustomer, createOffering, factoryNow } from '@refectory/database/factories';
import { addLoyaltySystem, findLoyaltySystem, requestPairing } from '@refectory/database/pairings';
import { openDatabase, SERVING_TIMEOUTS } from '@refectory/database/database';
import { publishTerms } from '@refectory/database/terms';
import {
  inTransaction as inOpenTransaction,
  WAITING,
  waitingForLock,
} from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { inTransaction } from '@refectory/database/transaction';
import { money } from '@refectory/domain/money';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import { hashPassword } from '../session/password-hash.ts';
import { createChangeOnce } from './change-once.ts';
import { refuse } from './refusal.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { mailedToken } from '../testing/mails.ts';

const database = useTestDatabase();

const { customerFields } = z.parse(Settings, {
  customerFields: { common: [{ id: 'firstName' }, { id: 'email', type: 'email' }] },
});
const EVERYTHING = {
  customerFields,
  allowRegistration: true,
  allowPasswordRecovery: true,
  allowProfileEdit: true,
  allowGuestComments: true,
  allowCardAdministration: true,
  allowPairingManagement: true,
  virtualCard: true,
  commentDelayTime: 0,
} as const;

let made = 0;
const newAddress = () => `once-${(made += 1)}@example.org`;
const newCard = () => `7000${(made += 1)}`;

/** A customer with a password and an address, who is signed in where everything is switched on. */
async function withCustomer() {
  const t = await createTestApp({ database: database.current, settings: EVERYTHING });
  const email = newAddress();
  const passwordHash = await hashPassword('the old one');
  const customer = await createCustomer(database.current, { email, passwordHash });
  const own = await t.loginAs(customer);
  const give = async (isBlocked = false) => {
    const change = { customerId: customer.id, actor: 'test', now: factoryNow };
    const digest = await cardDigest(database.current, newCard());
    await inTransaction(database.current, async (transaction) => {
      await giveCard(transaction, { ...change, digest });
      if (isBlocked) await setCardBlocked(transaction, { ...change, isBlocked });
    });
  };
  const pairing = async () => {
    const name = `Club ${(made += 1)}`;
    await addLoyaltySystem(database.current, { name, origin: 'https://club.example.org', now: factoryNow });
    return requestPairing(database.current, {
      customerId: customer.id,
      loyaltySystemId: (await findLoyaltySystem(database.current, name))?.id ?? 0,
      externalCustomerName: 'Anna M.',
      validTill: factoryNow + 60 * 60_000,
      now: factoryNow,
    });
  };
  const order = async () => {
    const { id: mealId, canteenId, offering } = await createOffering(database.current);
    return { mealId, canteenId, date: offering.day, quantity: 1 };
  };
  return { ...t, customer, email, own, give, pairing, order };
}
type Prepared = Awaited<ReturnType<typeof withCustomer>>;

const mailed = (address: string) => mailedToken(database.current, address);
const byToken = async ({ pairing }: Prepared) => ({
  body: { pairingToken: (await pairing()).token },
  other: { pairingToken: 'another' },
});
const byString = async ({ pairing }: Prepared) => ({
  body: { pairingString: (await pairing()).text },
  other: { pairingString: 'another' },
});

/** The body that a change is made with, and what another body under its key says instead; nothing where it has none. */
type Bodies = { readonly body: object; readonly other: object } | undefined;
const otherToken = { token: 'another' };
const registration = () => ({ firstName: 'Ota', email: newAddress() });

/** What has to be there for each change to succeed once. */
const changes: Readonly<Record<string, (t: Prepared) => Bodies | Promise<Bodies>>> = {
  startRegistration: () => ({ body: registration(), other: { firstName: 'Eva' } }),
  finishRegistration: async ({ own }) => {
    const body = registration();
    await own.startRegistration({ body });
    return {
      body: { token: await mailed(body.email), password: 'a good long one' },
      other: { password: 'another long one' },
    };
  },
  changePassword: () => ({
    body: { passwordOld: 'the old one', passwordNew: 'a good long one' },
    other: { passwordNew: 'another long one' },
  }),
  requestPasswordReset: ({ email }) => ({ body: { email }, other: { email: newAddress() } }),
  resetPassword: async ({ own, email }) => {
    await own.requestPasswordReset({ body: { email } });
    return {
      body: { resetKey: await mailed(email), passwordNew: 'a good long one' },
      other: { passwordNew: 'another long one' },
    };
  },
  updateCustomer: () => ({ body: { firstName: 'Ota' }, other: { firstName: 'Eva' } }),
  sendComment: () => ({ body: { comment: 'The soup was cold' }, other: { comment: 'It was warm' } }),
  finishEmailChange: async ({ own }) => {
    const email = newAddress();
    await own.updateCustomer({ body: { email } });
    return { body: { token: await mailed(email) }, other: otherToken };
  },
  repeatEmailChange: async ({ own }) => void (await own.updateCustomer({ body: { email: newAddress() } })),
  cancelEmailChange: () => undefined,
  startCardChange: () => ({ body: { cardNumber: '12345670' }, other: { cardNumber: '12345671' } }),
  finishCardChange: async ({ own, email }) => {
    await own.startCardChange({ body: { cardNumber: newCard() } });
    return { body: { token: await mailed(email) }, other: otherToken };
  },
  startCardRevocation: async ({ give }) => {
    await give();
    return undefined;
  },
  finishCardRevocation: async ({ own, email, give }) => {
    await give();
    await own.startCardRevocation();
    return { body: { token: await mailed(email) }, other: otherToken };
  },
  unblockCard: async ({ give }) => {
    await give(true);
    return undefined;
  },
  resetVirtualCard: () => undefined,
  confirmPairing: byToken,
  rejectPairing: byToken,
  deletePairing: byToken,
  invalidatePairing: async (t) => {
    const bodies = await byToken(t);
    await t.own.confirmPairing(bodies);
    return bodies;
  },
  confirmPairingByString: byString,
  rejectPairingByString: byString,
  submitCart: async ({ order }) => ({
    body: { price: 100, orderDate: '2026-11-20 08:00:00', items: [await order()] },
    other: { price: 99 },
  }),
  createDirectOrder: async ({ order }) => ({
    body: { price: 100, item: await order() },
    other: { price: 99 },
  }),
  cancelOrder: async ({ own, order }) => {
    const { orderId = 0 } = await own.createDirectOrder({
      body: { price: money(10_000), item: await order() },
    });
    return { body: { orderId }, other: { orderId: orderId + 1 } };
  },
  // The last one: from then on who orders has to agree.
  acceptTerms: async () => {
    const texts = { en: 'Be kind' };
    const version = await publishTerms(database.current, { texts, isBinding: true, now: factoryNow });
    const termsHash = createHash('sha256').update(texts.en).digest('hex');
    return { body: { termsHash, versions: [version] }, other: { versions: [String(version)] } };
  },
};
/** It is asked about first: `exchange.test.ts` repeats it. */
const ASKED = 'exchangeOrder';

test('every change is looked at', () => {
  const all = Object.entries<Endpoint>(api).filter(([, definition]) => definition.changes);
  expect([...Object.keys(changes), ASKED].toSorted()).toEqual(all.map(([name]) => name).toSorted());
});

test.each(Object.entries(changes))(
  'API-59 %s is made once: a repeat has the first answer and says so, and another body is refused',
  async (name, prepare) => {
    const t = await withCustomer();
    const bodies = await prepare(t);
    const definition: Endpoint = api[name as keyof typeof api];
    const token = await t.tokenFor(definition.auth === 'customer' ? t.customer : undefined);
    const send = async (body: object | undefined) =>
      t.app.inject({
        method: methodOf(definition),
        url: `/api${definition.path}`,
        headers: { 'x-asw-token': token, 'idempotency-key': 'the-key' },
        ...(body && { payload: body }),
      });
    const first = await send(bodies?.body);
    expect(first.json()).toMatchObject({ success: true });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    const repeat = await send(bodies?.body);
    expect(repeat.json()).toEqual(first.json());
    expect(repeat.headers).toHaveProperty('idempotency-replayed', 'true');
    if (bodies === undefined) return;
    const other = await send({ ...bodies.body, ...bodies.other });
    expect(other.json()).toMatchObject({ success: false, error: { code: 'keyReused' } });
    expect(other.statusCode).toBe(422);
    expect(other.headers).not.toHaveProperty('idempotency-replayed');
  },
);

test('a change with a secret takes a turn of the sign-ins only where it may be made, one of a caller at a time', async () => {
  const { customer } = await withCustomer();
  const turns = { taken: 0, running: 0, most: 0 };
  const changeOnce = createChangeOnce(database.current, async (work) => {
    turns.taken += 1;
    turns.running += 1;
    turns.most = Math.max(turns.most, turns.running);
    try {
      return await work();
    } finally {
      turns.running -= 1;
    }
  });
  const call = (key: string) => ({
    session: {
      token: 'x',
      customerId: customer.id,
      priceLevel: customer.priceLevel,
      language: null,
      owesTerms: false,
      needsPassword: false,
    },
    idempotency: { key, requestHash: Buffer.alloc(32) },
    now: factoryNow,
    markReplayed: () => undefined,
  });
  const secret = { cardNumber: '70001' };
  const change = () => Promise.resolve();
  await Promise.all(
    ['a', 'b', 'c'].map((key) => changeOnce(call(key), () => Promise.resolve(change), secret)),
  );
  expect(turns).toMatchObject({ taken: 3, most: 1 });
  const refused = changeOnce(call('d'), () => Promise.reject(refuse('tooManyTries', { seconds: 1 })), secret);
  await expect(refused).rejects.toMatchObject({ code: 'tooManyTries' });
  expect(turns.taken).toBe(3);
});

test('a customer whose row is held keeps no other from the server, however many changes they make', async () => {
  const served = openDatabase(database.current.connection, { max: 5, timeouts: SERVING_TIMEOUTS });
  const t = await createTestApp({ database: served, settings: EVERYTHING });
  onTestFinished(async () => {
    await t.app.close();
    await served.close();
  });
  const { id } = await createCustomer(database.current);
  const { id: otherId } = await createCustomer(database.current);
  const other = await t.loginAs({ id: otherId });
  const token = await t.tokenFor({ id });
  const changeProfile = (firstName: string) =>
    t.app.inject({
      method: methodOf(api.updateCustomer),
      url: `/api${api.updateCustomer.path}`,
      headers: { 'x-asw-token': token },
      payload: { firstName },
    });
  const all = await inOpenTransaction(database.current, async (holder) => {
    await holder.query('select from customer where id = $1 for update', [id]);
    const begun = Array.from({ length: 33 }, (_, index) => changeProfile(`Ota ${index}`));
    await waitingForLock(database.current);
    // One more than may wait: all have come as far as they come.
    expect((await Promise.any(begun)).json()).toMatchObject({ error: { code: 'tooManyOrders' } });
    expect(await other.getCustomer()).toMatchObject({ id: otherId });
    const { rowCount } = await database.current.pool.query(WAITING);
    expect(rowCount).toBe(1);
    return begun;
  });
  const codes = (await Promise.all(all)).map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code === 200)).toHaveLength(32);
});
