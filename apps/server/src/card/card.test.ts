import { hash } from 'node:crypto';

import { card as cardApi } from '@refectory/contract/card';
import { failureOf } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import { cardDigest, cardStatusOf, giveCard, setCardBlocked } from '@refectory/database/cards';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { tokenHash } from '@refectory/database/session-token';
import { duringTransaction } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import { isCardCode } from '@refectory/domain/card';
import { describe, expect, test } from 'vitest';

import { requestHashOf } from '../http/idempotency-key.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;

let made = 0;
/** An app, and a customer with an address of their own and maybe a card. */
async function withCustomer({
  card,
  isBlocked = false,
  settings = {},
}: {
  card?: string | undefined;
  isBlocked?: boolean;
  settings?: Partial<Settings>;
} = {}) {
  const t = await createTestApp({
    database: database.current,
    settings: { allowCardAdministration: true, virtualCard: true, ...settings },
  });
  const email = `card-${(made += 1)}@example.org`;
  const customer = await createCustomer(database.current, { email });
  if (card !== undefined) await give(customer.id, card, isBlocked);
  const status = () => cardStatusOf(database.current, customer.id);
  /** The token of the newest link that was sent. */
  const token = async () => (await mailsTo(database.current, email))[0]?.action?.link.split('/').at(-1) ?? '';
  const subjects = async () => (await mailsTo(database.current, email)).map(({ subject }) => subject);
  const guest = async () => t.client('en', await t.tokenFor());
  return { ...t, customer, email, status, token, subjects, guest, own: await t.loginAs(customer) };
}

async function give(customerId: number, card: string, isBlocked = false): Promise<void> {
  const change = { customerId, actor: 'test', now: factoryNow };
  const digest = await cardDigest(database.current, card);
  await inTransaction(database.current, async (transaction) => {
    await giveCard(transaction, { ...change, digest });
    if (isBlocked) await setCardBlocked(transaction, { ...change, isBlocked });
  });
}

const change = (cardNumber: string) => ({ body: { cardNumber } });
const codeOf = async (call: Promise<unknown>) => {
  const failure = await call.then(() => undefined, failureOf);
  return failure && 'code' in failure ? failure.code : failure?.kind;
};

