import { failureOf } from '@refectory/contract/errors';
import { Settings } from '@refectory/contract/settings';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { requestHashOf } from '../http/idempotency-key.ts';
import { hashPassword } from '../session/password-hash.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';

const database = useTestDatabase();
const MINUTE_MS = 60_000;

const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

let made = 0;
/** An app, and a customer with a password and an address of their own. */
async function withCustomer(settings: Partial<Settings> = {}) {
  const email = `person-${(made += 1)}@example.org`;
  const t = await createTestApp({
    database: database.current,
    settings: { allowPasswordRecovery: true, ...settings },
  });
  const customer = await createCustomer(database.current, {
    passwordHash: await hashPassword('the old one'),
    email,
  });
  const guest = async () => t.client('en', await t.tokenFor());
  /** Whether the customer can sign in by a password. */
  const opens = async (password: string) =>
    (await guest())
      .login({ authorization: basic(`${customer.userName}:${password}`) })
      .then(() => true)
      .catch(() => false);
  return { ...t, customer, email, guest, opens };
}

type Customer = Awaited<ReturnType<Awaited<ReturnType<typeof createTestApp>>['loginAs']>>;

const change = (passwordNew: string, passwordOld = 'the old one') => ({ body: { passwordNew, passwordOld } });

describe('changing the password', () => {
  test('part of API-15, PROF-14: the new one holds, the other devices are signed out, and the owner is told', async () => {
    const t = await withCustomer();
    const [jana, elsewhere] = [await t.loginAs(t.customer), await t.loginAs(t.customer)];
    await jana.changePassword(change('a much better one'));
    expect(await t.opens('the old one')).toBe(false);
    expect(await t.opens('a much better one')).toBe(true);
    t.clock.advance(1_000);
    expect(await jana.getCustomer()).toHaveProperty('id');
    expect(await elsewhere.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    const [mail] = await mailsTo(database.current, t.email);
    expect(mail?.subject).toBe('Your password was changed');
    expect(JSON.stringify(mail)).not.toContain('better');
    const { rows } = await database.current.pool.query(
      'select kind, details from audit_event where customer_id = $1 order by id',
      [t.customer.id],
    );
    expect(rows).toEqual([
      { kind: 'password-changed', details: {} },
      { kind: 'signed-in', details: { keepLogged: false } },
    ]);
  });

  test('part of PROF-14: a wrong old password is refused with 401, and the session stays', async () => {
    const t = await withCustomer();
    const jana = await t.loginAs(t.customer);
    const failure = await jana.changePassword(change('a much better one', 'wrong')).catch(failureOf);
    expect(failure).toMatchObject({ status: 401, code: 'wrongPassword' });
    expect(await jana.getCustomer()).toHaveProperty('id');
    expect(await t.opens('the old one')).toBe(true);
  });

  test('old passwords are not guessed quickly, and guesses do not keep the owner from signing in', async () => {
    const t = await withCustomer();
    const jana = await t.loginAs(t.customer);
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const failure = await jana.changePassword(change('a much better one', `${guess}`)).catch(failureOf);
      codes.push(failure && 'code' in failure && failure.code);
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'wrongPassword'));
    expect(codes[5]).toBe('tooManyAttempts');
    expect(await t.opens('the old one')).toBe(true);
  });

  test('a stranger who signs in under the name of that count does not keep the owner from changing it', async () => {
    const t = await withCustomer();
    const jana = await t.loginAs(t.customer);
    const guest = await t.guest();
    for (let guess = 0; guess < 6; guess += 1)
      for (const name of [`change ${t.customer.id}`, `${t.customer.id}`])
        await guest.login({ authorization: basic(`${name}:${guess}`) }).catch(failureOf);
    await jana.changePassword(change('a much better one'));
    expect(await t.opens('a much better one')).toBe(true);
  });

  test.each([
    [
      'too short',
      'abcdefg',
      { minLength: 8 },
      'passwordTooShort',
      'The password needs at least 8 characters.',
    ],
    ['no lowercase', 'ABCDEFG1!', { lowercase: true }, 'passwordWithoutLowercase', /lowercase/],
    ['no uppercase', 'abcdefg1!', { uppercase: true }, 'passwordWithoutUppercase', /uppercase/],
    ['no digit', 'abcdefgh!', { digit: true }, 'passwordWithoutDigit', /digit/],
    ['no special character', 'abcdefgh1', { special: true }, 'passwordWithoutSpecial', /special/],
    ['common', 'Password1', {}, 'passwordTooCommon', /Many people/],
    ['one letter again and again', 'zzzzzzzzzzzz', {}, 'passwordTooCommon', /Many people/],
    ['the name of the application', 'REFECTORY', {}, 'passwordTooCommon', /Many people/],
  ])(
    'part of FORM-49: a new password that is %s is refused, and the old one still holds',
    async (_, typed, rules, code, text) => {
      const passwordRules = {
        minLength: 5,
        lowercase: false,
        uppercase: false,
        digit: false,
        special: false,
        ...rules,
      };
      const t = await withCustomer({ passwordRules });
      const jana = await t.loginAs(t.customer);
      const failure = await jana.changePassword(change(typed)).catch(failureOf);
      expect(failure).toMatchObject({ status: 400, code, message: expect.stringMatching(text) });
      expect(await t.opens('the old one')).toBe(true);
      const { rows } = await database.current.pool.query<{ hash: string }>(
        'select password_hash as hash from customer where id = $1',
        [t.customer.id],
      );
      expect(rows[0]?.hash).toMatch(/^\$argon2id\$/);
    },
  );

  test('part of API-59: a repeat of a change whose answer was lost is answered like the first', async () => {
    const t = await withCustomer();
    const token = await t.tokenFor(t.customer);
    const send = (passwordNew: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/customer/password/change',
        headers: { 'x-asw-token': token, 'idempotency-key': 'lost' },
        payload: { passwordNew, passwordOld: 'the old one' },
      });
    expect((await send('a much better one')).statusCode).toBe(200);
    const repeat = await send('a much better one');
    expect(repeat.statusCode).toBe(200);
    expect(repeat.headers['idempotency-replayed']).toBe('true');
    // Of a call with a password the digest holds the path alone.
    const { rows } = await database.current.pool.query<{ hash: Buffer }>(
      `select request_hash as hash from change_made where key = 'lost'`,
    );
    expect(rows.map(({ hash }) => hash)).toEqual([requestHashOf('/customer/password/change', undefined)]);
  });
});

