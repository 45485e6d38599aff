import { failureOf } from '@refectory/contract/errors';
import { Settings } from '@refectory/contract/settings';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { tokenHash } from '@refectory/database/session-token';
import { inTransaction, WAITING } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { requestHashOf } from '../http/idempotency-key.ts';
import { hashPassword } from '../session/password-hash.ts';
import { createTestApp, testSettings } from '../testing/create-test-app.ts';
import { mailedToken, mailsTo } from '../testing/mails.ts';

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

  test('where passwords are not reset by mail, the mail of the change sends to the canteen', async () => {
    for (const allowPasswordRecovery of [true, false]) {
      const t = await withCustomer({ allowPasswordRecovery });
      await (await t.loginAs(t.customer)).changePassword(change('a much better one'));
      const settings = { ...testSettings, allowPasswordRecovery };
      const [mail] = await mailsTo(database.current, t.email, t.clock.now(), settings);
      expect(mail?.subject).toBe('Your password was changed');
      expect(mail?.action?.link.endsWith('/forgotten-password') ?? false).toBe(allowPasswordRecovery);
      expect(mail?.paragraphs[0]).toMatch(
        allowPasswordRecovery ? /set a new password at once/ : /tell the canteen/,
      );
    }
  });

  test('the mail of the change goes to the address that the password is reset by, after a change of it too', async () => {
    const t = await withCustomer();
    const other = `other-${t.email}`;
    await database.current.pool.query(
      `update customer set email = $2, recovery_email = $3, recovery_until = $4 where id = $1`,
      [t.customer.id, other, t.email, new Date(t.clock.now() + 60_000)],
    );
    await (await t.loginAs(t.customer)).changePassword(change('a much better one'));
    expect(await mailsTo(database.current, other, t.clock.now())).toEqual([]);
    expect(await mailsTo(database.current, t.email, t.clock.now())).toHaveLength(1);
  });

  test('a change and a reset at the same moment wait for each other: the first one holds', async () => {
    const t = await withCustomer();
    const jana = await t.loginAs(t.customer);
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedToken(database.current, t.email, t.clock.now());
    const codeOf = async (call: Promise<unknown>) => {
      const failure = await call.then(() => undefined, failureOf);
      return failure && 'code' in failure ? failure.code : failure?.kind;
    };
    const waiting = (count: number) =>
      expect.poll(async () => (await database.current.pool.query(WAITING)).rowCount).toBe(count);
    const codes = await inTransaction(database.current, async (holder) => {
      await holder.query('select from customer where id = $1 for no key update', [t.customer.id]);
      const changed = codeOf(jana.changePassword(change('a much better one')));
      await waiting(1);
      const reset = codeOf(guest.resetPassword({ body: { passwordNew: 'a third password', resetKey } }));
      await waiting(2);
      await holder.query('rollback');
      return Promise.all([changed, reset]);
    });
    expect(codes).toEqual([undefined, 'resetLinkInvalid']);
    expect(await t.opens('a much better one')).toBe(true);
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
    'FORM-49 a new password that is %s is refused, and the old one still holds',
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
});

test('FORM-49 whatever is done with passwords, none is stored, and every hash is one of argon2id', async () => {
  const t = await withCustomer({ allowRegistration: true, registrationWithoutMail: true });
  const typed = [
    'the old one',
    'a wrong guess',
    'changed to this',
    'reset to this',
    'chosen at first',
    'password1',
  ];
  const [, wrong, changed, afterReset, first, common] = typed as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const attempt = (call: Promise<unknown>) => call.catch(failureOf);
  const guest = await t.guest();
  await t.opens(wrong);
  const jana = await t.loginAs(t.customer);
  for (const [passwordNew, passwordOld] of [
    [changed, wrong],
    [common, 'the old one'],
    [changed, 'the old one'],
  ] as const)
    await attempt(jana.changePassword(change(passwordNew, passwordOld)));
  expect(await t.opens(changed)).toBe(true);
  await guest.requestPasswordReset({ body: { email: t.email } });
  const [mail] = await mailsTo(database.current, t.email);
  const resetKey = /[\w-]{43}$/.exec(mail?.action?.link ?? '')?.[0] ?? '';
  for (const passwordNew of [common, afterReset])
    await attempt(guest.resetPassword({ body: { passwordNew, resetKey } }));
  expect(await t.opens(afterReset)).toBe(true);
  const form = { firstName: 'Anna', lastName: 'Malá', email: `new-${t.email}` };
  const { token = '' } = await guest.startRegistration({ body: form });
  for (const password of [common, first])
    await attempt(guest.finishRegistration({ body: { password, token } }));
  const { pool } = database.current;
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables.rows)
    rows.push(
      ...(await pool.query<{ row: string }>(`select t::text as row from ${name} t`)).rows.map(
        ({ row }) => row,
      ),
    );
  expect(rows.length).toBeGreaterThan(10);
  const secrets = [...typed, token].flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  expect(secrets.filter((secret) => rows.some((row) => row.includes(secret)))).toEqual([]);
  const hashes = await pool.query<{ hash: string }>(
    `select password_hash as hash from customer where password_hash <> '' order by id desc limit 2`,
  );
  expect(hashes.rows.map(({ hash }) => hash.slice(0, 10))).toEqual(['$argon2id$', '$argon2id$']);
});