describe('changing the card', () => {
  test('part of API-18, API-19: the card counts when the mailed link is used, which works once', async () => {
    const t = await withCustomer();
    expect(await t.own.startCardChange(change('12345670'))).toEqual({ token: undefined });
    expect(await t.status()).toBe('NONE');
    const token = await t.token();
    expect(token).toMatch(/^[\w-]{43}$/);
    await (await t.guest()).finishCardChange({ body: { token } });
    expect(await t.own.getCustomer()).toMatchObject({ cardStatus: 'USED' });
    expect(await t.subjects()).toEqual(['Your card was changed', 'Confirm your new card']);
    expect(await codeOf((await t.guest()).finishCardChange({ body: { token } }))).toBe('linkUsed');
  });

  test('the link leads to the page that finishes the change, in the language of whoever asked', async () => {
    const t = await withCustomer();
    await (await t.loginAs(t.customer, 'cs')).startCardChange(change('20000001'));
    const [mail] = await mailsTo(database.current, t.email);
    expect(mail).toMatchObject({
      subject: 'Potvrďte svou novou kartu',
      action: { label: 'Potvrdit novou kartu' },
    });
    expect(mail?.action?.link).toMatch(/^https?:\/\/[^/]+\/card-change\/[\w-]{43}$/);
  });

  test('of 64 uses of one link at once one makes the change', async () => {
    const t = await withCustomer();
    await t.own.startCardChange(change('20000002'));
    const token = await t.token();
    const guests = await Promise.all(Array.from({ length: 64 }, () => t.guest()));
    const codes = await Promise.all(
      guests.map((guest) => codeOf(guest.finishCardChange({ body: { token } }))),
    );
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([undefined, 'linkUsed']));
    const { rows } = await database.current.pool.query(
      `select kind from audit_event where customer_id = $1`,
      [t.customer.id],
    );
    expect(rows).toEqual([{ kind: 'card-changed' }]);
  });

  test('links end after an hour, and with a newer one', async () => {
    const t = await withCustomer();
    await t.own.startCardChange(change('20000003'));
    const first = await t.token();
    await t.own.startCardChange(change('20000004'));
    expect(await codeOf(t.own.finishCardChange({ body: { token: first } }))).toBe('linkInvalid');
    const second = await t.token();
    t.clock.advance(HOUR_MS);
    expect(await codeOf(t.own.finishCardChange({ body: { token: second } }))).toBe('linkInvalid');
    expect(await t.status()).toBe('NONE');
  });

  test('a link for one thing does not serve for another, and a forged one for nothing', async () => {
    const t = await withCustomer({ card: '20000005' });
    await t.own.startCardChange(change('20000006'));
    const token = await t.token();
    for (const forged of [token.slice(0, -1), `${token}x`, token.toLowerCase(), 'x', '\0', '%00'])
      expect(await codeOf(t.own.finishCardChange({ body: { token: forged } }))).toMatch(
        /linkInvalid|badRequest/,
      );
    expect(await codeOf(t.own.finishCardRevocation({ body: { token } }))).toBe('linkInvalid');
    expect(await codeOf(t.own.finishRegistration({ body: { token, password: 'a fine long one' } }))).toBe(
      'linkInvalid',
    );
    expect(await t.status()).toBe('USED');
  });

  test("somebody else's card is refused, at the end only, however it is written", async () => {
    const [owner, thief] = [
      await withCustomer({ card: '04:a1:b2:c9' }),
      await withCustomer({ card: '20000007' }),
    ];
    await thief.own.startCardChange(change(' 04A1-B2c9 '));
    expect(await codeOf(thief.own.finishCardChange({ body: { token: await thief.token() } }))).toBe(
      'cardTaken',
    );
    expect([await owner.status(), await thief.status()]).toEqual(['USED', 'USED']);
  });

  test.each([
    ['nothing but signs between', {}, ' - : '],
    ['a wrong check digit, where that is asked for', { cardNumberCheck: true }, '12345678'],
    ['a letter, where digits are asked for', { cardNumberCheck: true }, '1234567A'],
  ])('%s is no card number', async (_, settings, number) => {
    const t = await withCustomer({ settings });
    expect(await codeOf(t.own.startCardChange(change(number)))).toBe('fieldInvalid');
    expect(await t.subjects()).toEqual([]);
  });

  test('whoever found an open session and changed the address gets no link', async () => {
    const t = await withCustomer({ settings: { allowProfileEdit: true } });
    await database.current.pool.query(
      `update customer set email = 'thief@example.org', recovery_email = $2, recovery_until = $3 where id = $1`,
      [t.customer.id, t.email, new Date(factoryNow + HOUR_MS)],
    );
    await t.own.startCardChange(change('20000008'));
    expect(await t.subjects()).toEqual(['Confirm your new card']);
    expect(await mailsTo(database.current, 'thief@example.org')).toEqual([]);
  });

  test('an account without an address is told so', async () => {
    const t = await withCustomer();
    const nobody = await t.loginAs(await createCustomer(database.current));
    expect(await codeOf(nobody.startCardChange(change('20000009')))).toBe('noEmailAddress');
  });

  test('what a customer asks for keeps no link from others in their network', async () => {
    const [t, other] = [await withCustomer(), await withCustomer()];
    const codes = new Set<unknown>();
    for (let count = 0; count < 210; count += 1)
      codes.add(await codeOf(t.own.startCardChange(change(`3${count}`))));
    expect(codes).toEqual(new Set([undefined, 'tooManyTries']));
    await other.own.startCardChange(change('20000020'));
    expect(await other.subjects()).toEqual(['Confirm your new card']);
  });

  test('three links an hour are sent', async () => {
    const t = await withCustomer({ card: '20000010' });
    for (const number of ['1', '2']) await t.own.startCardChange(change(number));
    await t.own.startCardRevocation();
    expect(await codeOf(t.own.startCardChange(change('4')))).toBe('tooManyTries');
    expect(await t.subjects()).toHaveLength(3);
  });

  test('a customer who was blocked meanwhile gets no card', async () => {
    const t = await withCustomer();
    await t.own.startCardChange(change('20000011'));
    const token = await t.token();
    await database.current.pool.query('update customer set active = false where id = $1', [t.customer.id]);
    expect(await codeOf((await t.guest()).finishCardChange({ body: { token } }))).toBe('linkInvalid');
    expect(await t.status()).toBe('NONE');
  });

  test('a card that two customers get at one moment is one of theirs, and the other one keeps their own', async () => {
    const [winner, loser] = [await withCustomer(), await withCustomer({ card: '20000012' })];
    await loser.own.startCardChange(change('20000013'));
    const token = await loser.token();
    const digest = await cardDigest(database.current, '20000013');
    const code = await duringTransaction(
      database.current,
      (transaction) =>
        giveCard(transaction, { customerId: winner.customer.id, digest, actor: 'test', now: factoryNow }),
      () => codeOf(loser.own.finishCardChange({ body: { token } })),
    );
    expect(code).toBe('cardTaken');
    expect([await winner.status(), await loser.status()]).toEqual(['USED', 'USED']);

    // As a command gives it, whose transaction goes on.
    const other = await cardDigest(database.current, '20000016');
    const [first, second] = [winner, loser].map(
      ({ customer }) =>
        (transaction: Transaction) =>
          giveCard(transaction, { customerId: customer.id, digest: other, actor: 'test', now: factoryNow }),
    );
    if (!first || !second) throw new Error('nobody');
    const isGiven = await duringTransaction(database.current, first, () =>
      inTransaction(database.current, second),
    );
    expect(isGiven).toBe(false);
    expect([await winner.status(), await loser.status()]).toEqual(['USED', 'USED']);
  });

  test('a repeat of the start is known again, and nothing quick to compute stands for the number', async () => {
    const t = await withCustomer();
    const { path } = cardApi.startCardChange;
    const start = (cardNumber: string) =>
      t.own.startCardChange(change(cardNumber), { idempotencyKey: 'start' });
    await start('20000014');
    await start('2000-0014');
    expect(await codeOf(start('20000015'))).toBe('keyReused');
    expect(await t.subjects()).toHaveLength(1);
    const { rows } = await database.current.pool.query<{ digest: Buffer }>(
      'select request_hash as digest from change_made where caller = $1',
      [`customer ${t.customer.id}`],
    );
    expect(rows).toHaveLength(1);
    const quick = ['20000014', '2000-0014'].flatMap((cardNumber) => [
      requestHashOf(path, { cardNumber }),
      hash('sha256', cardNumber, 'buffer'),
    ]);
    for (const digest of quick) expect(rows[0]?.digest.equals(digest)).toBe(false);
  });

  test('no number of a card is stored', async () => {
    const t = await withCustomer();
    const number = '7351264098123';
    await t.own.startCardChange(change(number));
    await t.own.finishCardChange({ body: { token: await t.token() } });
    for (const table of ['card', 'mailed_link', 'used_link', 'outbox', 'audit_event', 'change_made'])
      for (const { row } of (
        await database.current.pool.query<{ row: string }>(`select t::text as row from ${table} t`)
      ).rows)
        expect(row).not.toContain(number);
  });
});