describe('a forgotten password', () => {
  /** The key of the link that was mailed last. */
  const mailedKey = async (email: string) =>
    /\/password-reset\/([\w-]{43})$/.exec(
      (await mailsTo(database.current, email))[0]?.action?.link ?? '',
    )?.[1] ?? '';

  test('part of API-16, API-17: the mailed link sets another password once, signs nobody in, and signs everybody out', async () => {
    const t = await withCustomer();
    const jana = await t.loginAs(t.customer);
    const guest = await t.guest();
    expect(await guest.requestPasswordReset({ body: { email: ` ${t.email.toUpperCase()} ` } })).toEqual({});
    const resetKey = await mailedKey(t.email);
    expect(resetKey).toHaveLength(43);
    const answer = await guest.resetPassword({ body: { passwordNew: 'a much better one', resetKey } });
    expect(answer).toEqual({});
    expect(await guest.getCustomer().catch(failureOf)).toMatchObject({ code: 'loginRequired' });
    expect(await t.opens('a much better one')).toBe(true);
    t.clock.advance(1_000);
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    const again = await guest
      .resetPassword({ body: { passwordNew: 'a third password', resetKey } })
      .catch(failureOf);
    expect(again).toMatchObject({ status: 400, code: 'linkInvalid' });
    const { rows } = await database.current.pool.query<{ row: string }>(
      'select l::text as row from mailed_link l',
    );
    expect(rows.filter(({ row }) => row.includes(resetKey))).toEqual([]);
  });

  test.each([
    ['password', (client: Customer) => client.changePassword(change('a much better one'))],
    ['address', (client: Customer) => client.updateCustomer({ body: { email: `else-${made}@example.org` } })],
  ])('a link that was sent before is void with another %s', async (_, act) => {
    const { customerFields } = z.parse(Settings, {
      customerFields: { common: [{ id: 'email', type: 'email' }] },
    });
    const t = await withCustomer({ allowProfileEdit: true, customerFields });
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedKey(t.email);
    await act(await t.loginAs(t.customer));
    const failure = await guest
      .resetPassword({ body: { passwordNew: 'a third password', resetKey } })
      .catch(failureOf);
    expect(failure).toMatchObject({ code: 'linkInvalid' });
  });

  test('a link lives an hour, and the newest is the one that counts', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const first = await mailedKey(t.email);
    await guest.requestPasswordReset({ body: { email: t.email } });
    const second = await mailedKey(t.email);
    const reset = (resetKey: string) =>
      guest.resetPassword({ body: { passwordNew: 'a much better one', resetKey } }).catch(failureOf);
    expect(await reset(first)).toMatchObject({ code: 'linkInvalid' });
    t.clock.advance(60 * MINUTE_MS);
    expect(await reset(second)).toMatchObject({ code: 'linkInvalid' });
  });

  test('whoever sets another password need not wait for the failures before it', async () => {
    const t = await withCustomer();
    for (let guess = 0; guess < 6; guess += 1) await t.opens(`guess ${guess}`);
    expect(await t.opens('the old one')).toBe(false);
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const body = { passwordNew: 'a much better one', resetKey: await mailedKey(t.email) };
    await guest.resetPassword({ body });
    expect(await t.opens('a much better one')).toBe(true);
  });

  test('a weak password leaves the link as it is', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedKey(t.email);
    const weak = await guest.resetPassword({ body: { passwordNew: 'password', resetKey } }).catch(failureOf);
    expect(weak).toMatchObject({ code: 'passwordTooCommon' });
    await guest.resetPassword({ body: { passwordNew: 'a much better one', resetKey } });
    expect(await t.opens('a much better one')).toBe(true);
  });

  test('the answer is the same for an address that nobody has, and nothing is sent there', async () => {
    const t = await withCustomer();
    const send = async (email: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/customer/password/resetrequest',
        headers: { 'x-asw-token': await t.tokenFor() },
        payload: { email },
      });
    const [known, unknown] = [await send(t.email), await send('nobody@example.org')];
    const { date: _one, ...headers } = known.headers;
    const { date: _other, ...otherHeaders } = unknown.headers;
    expect([unknown.statusCode, unknown.body, otherHeaders]).toEqual([known.statusCode, known.body, headers]);
    expect(await mailsTo(database.current, t.email)).toHaveLength(1);
    expect(await mailsTo(database.current, 'nobody@example.org')).toEqual([]);
  });

  test('the mail is in the language of the account, else in that of whoever asks', async () => {
    const t = await withCustomer();
    const polish = t.client('pl', await t.tokenFor());
    await polish.requestPasswordReset({ body: { email: t.email } });
    expect((await mailsTo(database.current, t.email))[0]?.subject).toBe('Ustaw nowe hasło');
    const language = JSON.stringify([{ variableId: 'language', value: 'cs' }]);
    await database.current.pool.query('update customer set additional_data = $2 where id = $1', [
      t.customer.id,
      language,
    ]);
    await polish.requestPasswordReset({ body: { email: t.email } });
    expect((await mailsTo(database.current, t.email))[0]?.subject).toBe('Nastavení nového hesla');
  });

  test('one address gets three mails in an hour at most, and whoever asks for more is not told', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    for (let round = 0; round < 5; round += 1) await guest.requestPasswordReset({ body: { email: t.email } });
    expect(await mailsTo(database.current, t.email)).toHaveLength(3);
    t.clock.advance(61 * MINUTE_MS);
    await (await t.guest()).requestPasswordReset({ body: { email: t.email } });
    expect(await mailsTo(database.current, t.email, factoryNow + 61 * MINUTE_MS)).toHaveLength(4);
  });

  test('where it is switched off, and for what is no address, it is refused', async () => {
    const off = await withCustomer({ allowPasswordRecovery: false });
    const ask = async (t: typeof off, email: string) =>
      (await t.guest()).requestPasswordReset({ body: { email } }).catch(failureOf);
    expect(await ask(off, off.email)).toMatchObject({ code: 'switchedOff' });
    const on = await withCustomer();
    for (const email of ['a@b', 'a b@c.cz', 'x@y.cz, z@y.cz', 'x@y.cz\r\nBcc: z@y.cz', 'a@'])
      expect(await ask(on, email), email).toMatchObject({ code: 'badRequest' });
  });

  test('a customer who is shut out gets no link, and one they had before opens nothing', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedKey(t.email);
    await database.current.pool.query('update customer set active = false where id = $1', [t.customer.id]);
    const reset = await guest
      .resetPassword({ body: { passwordNew: 'a much better one', resetKey } })
      .catch(failureOf);
    expect(reset).toMatchObject({ code: 'linkInvalid' });
    await guest.requestPasswordReset({ body: { email: t.email } });
    expect(await mailsTo(database.current, t.email)).toHaveLength(1);
  });

  test('of many who use one link at the same moment one succeeds', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedKey(t.email);
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, index) =>
        (await t.guest())
          .resetPassword({ body: { passwordNew: `a much better one ${index}`, resetKey } })
          .then(() => 'set')
          .catch((error: unknown) => {
            const failure = failureOf(error);
            return failure && 'code' in failure ? failure.code : String(error);
          }),
      ),
    );
    expect(answers.filter((answer) => answer === 'set')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'linkInvalid')).toHaveLength(15);
  });
});
