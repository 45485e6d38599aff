import { api } from '@refectory/contract/api';
import type { Endpoint } from '@refectory/contract/endpoint';
import { failureOf } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import { topUp } from '@refectory/contract/top-up';
import { cardDigest, giveCard, setCardBlocked } from '@refectory/database/cards';
import { createCustomer, createOffering, factoryDay, factoryNow } from '@refectory/database/factories';
import { addTerminal, removeTerminal } from '@refectory/database/terminals';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { inTransaction } from '@refectory/database/transaction';
import { VIRTUAL_CARD_CODES } from '@refectory/domain/card';
import { money } from '@refectory/domain/money';
import { beforeEach, describe, expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';

import { REFUSED_CARDS_IN_A_DAY } from './login-limits.ts';
import { hashPassword } from './password-hash.ts';

const database = useTestDatabase();

beforeEach(async () => {
  await database.current.pool.query('delete from card_token');
  await database.current.pool.query('delete from terminal');
  await database.current.pool.query('delete from login_limit');
});

let made = 0;
async function withCard(settings: Partial<Settings> = {}) {
  const t = await createTestApp({
    database: database.current,
    settings: {
      allowCardLogin: true,
      allowCardAdministration: true,
      virtualCard: true,
      allowProfileEdit: true,
      ...settings,
    },
  });
  const card = `0499${(made += 1)}AB`;
  const customer = await createCustomer(database.current, {
    email: `kiosk-${made}@example.org`,
    firstName: 'Anna',
    lastName: 'Malá',
    passwordHash: await hashPassword('the right one'),
  });
  const digest = await cardDigest(database.current, card);
  const change = { customerId: customer.id, actor: 'test', now: factoryNow };
  await inTransaction(database.current, (transaction) => giveCard(transaction, { ...change, digest }));
  const block = () =>
    inTransaction(database.current, (transaction) =>
      setCardBlocked(transaction, { ...change, isBlocked: true }),
    );
  /** The token of a session that is begun with a card, which was read in a guest's session of its own. */
  async function tokenByCard(cardId = card, terminal?: string) {
    const guest = t.client('en', await t.tokenFor());
    const { token } = await guest.loginByCard({ body: { cardId, ...(terminal && { terminal }) } });
    return (await guest.login({ authorization: `Card ${token}` })).sessionToken;
  }
  const signIn = async (cardId?: string, terminal?: string) =>
    t.client('en', await tokenByCard(cardId, terminal));
  return {
    ...t,
    card,
    customer,
    signIn,
    tokenByCard,
    block,
    guest: async () => t.client('en', await t.tokenFor()),
  };
}

const codeOf = async (call: Promise<unknown>) => {
  const failure = await call.then(() => undefined, failureOf);
  return failure && 'code' in failure ? failure.code : failure?.kind;
};

describe('signing in with a card', () => {
  test('part of API-11, AUTH-16: the token of a card that was read signs its customer in', async () => {
    const t = await withCard();
    const signedIn = await t.signIn();
    expect(await signedIn.getCustomer()).toMatchObject({ id: t.customer.id, cardStatus: 'USED' });
    const { rows } = await database.current.pool.query(
      `select kind, details from audit_event where customer_id = $1 order by id desc limit 1`,
      [t.customer.id],
    );
    expect(rows).toEqual([{ kind: 'signed-in', details: { byCard: true, terminal: null } }]);
  });

  test('part of AUTH-16: the word before the token is that of the settings', async () => {
    const t = await withCard({ cardAuthorizationScheme: 'Badge' });
    const guest = await t.guest();
    const { token } = await guest.loginByCard({ body: { cardId: t.card } });
    expect(await codeOf(guest.login({ authorization: `Card ${token}` }))).toBe('wrongCredentials');
    expect(await guest.login({ authorization: `badge ${token}` })).toHaveProperty('sessionToken');
  });

  test('a card is known however a reader writes it, and so is the card on the screen', async () => {
    const t = await withCard();
    expect(await t.signIn(t.card.toLowerCase().replaceAll(/(..)/g, '$1:'))).toBeDefined();
    const { webidentcode = '' } = await (await t.loginAs(t.customer)).resetVirtualCard();
    expect(await (await t.signIn(webidentcode)).getCustomer()).toMatchObject({ id: t.customer.id });
    await (await t.loginAs(t.customer)).resetVirtualCard();
    expect(await codeOf(t.signIn(webidentcode))).toBe('cardRefused');
  });

  test('part of AUTH-17: a card login with an answer to a question is understood', async () => {
    const t = await withCard();
    const guest = await t.guest();
    expect(await guest.loginByCard({ body: { cardId: t.card, force: 'yes' } })).toHaveProperty('token');
  });

  test('unknown, blocked and revoked cards are refused alike, and so is that of a blocked customer', async () => {
    const t = await withCard();
    const refusal = async (cardId: string) =>
      (await t.guest()).loginByCard({ body: { cardId } }).catch(failureOf);
    const unknown = await refusal('0000');
    expect(unknown).toMatchObject({ kind: 'unauthorized', status: 401, code: 'cardRefused' });
    await t.block();
    expect(await refusal(t.card)).toEqual(unknown);
    const other = await withCard();
    await database.current.pool.query('update customer set active = false where id = $1', [
      other.customer.id,
    ]);
    expect(await refusal(other.card)).toEqual(unknown);
    for (const odd of ['x'.repeat(200), '𝟘', ' ', "' or 1=1"]) expect(await refusal(odd)).toEqual(unknown);
  });

  test('a token works once, of 64 uses at once too, in its own session, and for a minute', async () => {
    const t = await withCard();
    const guest = await t.guest();
    const { token } = await guest.loginByCard({ body: { cardId: t.card } });
    const authorization = `Card ${token}`;
    expect(await codeOf((await t.guest()).login({ authorization }))).toBe('cardRefused');
    const codes = await Promise.all(Array.from({ length: 64 }, () => codeOf(guest.login({ authorization }))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([undefined, 'cardRefused']));
    const { token: late } = await guest.loginByCard({ body: { cardId: t.card } });
    t.clock.advance(60_000);
    expect(await codeOf(guest.login({ authorization: `Card ${late}` }))).toBe('cardRefused');
  });

  test.each(['', 'x', 'Card', '\u00e9', 'a b', '=='.repeat(50)])(
    'the made-up token %j is refused',
    async (token) => {
      const t = await withCard();
      expect(
        await codeOf((await t.guest()).login({ authorization: `Card ${encodeURIComponent(token)}` })),
      ).toBe('cardRefused');
    },
  );

  test('blocking the card ends what was begun with it, and leaves what was begun with the password', async () => {
    const t = await withCard();
    const [byCard, byPassword] = [await t.signIn(), await t.loginAs(t.customer)];
    const guest = await t.guest();
    const { token } = await guest.loginByCard({ body: { cardId: t.card } });
    await t.block();
    t.clock.advance(1_000);
    expect(await codeOf(guest.login({ authorization: `Card ${token}` }))).toBe('cardRefused');
    expect(await codeOf(byCard.getCustomer())).toBe('sessionMissing');
    expect(await byPassword.getCustomer()).toHaveProperty('id');
  });

  test.each(['change', 'revocation'] as const)(
    'a mailed link of a %s ends the sessions that the card began, except for the one that opened the link',
    async (what) => {
      const t = await withCard();
      const [opener, other] = [await t.signIn(), await t.signIn()];
      if (what === 'change') await opener.startCardChange({ body: { cardNumber: `0588${made}` } });
      else await opener.startCardRevocation();
      const [mail] = await mailsTo(database.current, `kiosk-${made}@example.org`);
      const token = mail?.action?.link.split('/').at(-1) ?? '';
      const finish = what === 'change' ? opener.finishCardChange : opener.finishCardRevocation;
      await finish({ body: { token } });
      t.clock.advance(1_000);
      expect(await opener.getCustomer()).toMatchObject({ cardStatus: what === 'change' ? 'USED' : 'NONE' });
      expect(await codeOf(other.getCustomer())).toBe('sessionMissing');
    },
  );

  test('nobody signs in with a card where that is switched off', async () => {
    const t = await withCard({ allowCardLogin: false });
    const guest = await t.guest();
    expect(await codeOf(guest.loginByCard({ body: { cardId: t.card } }))).toBe('switchedOff');
    expect(await codeOf(guest.login({ authorization: 'Card x' }))).toBe('wrongCredentials');
  });
});

describe('terminals', () => {
  test('AUTH-26 once a terminal is registered, cards are only accepted with the credential of one', async () => {
    const t = await withCard();
    expect(await t.signIn()).toBeDefined();
    const credential = await addTerminal(database.current, 'Hall', factoryNow);
    expect(await t.signIn(t.card, credential)).toBeDefined();
    for (const wrong of [undefined, '', 'x', credential?.slice(1), `${credential}x`])
      expect(await codeOf(t.signIn(t.card, wrong))).toBe('terminalUnknown');
    const failure = await t.signIn(t.card).catch(failureOf);
    expect(failure).toMatchObject({ kind: 'unauthorized', status: 401 });
    expect((await database.current.pool.query('select from card_token')).rowCount).toBe(0);
    await removeTerminal(database.current, 'hall', factoryNow);
    expect(await codeOf(t.signIn(t.card, credential))).toBe('terminalUnknown');
    expect(await codeOf(t.signIn(t.card))).toBe('terminalUnknown');
  });

  test('AUTH-27 a session by card orders, cancels and sees its balance, and is asked for the password for the profile, the password and the card', async () => {
    const t = await withCard();
    const credential = await addTerminal(database.current, 'Hall', factoryNow);
    const byCard = await t.signIn(t.card, credential);
    const dish = await createOffering(database.current);
    const { id: mealId, canteenId } = dish;
    const item = { mealId, canteenId, date: factoryDay, quantity: 1 };
    const { orderId = 0 } = await byCard.createDirectOrder({ body: { price: money(10_000), item } });
    await byCard.cancelOrder({ body: { orderId } });
    expect(await byCard.getBalance()).toHaveProperty('balance');
    const { email = '' } = await byCard.getCustomer();
    const profile = { firstName: 'Anna', lastName: 'Malá', email };
    const asked = [
      byCard.changePassword({ body: { passwordOld: 'the right one', passwordNew: 'another good one' } }),
      byCard.startCardChange({ body: { cardNumber: '1' } }),
      byCard.startCardRevocation(),
      byCard.unblockCard(),
      byCard.resetVirtualCard(),
      byCard.updateCustomer({ body: { ...profile, email: 'other@example.org' } }),
    ];
    expect(await Promise.all(asked.map(codeOf))).toEqual(asked.map(() => 'passwordRequired'));
    const language = { variableId: 'language', value: 'pl' };
    await byCard.updateCustomer({ body: { ...profile, additionalData: [language] } });
    expect((await byCard.getCustomer()).additionalData).toEqual([language]);
    // The password takes the place of the card.
    const basic = `Basic ${Buffer.from(`${t.customer.userName}:the right one`).toString('base64')}`;
    const { sessionToken } = await byCard.login({ authorization: basic });
    expect(await t.client('en', sessionToken).resetVirtualCard()).toHaveProperty('webidentcode');
  });

  test('AUTH-24 AUTH-27 a card alone and the password alone lead to the same; a session by card is asked for the password by these calls and no others', async () => {
    const t = await withCard();
    const credential = await addTerminal(database.current, 'Hall', factoryNow);
    const [byCard, byPassword] = [await t.signIn(t.card, credential), await t.loginAs(t.customer)];
    expect(await byCard.getCustomer()).toEqual(await byPassword.getCustomer());
    expect(await byCard.getBalance()).toEqual(await byPassword.getBalance());

    const profile = { type: 'Person', firstName: 'Anna', lastName: 'Velká', email: t.customer.email };
    const asked: string[] = [];
    for (const [name, { auth, path, body, events }] of Object.entries<Endpoint>(api)) {
      if (auth === 'none' || events) continue;
      const answer = await t.app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url: `/api${path}`,
        // Some calls end the session.
        headers: { 'x-asw-token': await t.tokenByCard(t.card, credential) },
        ...(body !== undefined && { payload: name === 'updateCustomer' ? profile : {} }),
      });
      if (answer.body.includes('passwordRequired')) asked.push(name);
    }
    expect(asked.toSorted()).toEqual([
      'cancelEmailChange',
      'changePassword',
      'exportPersonalData',
      'finishEmailChange',
      'repeatEmailChange',
      'resetVirtualCard',
      'startCardChange',
      'startCardRevocation',
      'unblockCard',
      'updateCustomer',
    ]);
    // The tests of the payments prove that it asks.
    const atGateway = Object.entries<Endpoint>(topUp).filter(([, { needsPassword }]) => needsPassword);
    expect(atGateway.map(([name]) => name)).toEqual(['startTopUp']);
  });

  test('AUTH-27 a session by card is not told the code of the virtual card, which would outlive the card', async () => {
    const t = await withCard();
    const { webidentcode } = await (await t.loginAs(t.customer)).resetVirtualCard();
    expect(webidentcode).toMatch(/./);
    const byCard = await t.signIn(t.card, await addTerminal(database.current, 'Hall', factoryNow));
    const told = await byCard.getCustomer();
    expect(told).toMatchObject({ webidentcodeNeedsPassword: true });
    expect(JSON.stringify(told)).not.toContain(webidentcode);
    expect(await (await t.loginAs(t.customer)).getCustomer()).toMatchObject({ webidentcode });
  });

  test('AUTH-27 without a registered terminal no session by card is asked for the password', async () => {
    const t = await withCard();
    expect(await (await t.signIn()).resetVirtualCard()).toHaveProperty('webidentcode');
  });
});