describe('revoking and unblocking', () => {
  test('part of API-20, API-21: the card is revoked when the mailed link is used', async () => {
    const t = await withCustomer({ card: '30000001' });
    expect(await t.own.startCardRevocation()).toEqual({ token: undefined });
    expect(await t.status()).toBe('USED');
    const [mail] = await mailsTo(database.current, t.email);
    expect(mail?.action?.link).toContain('/card-revoke/');
    const token = await t.token();
    await (await t.guest()).finishCardRevocation({ body: { token } });
    expect(await t.own.getCustomer()).toMatchObject({ cardStatus: 'NONE' });
    expect((await t.subjects())[0]).toBe('Your card was revoked');
    expect(await codeOf(t.own.finishCardRevocation({ body: { token } }))).toBe('linkUsed');
    // What was done by it says nothing of another thing.
    expect(await codeOf(t.own.finishCardChange({ body: { token } }))).toBe('linkInvalid');
    expect(await t.own.getRegistration({ body: { token } })).toEqual({
      isFinished: false,
      refusal: 'linkInvalid',
    });
  });

  test.each([
    ['without a card', undefined, false, 'noCard', 'cardNotBlocked'],
    ['with a blocked card', '30000002', true, 'cardBlocked', undefined],
    ['with a card in use', '30000003', false, undefined, 'cardNotBlocked'],
  ])('part of API-22, CARD-09, CARD-13: %s', async (_, card, isBlocked, ofRevocation, ofUnblocking) => {
    const t = await withCustomer({ card, isBlocked });
    expect(await codeOf(t.own.startCardRevocation())).toBe(ofRevocation);
    expect(await codeOf(t.own.unblockCard())).toBe(ofUnblocking);
    expect(await t.status()).toBe(card === undefined ? 'NONE' : 'USED');
  });

  test('a link to revoke a card does not revoke the next one, nor a card that was blocked meanwhile', async () => {
    const t = await withCustomer({ card: '30000004' });
    await t.own.startCardRevocation();
    const revocation = await t.token();
    await inTransaction(database.current, (transaction) =>
      setCardBlocked(transaction, {
        customerId: t.customer.id,
        isBlocked: true,
        actor: 'test',
        now: factoryNow,
      }),
    );
    expect(await codeOf(t.own.finishCardRevocation({ body: { token: revocation } }))).toBe('cardBlocked');
    await t.own.startCardChange(change('30000005'));
    await t.own.finishCardChange({ body: { token: await t.token() } });
    expect(await codeOf(t.own.finishCardRevocation({ body: { token: revocation } }))).toBe('linkInvalid');
    expect(await t.status()).toBe('USED');
  });

  test('of 64 unblockings at once one is made', async () => {
    const t = await withCustomer({ card: '30000006', isBlocked: true });
    const codes = await Promise.all(Array.from({ length: 64 }, () => codeOf(t.own.unblockCard())));
    // Some may be told to wait: one customer's changes go one by one.
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(await t.subjects()).toEqual(['Your card works again']);
  });

  test('nothing of it where cards are not looked after here', async () => {
    const t = await withCustomer({
      card: '30000007',
      settings: { allowCardAdministration: false, virtualCard: false },
    });
    const token = 'x';
    expect(
      await Promise.all(
        [
          t.own.startCardChange(change('1')),
          t.own.finishCardChange({ body: { token } }),
          t.own.startCardRevocation(),
          t.own.finishCardRevocation({ body: { token } }),
          t.own.unblockCard(),
          t.own.resetVirtualCard(),
        ].map(codeOf),
      ),
    ).toEqual(Array.from({ length: 6 }, () => 'switchedOff'));
  });
});