describe('a key that was used', () => {
  const send = async (
    t: Awaited<ReturnType<typeof withCustomer>>,
    token: string,
    path: string,
    payload: Readonly<Record<string, string>>,
  ) => {
    const headers = { 'x-asw-token': token, 'idempotency-key': 'the-key' };
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api/customer/password/${path}`,
      headers,
      payload,
    });
    return [
      answer.statusCode,
      answer.headers['idempotency-replayed'],
      answer.json<{ error?: { code: string } }>().error?.code,
    ];
  };

  test('part of API-59: is refused with another password, and repeats the answer with the same one', async () => {
    const t = await withCustomer();
    const token = await t.tokenFor(t.customer);
    const body = { passwordOld: 'the old one', passwordNew: 'a much better one' };
    expect(await send(t, token, 'change', body)).toEqual([200, undefined, undefined]);
    expect(await send(t, token, 'change', body)).toEqual([200, 'true', undefined]);
    for (const other of [{ passwordNew: 'quite another one' }, { passwordOld: 'a guess' }])
      expect(await send(t, token, 'change', { ...body, ...other })).toEqual([422, undefined, 'keyReused']);
    expect(await t.opens('a much better one')).toBe(true);
    const { rows } = await database.current.pool.query<{ hash: Buffer }>(
      'select request_hash as hash from change_made where caller = $1',
      [`customer ${t.customer.id}`],
    );
    // Whoever reads the database cannot try passwords quickly.
    expect(rows).toHaveLength(1);
    expect(rows[0]?.hash).not.toEqual(requestHashOf('/customer/password/change', body));
  });

  test('is refused with another password by the same link', async () => {
    const t = await withCustomer();
    const guest = await t.tokenFor();
    await (await t.guest()).requestPasswordReset({ body: { email: t.email } });
    const [mail] = await mailsTo(database.current, t.email);
    const resetKey = /[\w-]{43}$/.exec(mail?.action?.link ?? '')?.[0] ?? '';
    const body = { resetKey, passwordNew: 'a much better one' };
    expect(await send(t, guest, 'reset', body)).toEqual([200, undefined, undefined]);
    expect(await send(t, guest, 'reset', body)).toEqual([200, 'true', undefined]);
    const other = { ...body, passwordNew: 'quite another one' };
    expect(await send(t, guest, 'reset', other)).toEqual([422, undefined, 'keyReused']);
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
    const state = async (asked = resetKey) => guest.getPasswordReset({ body: { resetKey: asked } });
    expect(await state()).toEqual({});
    const answer = await guest.resetPassword({ body: { passwordNew: 'a much better one', resetKey } });
    expect(answer).toEqual({});
    expect(await guest.getCustomer().catch(failureOf)).toMatchObject({ code: 'loginRequired' });
    expect(await t.opens('a much better one')).toBe(true);
    t.clock.advance(1_000);
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    const again = await guest
      .resetPassword({ body: { passwordNew: 'a third password', resetKey } })
      .catch(failureOf);
    expect(again).toMatchObject({ status: 400, code: 'resetLinkInvalid' });
    expect(await state()).toEqual({ refusal: 'resetLinkInvalid' });
    for (const key of ['unknown', 'k'.repeat(2_000)])
      expect(await state(key)).toEqual({ refusal: 'resetLinkInvalid' });
    const { rows } = await database.current.pool.query<{ row: string }>(
      'select l::text as row from mailed_link l',
    );
    expect(rows.filter(({ row }) => row.includes(resetKey))).toEqual([]);
    const used = await database.current.pool.query('select from used_link where token_hash = $1', [
      tokenHash(resetKey),
    ]);
    expect(used.rowCount).toBe(0);
  });

  test('a link that was sent before is void with another password', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedKey(t.email);
    await (await t.loginAs(t.customer)).changePassword(change('a much better one'));
    const failure = await guest
      .resetPassword({ body: { passwordNew: 'a third password', resetKey } })
      .catch(failureOf);
    expect(failure).toMatchObject({ code: 'resetLinkInvalid' });
  });

  describe('after a stranger at an open session gave the account another address', () => {
    const DAY_MS = 24 * 60 * MINUTE_MS;
    const { customerFields } = z.parse(Settings, {
      customerFields: { common: [{ id: 'email', type: 'email' }] },
    });
    /** What a stranger does, once more with yet another address, and whom the account belongs to by mail afterwards. */
    async function withStranger() {
      const t = await withCustomer({ allowProfileEdit: true, customerFields });
      const open = await t.loginAs(t.customer);
      const [first, second] = [`first-${made}@example.net`, `second-${made}@example.net`];
      const give = async (email: string) => {
        await open.updateCustomer({ body: { email } });
        const token = await mailedToken(database.current, email, t.clock.now());
        await open.finishEmailChange({ body: { token } });
      };
      for (const email of [first, second]) await give(email);
      const ask = async (email: string) => {
        const before = (await mailsTo(database.current, email, t.clock.now())).length;
        await (await t.guest()).requestPasswordReset({ body: { email } });
        const [mail, ...rest] = await mailsTo(database.current, email, t.clock.now());
        return rest.length === before
          ? /\/password-reset\/([\w-]{43})$/.exec(mail?.action?.link ?? '')?.[1]
          : undefined;
      };
      const reset = async (resetKey: string) =>
        (await t.guest()).resetPassword({ body: { passwordNew: 'a much better one', resetKey } });
      return { ...t, open, first, second, give, ask, reset };
    }

    test('no link goes to the new address for three days, also by more changes, and the owner is told how to undo it', async () => {
      const t = await withStranger();
      expect(await t.ask(t.first)).toBeUndefined();
      expect(await t.ask(t.second)).toBeUndefined();
      t.clock.advance(3 * DAY_MS - 1);
      expect(await t.ask(t.second)).toBeUndefined();
      const [told] = await mailsTo(database.current, t.email);
      expect(told).toMatchObject({
        subject: 'The address of your account was changed',
        paragraphs: [expect.stringContaining('by November 23, 2026 at 08:00')],
        action: { link: expect.stringMatching(/\/forgotten-password$/) },
      });
      expect(await (await t.loginAs(t.customer)).exportPersonalData()).toMatchObject({
        customer: { email: t.second, recoveryEmail: t.email },
      });
      t.clock.advance(1);
      expect(await t.ask(t.email)).toBeUndefined();
      expect(await t.ask(t.second)).toHaveLength(43);
    });

    test("the owner sets another password by the old address, which is the account's again, and the stranger is out", async () => {
      const t = await withStranger();
      const resetKey = (await t.ask(t.email)) ?? '';
      // Another change does not take the link away.
      await t.give(t.first);
      t.clock.advance(59 * MINUTE_MS);
      await t.reset(resetKey);
      expect(await t.open.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
      expect(await (await t.loginAs(t.customer)).getCustomer()).toMatchObject({ email: t.email });
      t.clock.advance(4 * DAY_MS);
      expect(await t.ask(t.first)).toBeUndefined();
      expect(await t.ask(t.second)).toBeUndefined();
      const { rows } = await database.current.pool.query<{ details: unknown }>(
        `select details from audit_event where customer_id = $1 and kind = 'email-changed' order by id desc limit 1`,
        [t.customer.id],
      );
      expect(rows).toEqual([{ details: { isRestored: true } }]);
    });

    test('going back to the old address is as if nothing had been', async () => {
      const t = await withStranger();
      await t.give(t.email);
      expect(await t.ask(t.email)).toHaveLength(43);
      t.clock.advance(4 * DAY_MS);
      expect(await t.ask(t.email)).toHaveLength(43);
      expect(await t.ask(t.second)).toBeUndefined();
    });
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
    expect(await reset(first)).toMatchObject({ code: 'resetLinkInvalid' });
    t.clock.advance(60 * MINUTE_MS);
    expect(await reset(second)).toMatchObject({ code: 'resetLinkInvalid' });
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

  test('C152 the mail that tells of the reset is in the language of whoever reset it, the link in that of the customer', async () => {
    const t = await withCustomer();
    await database.current.pool.query(`update customer set language = 'sk' where id = $1`, [t.customer.id]);
    await (await t.guest()).requestPasswordReset({ body: { email: t.email } });
    expect((await mailsTo(database.current, t.email))[0]?.subject).toBe('Nastavenie nového hesla');
    const resetKey = await mailedToken(database.current, t.email);
    const polish = t.client('pl', await t.tokenFor());
    await polish.resetPassword({ body: { resetKey, passwordNew: 'a much better one' } });
    expect((await mailsTo(database.current, t.email))[0]?.language).toBe('pl');
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

  test('a blocked customer gets no link, and one they had before opens nothing', async () => {
    const t = await withCustomer();
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await mailedKey(t.email);
    await database.current.pool.query('update customer set active = false where id = $1', [t.customer.id]);
    const reset = await guest
      .resetPassword({ body: { passwordNew: 'a much better one', resetKey } })
      .catch(failureOf);
    expect(reset).toMatchObject({ code: 'resetLinkInvalid' });
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
    expect(answers.filter((answer) => answer === 'resetLinkInvalid')).toHaveLength(15);
  });
});