describe('guessing', () => {
  test('so many different cards are refused in a day, then all are; one card counts once, and a good one undoes nothing', async () => {
    const t = await withCard();
    const read = async (cardId: string) => codeOf((await t.guest()).loginByCard({ body: { cardId } }));
    for (let again = 0; again < 3; again += 1) expect(await read('GUESS0')).toBe('cardRefused');
    const guesses = Array.from({ length: REFUSED_CARDS_IN_A_DAY + 20 }, (_, guess) => read(`GUESS${guess}`));
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === 'cardRefused')).toHaveLength(REFUSED_CARDS_IN_A_DAY);
    expect(await read(t.card)).toBe('tooManyAttempts');
    // Another place has a count of its own.
    const credential = await addTerminal(database.current, 'Hall', factoryNow);
    expect(await t.signIn(t.card, credential)).toBeDefined();
  });

  test.each([
    ['cards on the screen', VIRTUAL_CARD_CODES, 10_000],
    // The numbers of the simplest plastic cards have four bytes.
    ['plastic cards', 2 ** 32, 1_000],
  ])('of %s fewer than one is hit at a terminal in a hundred years', (_, numbers, customers) => {
    const guessesInAYear = REFUSED_CARDS_IN_A_DAY * 365;
    expect((guessesInAYear * customers) / numbers).toBeLessThan(0.01);
  });
});