describe('the virtual card', () => {
  test('API-25 it is made, and another one takes its place', async () => {
    const t = await withCustomer();
    expect((await t.own.getCustomer()).webidentcode).toBeUndefined();
    const first = (await t.own.resetVirtualCard()).webidentcode ?? '';
    expect(isCardCode(first)).toBe(true);
    expect((await t.own.getCustomer()).webidentcode).toBe(first);
    const second = (await t.own.resetVirtualCard()).webidentcode;
    expect(second).not.toBe(first);
    expect((await t.own.getCustomer()).webidentcode).toBe(second);
    expect(await t.status()).toBe('NONE');
  });

  test('another one ends what was begun with the code before, but for the session that asks for it', async () => {
    const t = await withCustomer();
    const byCard = async () => {
      const token = await t.tokenFor(t.customer);
      await database.current.pool.query('update session set by_card = true where token_hash = $1', [
        tokenHash(token),
      ]);
      return token;
    };
    const [own, other] = [await byCard(), await byCard()];
    await database.current.pool.query(
      'insert into card_token (token_hash, customer_id, session_hash, expires_at) values ($1, $2, $3, $4)',
      [tokenHash('read'), t.customer.id, tokenHash('guest'), new Date(factoryNow + HOUR_MS)],
    );
    expect(await t.client('en', own).resetVirtualCard()).toHaveProperty('webidentcode');
    expect(await t.client('en', own).unblockCard().catch(failureOf)).toMatchObject({
      code: 'cardNotBlocked',
    });
    expect(await t.client('en', other).unblockCard().catch(failureOf)).toMatchObject({
      code: 'sessionMissing',
    });
    // Whoever signed in with the password stays.
    expect(await codeOf(t.own.unblockCard())).toBe('cardNotBlocked');
    const { rowCount } = await database.current.pool.query('select from card_token where customer_id = $1', [
      t.customer.id,
    ]);
    expect(rowCount).toBe(0);
  });

  test('a repeat of the call makes no other card', async () => {
    const t = await withCustomer();
    const repeat = () => t.own.resetVirtualCard(undefined, { idempotencyKey: 'once' });
    const codes = [await repeat(), await repeat()].map(({ webidentcode }) => webidentcode);
    expect(codes[1]).toBe(codes[0]);
  });

  test('twenty are made in a day', async () => {
    const t = await withCustomer();
    for (let count = 0; count < 20; count += 1) await t.own.resetVirtualCard();
    expect(await codeOf(t.own.resetVirtualCard())).toBe('tooManyTries');
    t.clock.advance(24 * HOUR_MS);
    const { customer } = t;
    expect(await (await t.loginAs(customer)).resetVirtualCard()).toHaveProperty('webidentcode');
  });
});
