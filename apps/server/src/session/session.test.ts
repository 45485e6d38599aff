import { randomBytes } from 'node:crypto';

import { hash } from '@node-rs/argon2';
import { failureOf } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { duringTransaction } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { describe, expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { createLoginLimits, DEFAULT_LOGIN_LIMITS, delayAfter } from './login-limits.ts';
import { hashPassword } from './password-hash.ts';
import { tokenHash } from '@refectory/database/session-token';
import { createSignInTurns } from './sign-in-turns.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;
const wrongCredentials = {
  kind: 'unauthorized',
  status: 401,
  message: 'Wrong credentials',
  code: 'wrongCredentials',
};

const sessionsOf = async (token: string) =>
  (
    await database.current.pool.query<{ customer_id: number | null }>(
      'select customer_id from session where token_hash = $1',
      [tokenHash(token)],
    )
  ).rows;

/** An app, and a customer who signs in by a password. */
async function withCustomer(
  password: string,
  input: { userName?: string; active?: boolean } = {},
  settings: Partial<Settings> = {},
) {
  const t = await createTestApp({ database: database.current, settings });
  const passwordHash = await hashPassword(password);
  const customer = await createCustomer(database.current, { passwordHash, ...input });
  const guest = async () => t.client('en', await t.tokenFor());
  return { ...t, customer, guest };
}

/** A sign-in as it is on the wire, from an address. */
async function signIn(
  t: Awaited<ReturnType<typeof withCustomer>>,
  authorization: string,
  address = '10.0.0.1',
  cookie?: string,
) {
  const token = await t.tokenFor();
  return t.app.inject({
    method: 'POST',
    url: '/api/customer/login',
    headers: { 'x-asw-token': token, 'x-forwarded-for': address, authorization, ...(cookie && { cookie }) },
  });
}

describe('authenticate', () => {
  test('API-12 begins a session for a guest and tells the time', async () => {
    const { client } = await createTestApp({ database: database.current });
    const { sessionToken = '', serverTime } = await client().authenticate();
    expect(serverTime).toBe(factoryNow);
    expect(await client('en', sessionToken).listCanteens()).toEqual({ canteens: [] });
    expect(await client('en', sessionToken).getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('API-56 only what works is announced', async () => {
    const { app } = await createTestApp({ database: database.current });
    const answer = await app.inject({ method: 'POST', url: '/api/authenticate' });
    expect(answer.json().capabilities).toEqual({
      idempotency: 1,
      live: 1,
      logout: 1,
      keepLogged: 1,
      endSessions: 1,
      export: 1,
      withdrawOffer: 1,
      linePrices: 1,
      registrationState: 1,
      passwordResetState: 1,
      emailChange: 1,
    });
  });

  test('tokens have 256 bits, are never the same, and only their hash is stored', async () => {
    const t = await createTestApp({ database: database.current });
    const customer = await createCustomer(database.current);
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => t.tokenFor(index < 10 ? undefined : customer)),
    );
    expect(new Set(tokens).size).toBe(20);
    expect(tokens.map((token) => Buffer.from(token.replace('g.', ''), 'base64url').length)).toEqual(
      Array.from({ length: 20 }, () => 32),
    );
    const { rows } = await database.current.pool.query<{ row: string }>(
      'select session::text as row from session',
    );
    expect(rows.filter(({ row }) => tokens.some((token) => row.includes(token)))).toEqual([]);
  });

  test('a guest’s token holds in every process for a day, and not longer', async () => {
    const one = await createTestApp({ database: database.current });
    const other = await createTestApp({ database: database.current });
    const token = await one.tokenFor();
    other.clock.advance(DAY_MS - 1);
    expect(await other.client('en', token).listCanteens()).toHaveProperty('canteens');
    other.clock.advance(1);
    expect(await other.client('en', token).listCanteens().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('a guest’s token that was changed anywhere is none', async () => {
    const t = await createTestApp({ database: database.current });
    const bytes = Buffer.from((await t.tokenFor()).slice(2), 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const forged = Buffer.from(bytes);
      forged.writeUInt8(forged.readUInt8(index) ^ 1, index);
      const guest = t.client('en', `g.${forged.toString('base64url')}`);
      expect(await guest.listCanteens().catch(failureOf), String(index)).toMatchObject({ status: 401 });
    }
  });
});

describe('login', () => {
  test('API-10 logs the customer in under a new token, and the old one stays a guest’s', async () => {
    const t = await withCustomer('refectory');
    const { sessionToken: guestToken = '' } = await t.client().authenticate();
    const answer = await t
      .client('en', guestToken)
      .login({ authorization: basic(`${t.customer.userName}:refectory`) });
    const token = answer.sessionToken ?? '';
    expect(token).not.toBe(guestToken);
    expect(await sessionsOf(token)).toEqual([{ customer_id: t.customer.id }]);
    expect(await t.client('en', token).getCustomer()).toMatchObject({ id: t.customer.id });
    const guest = await t.client('en', guestToken).getCustomer().catch(failureOf);
    expect(guest).toMatchObject({ kind: 'unauthorized', status: 401 });
  });

  test('AUTH-02 a second login gives a second token and ends the first', async () => {
    const t = await withCustomer('refectory');
    const authorization = basic(`${t.customer.userName}:refectory`);
    const first = await (await t.guest()).login({ authorization });
    const before = t.client('en', first.sessionToken);
    expect(await before.getCustomer()).toMatchObject({ id: t.customer.id });
    const second = await before.login({ authorization });
    expect(second.sessionToken).not.toBe(first.sessionToken);
    expect(await sessionsOf(first.sessionToken ?? '')).toEqual([]);
    expect(await before.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('AUTH-01 name and password are UTF-8, the password may hold colons, the name in any case', async () => {
    const t = await withCustomer('přílíš:žluťoučký:kůň 🐎', { userName: 'Šárka' });
    const guest = await t.guest();
    const answer = await guest.login({ authorization: basic('šÁRKA:přílíš:žluťoučký:kůň 🐎') });
    expect(answer.sessionToken).toBeDefined();
  });

  test('API-04 the scheme is read in any case', async () => {
    const t = await withCustomer('p', { userName: 'u' });
    const guest = await t.guest();
    expect(await guest.login({ authorization: 'bAsIc dTpw' })).toHaveProperty('sessionToken');
  });

  test.each([
    ['a wrong password', 'name:wrong'],
    ['a name nobody has', 'nobody:refectory'],
    ['an empty name and password', ':'],
    ['no colon', 'name'],
    ['a NUL', 'na\0me:refectory'],
  ])('AUTH-03 API-10 %s is refused with 401 and no more is said', async (_, text) => {
    const t = await withCustomer('refectory');
    const answer = await signIn(t, basic(text.replace('name', t.customer.userName)));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      success: false,
      resultText: 'Wrong credentials',
      error: { code: 'wrongCredentials', message: 'Wrong credentials' },
    });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  test.each(['', 'anything'])(
    'AUTH-03 who has no password yet cannot sign in, not even by %j',
    async (password) => {
      const t = await createTestApp({ database: database.current });
      const { userName } = await createCustomer(database.current, { passwordHash: '' });
      const guest = t.client('en', await t.tokenFor());
      const failure = await guest.login({ authorization: basic(`${userName}:${password}`) }).catch(failureOf);
      expect(failure).toEqual(wrongCredentials);
    },
  );

  test.each(['', 'Basic', 'Basic !!!', 'Basic /w==', 'Bearer dTpw', 'Card 12345678'])(
    'AUTH-03 the header %j names nobody',
    async (authorization) => {
      const t = await withCustomer('refectory');
      const guest = await t.guest();
      expect(await guest.login({ authorization }).catch(failureOf)).toEqual(wrongCredentials);
    },
  );

  test('a blocked customer cannot sign in, and their sessions are over', async () => {
    const t = await withCustomer('refectory');
    const jana = await t.loginAs(t.customer);
    await database.current.pool.query('update customer set active = false where id = $1', [t.customer.id]);
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    const guest = await t.guest();
    const authorization = basic(`${t.customer.userName}:refectory`);
    expect(await guest.login({ authorization }).catch(failureOf)).toEqual(wrongCredentials);
  });

  test('without password login the server refuses even the right password, and counts nothing', async () => {
    const t = await withCustomer('refectory', {}, { allowPasswordLogin: false });
    const right = basic(`${t.customer.userName}:refectory`);
    for (let round = 0; round < 6; round += 1) {
      const answer = await signIn(t, right);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        resultText: 'This canteen does not offer this here.',
        error: { code: 'switchedOff' },
      });
    }
  });

  test('API-10 login without a session is refused', async () => {
    const t = await withCustomer('refectory');
    const failure = await t
      .client()
      .login({ authorization: basic('u:p') })
      .catch(failureOf);
    expect(failure).toMatchObject({ status: 401, message: 'Your session has ended. Please sign in again.' });
  });

  test('API-05 a token that is used holds for a day and not longer', async () => {
    const t = await withCustomer('refectory');
    const [jana, guest] = [await t.loginAs(t.customer), await t.guest()];
    for (let hours = 3; hours < 24; hours += 3) {
      t.clock.advance(3 * HOUR_MS);
      expect(await jana.getCustomer()).toHaveProperty('id');
    }
    t.clock.advance(3 * HOUR_MS - 1);
    expect(await jana.getCustomer()).toHaveProperty('id');
    expect(await guest.listCanteens()).toHaveProperty('canteens');
    t.clock.advance(1000);
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    expect(await guest.listCanteens().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('a session that nobody uses ends after four hours', async () => {
    const t = await withCustomer('refectory');
    const [used, idle] = [await t.loginAs(t.customer), await t.loginAs(t.customer)];
    t.clock.advance(3 * HOUR_MS);
    expect(await used.getCustomer()).toHaveProperty('id');
    t.clock.advance(HOUR_MS);
    expect(await used.getCustomer()).toHaveProperty('id');
    expect(await idle.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('LIMIT-24, part of API-61: who asks to stay signed in does so for the days of the settings, whatever they do', async () => {
    const t = await withCustomer('refectory', {}, { allowPermanentLogin: true, permanentLoginDays: 7 });
    const guest = await t.guest();
    const authorization = basic(`${t.customer.userName}:refectory`);
    const { sessionToken = '' } = await guest.login({ authorization, keepLogged: true });
    const jana = t.client('en', sessionToken);
    t.clock.advance(7 * DAY_MS - 1);
    expect(await jana.getCustomer()).toHaveProperty('id');
    t.clock.advance(1000);
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test.each([
    ['where nobody may', { allowPermanentLogin: false, permanentLoginDays: 7 }],
    ['where the days are not set', { allowPermanentLogin: true }],
  ])('who asks to stay signed in %s stays a day at most', async (_, settings) => {
    const t = await withCustomer('refectory', {}, settings);
    const guest = await t.guest();
    const authorization = basic(`${t.customer.userName}:refectory`);
    const { sessionToken = '' } = await guest.login({ authorization, keepLogged: true });
    t.clock.advance(5 * HOUR_MS);
    expect(await t.client('en', sessionToken).getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('API-60 after the logout the token is refused, and other devices stay signed in', async () => {
    const t = await withCustomer('refectory');
    const [jana, elsewhere] = [await t.loginAs(t.customer), await t.loginAs(t.customer)];
    await jana.getCustomer();
    expect(await jana.logout()).toEqual({});
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    expect(await elsewhere.getCustomer()).toHaveProperty('id');
    const guest = await t.guest();
    expect(await guest.logout()).toEqual({});
    expect(await guest.listCanteens()).toHaveProperty('canteens');
  });

  test('signing out everywhere ends every session of the customer and of nobody else', async () => {
    const t = await withCustomer('refectory');
    const stranger = await t.loginAs(await createCustomer(database.current));
    const [jana, elsewhere] = [await t.loginAs(t.customer), await t.loginAs(t.customer)];
    expect(await jana.endSessions()).toEqual({});
    for (const client of [jana, elsewhere])
      expect(await client.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
    expect(await stranger.getCustomer()).toHaveProperty('id');
    const { rows } = await database.current.pool.query(
      'select kind from audit_event where customer_id = $1',
      [t.customer.id],
    );
    expect(rows).toEqual([{ kind: 'signed-out-everywhere' }]);
  });

  test.each([
    ['blocked', `update customer set active = false where id = $1`],
    ['given another password', `update customer set password_hash = 'another' where id = $1`],
  ])('whoever is %s while they sign in gets no session', async (_, change) => {
    const t = await withCustomer('refectory');
    const guest = await t.guest();
    const authorization = basic(`${t.customer.userName}:refectory`);
    const failure = await duringTransaction(
      database.current,
      async (client) => {
        await client.query(change, [t.customer.id]);
        await client.query('delete from session where customer_id = $1', [t.customer.id]);
      },
      () => guest.login({ authorization }).catch(failureOf),
    );
    expect(failure).toEqual(wrongCredentials);
    const { rowCount } = await database.current.pool.query('select from session where customer_id = $1', [
      t.customer.id,
    ]);
    expect(rowCount).toBe(0);
  });

  test('a sign-in is recorded, and no secret with it', async () => {
    const t = await withCustomer('a secret word');
    const guest = await t.guest();
    await guest.login({ authorization: basic(`${t.customer.userName}:a secret word`) });
    const { rows } = await database.current.pool.query(
      'select kind, actor, details, happened_at as at from audit_event where customer_id = $1',
      [t.customer.id],
    );
    expect(rows).toEqual([
      { kind: 'signed-in', actor: 'customer', details: { keepLogged: false }, at: factoryNow },
    ]);
  });

  test('a read may trust a session for a second, a call that changes something asks the database', async () => {
    const t = await withCustomer('refectory');
    const token = await t.tokenFor(t.customer);
    const jana = t.client('en', token);
    await jana.getCustomer();
    await database.current.pool.query('delete from session where token_hash = $1', [tokenHash(token)]);
    expect(await jana.getCustomer()).toHaveProperty('id');
    const cancelled = await jana.cancelOrder({ body: { orderId: 1 } }).catch(failureOf);
    expect(cancelled).toMatchObject({ status: 401 });
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });

  test('a session trusted by reads is asked for again after a second', async () => {
    const t = await withCustomer('refectory');
    const token = await t.tokenFor(t.customer);
    const jana = t.client('en', token);
    await jana.getCustomer();
    await database.current.pool.query('delete from session where token_hash = $1', [tokenHash(token)]);
    t.clock.advance(1000);
    expect(await jana.getCustomer().catch(failureOf)).toMatchObject({ status: 401 });
  });
});

describe('the limits of signing in', () => {
  test('the wait begins with the fifth failure and doubles up to a quarter of an hour', () => {
    expect([0, 4, 5, 6, 7, 14, 15, 1000].map((failures) => delayAfter(failures))).toEqual([
      0, 0, 1, 2, 4, 512, 900, 900,
    ]);
  });

  test('after five failures even the right password has to wait, and is told how long', async () => {
    const t = await withCustomer('refectory');
    const { userName } = t.customer;
    for (let guess = 0; guess < 5; guess += 1)
      expect((await signIn(t, basic(`${userName}:${guess}`))).statusCode).toBe(401);
    const waiting = await signIn(t, basic(`${userName.toUpperCase()}:refectory`));
    expect(waiting.statusCode).toBe(429);
    expect(waiting.headers['retry-after']).toBe('1');
    expect(waiting.json().error.code).toBe('tooManyAttempts');
    // Another account from the same address is not held up.
    expect((await signIn(t, basic('somebody:else'))).statusCode).toBe(401);
  });

  test('an account has one count, however its name is written', async () => {
    const t = await withCustomer('refectory', { userName: 'iiris' });
    for (const name of ['iiris', 'IIRIS', 'İiris', 'iİris', 'İİRİS'])
      expect((await signIn(t, basic(`${name}:wrong`))).statusCode).toBe(401);
    expect((await signIn(t, basic('iiris:refectory'))).statusCode).toBe(429);
  });

  test('an address that is none counts like any other', async () => {
    const t = await withCustomer('refectory');
    // Too long for an index of PostgreSQL, and not to be made shorter.
    const address = randomBytes(6_000).toString('base64url');
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push((await signIn(t, basic(`${t.customer.userName}:${guess}`), address)).statusCode);
    expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('a success forgets the failures before it', async () => {
    const t = await withCustomer('refectory');
    const { userName } = t.customer;
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1)
        expect((await signIn(t, basic(`${userName}:wrong`))).statusCode).toBe(401);
      expect((await signIn(t, basic(`${userName}:refectory`))).statusCode).toBe(200);
    }
  });

  test('guesses sent side by side are counted like those sent in turn', async () => {
    const t = await withCustomer('refectory');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => signIn(t, basic(`${t.customer.userName}:${guess}`))),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(5);
    expect(codes.filter((code) => code === 429)).toHaveLength(15);
  });

  test('a hundred failures from one address hold that address up and no other', async () => {
    const t = await withCustomer('refectory');
    const right = basic(`${t.customer.userName}:refectory`);
    const limits = createLoginLimits(database.current);
    for (let guess = 0; guess < 99; guess += 1)
      await limits.attempt(`nobody ${guess}`, '10.0.0.2', async () => undefined);
    expect((await signIn(t, basic('nobody:x'), '10.0.0.2')).statusCode).toBe(401);
    const held = await signIn(t, right, '10.0.0.2');
    expect(held.statusCode).toBe(429);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(500);
    expect((await signIn(t, right, '10.0.0.3')).statusCode).toBe(200);
  });

  test('guesses for many accounts sent side by side from one network are held up too', async () => {
    const limits = createLoginLimits(database.current);
    let guesses = 0;
    const attempts = Array.from({ length: 300 }, (_, guess) =>
      limits.attempt(`somebody ${guess}`, '10.0.0.9', async () => {
        guesses += 1;
        return undefined;
      }),
    );
    await Promise.allSettled(attempts);
    // A hundred, and at most as many as were being tried when the hundredth failed.
    expect(guesses).toBeGreaterThanOrEqual(100);
    expect(guesses).toBeLessThan(108);
  });

  test('a network from which many sign in at once is not held up', async () => {
    const limits = createLoginLimits(database.current);
    const attempts = Array.from({ length: 300 }, (_, person) =>
      limits.attempt(`person ${person}`, '10.0.0.10', async () => person),
    );
    expect(await Promise.all(attempts)).toHaveLength(300);
  });

  test('the addresses of one IPv6 network count as one', async () => {
    const limits = createLoginLimits(database.current);
    const fail = (name: string, address: string) => limits.attempt(name, address, async () => undefined);
    for (let guess = 0; guess < 100; guess += 1)
      await fail(`nobody ${guess}`, `2001:db8:0:1::${guess.toString(16)}`);
    await expect(fail('somebody', '2001:db8:0:1:ffff::1')).rejects.toMatchObject({ code: 'tooManyAttempts' });
    expect(await fail('somebody', '2001:db8:0:2::1')).toBeUndefined();
  });

  test('guesses sent side by side to several processes are counted like those sent in turn', async () => {
    const processes = Array.from({ length: 4 }, () => createLoginLimits(database.current));
    let guesses = 0;
    const guess = async () => {
      guesses += 1;
      return undefined;
    };
    const attempts = processes.flatMap((limits) =>
      Array.from({ length: 10 }, () => limits.attempt('side by side', '10.0.0.5', guess)),
    );
    const answers = await Promise.allSettled(attempts);
    expect(guesses).toBe(5);
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(35);
  });

  test('a customer who signs in after failures is not delayed the next time', async () => {
    const t = await withCustomer('refectory');
    const { userName } = t.customer;
    for (let guess = 0; guess < 4; guess += 1) await signIn(t, basic(`${userName}:wrong`));
    expect((await signIn(t, basic(`${userName}:refectory`))).statusCode).toBe(200);
    expect((await signIn(t, basic(`${userName}:refectory`))).statusCode).toBe(200);
  });

  test('successes never count: a whole company signs in from one address', async () => {
    const limits = createLoginLimits(database.current);
    for (let round = 0; round < 110; round += 1)
      expect(await limits.attempt('firma', '10.0.0.4', async () => 'in')).toBe('in');
    const t = await withCustomer('refectory');
    expect((await signIn(t, basic(`${t.customer.userName}:refectory`), '10.0.0.4')).statusCode).toBe(200);
  });

  test('a network is held up by names, not by failures, so that who mistypes does not hold up a company', async () => {
    const limits = createLoginLimits(database.current);
    // Of one account, whose own wait is over each time.
    const settings = { ...DEFAULT_LOGIN_LIMITS, freeFailures: 1_000 };
    const patient = createLoginLimits(database.current, { settings });
    for (let guess = 0; guess < 110; guess += 1)
      await patient.attempt('mistyped', '10.0.0.11', async () => undefined);
    expect(await limits.attempt('somebody', '10.0.0.11', async () => 'in')).toBe('in');
  });

  test('the limits are as they are set', async () => {
    const settings = { freeFailures: 2, longestDelaySeconds: 7, networkNames: 3, networkWindowSeconds: 60 };
    expect([1, 2, 3, 4, 5, 99].map((failures) => delayAfter(failures, settings))).toEqual([0, 1, 2, 4, 7, 7]);
    const limits = createLoginLimits(database.current, { settings });
    for (const name of ['set one', 'set two', 'set three'])
      await limits.attempt(name, '10.0.0.12', async () => undefined);
    const held = limits.attempt('set four', '10.0.0.12', async () => 'in');
    await expect(held).rejects.toMatchObject({ code: 'tooManyAttempts' });
  });

  test('guesses of strangers keep nobody out of a device they signed in from before', async () => {
    const t = await withCustomer('refectory');
    const { userName } = t.customer;
    const right = basic(`${userName}:refectory`);
    const before = await signIn(t, right, '10.0.0.21');
    const [cookie = ''] = String(before.headers['set-cookie']).split(';');
    for (let guess = 0; guess < 8; guess += 1) await signIn(t, basic(`${userName}:${guess}`), '10.0.0.22');
    expect((await signIn(t, right, '10.0.0.21')).statusCode).toBe(429);
    expect((await signIn(t, right, '10.0.0.21', cookie)).statusCode).toBe(200);
    // Guesses from there have a limit of their own.
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push((await signIn(t, basic(`${userName}:${guess}`), '10.0.0.21', cookie)).statusCode);
    expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('a known device is let in from a network that is held up', async () => {
    const t = await withCustomer('refectory');
    const right = basic(`${t.customer.userName}:refectory`);
    const before = await signIn(t, right, '10.0.0.31');
    const [cookie = ''] = String(before.headers['set-cookie']).split(';');
    const limits = createLoginLimits(database.current);
    for (let guess = 0; guess < 100; guess += 1)
      await limits.attempt(`stranger ${guess}`, '10.0.0.31', async () => undefined);
    expect((await signIn(t, right, '10.0.0.31')).statusCode).toBe(429);
    expect((await signIn(t, right, '10.0.0.31', cookie)).statusCode).toBe(200);
  });

  test('a device is known to the accounts that signed in from it last, and to no others', async () => {
    const t = await withCustomer('refectory');
    const other = await withCustomer('refectory');
    const first = await signIn(t, basic(`${t.customer.userName}:refectory`), '10.0.0.41');
    const sent = String(first.headers['set-cookie']);
    expect(sent).toMatch(
      /^refectory-device=[\w-]{22}; Path=\/api\/customer\/login; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    const [cookie = ''] = sent.split(';');
    for (let guess = 0; guess < 5; guess += 1)
      await signIn(t, basic(`${other.customer.userName}:${guess}`), '10.0.0.42');
    const right = basic(`${other.customer.userName}:refectory`);
    expect((await signIn(t, right, '10.0.0.41', cookie)).statusCode).toBe(429);
    // A new password is a new beginning for its devices.
    const newHash = await hashPassword('new password');
    const { id } = t.customer;
    await database.current.pool.query('update customer set password_hash = $2 where id = $1', [id, newHash]);
    for (let guess = 0; guess < 5; guess += 1)
      await signIn(t, basic(`${t.customer.userName}:${guess}`), '10.0.0.42');
    const changed = basic(`${t.customer.userName}:new password`);
    expect((await signIn(t, changed, '10.0.0.41', cookie)).statusCode).toBe(429);
  });

  test('nobody is believed who says where a call comes from, unless the start names them', async () => {
    const t = await createTestApp({ database: database.current, app: { trustProxy: false } });
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await t.app.inject({
        method: 'POST',
        url: '/api/customer/login',
        remoteAddress: '10.0.0.51',
        headers: {
          'x-asw-token': await t.tokenFor(),
          'x-forwarded-for': `10.1.0.${guess}`,
          authorization: basic(`believed ${guess}:x`),
        },
      });
      codes.push(answer.statusCode);
    }
    expect(codes).toEqual([401, 401, 401, 401, 401, 401]);
    const settings = { ...DEFAULT_LOGIN_LIMITS, networkNames: 6 };
    const limits = createLoginLimits(database.current, { settings });
    const next = limits.attempt('one more', '10.0.0.51', async () => 'in');
    await expect(next).rejects.toMatchObject({ code: 'tooManyAttempts' });
  });
});

test('a password that was hashed by other parameters is hashed as of today when its customer signs in', async () => {
  const t = await withCustomer('refectory');
  const old = await hash('refectory', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const { id, userName } = t.customer;
  const stored = async () =>
    (
      await database.current.pool.query<{ hash: string }>(
        'select password_hash as hash from customer where id = $1',
        [id],
      )
    ).rows[0]?.hash;
  await database.current.pool.query('update customer set password_hash = $2 where id = $1', [id, old]);
  expect((await signIn(t, basic(`${userName}:wrong`))).statusCode).toBe(401);
  expect(await stored()).toBe(old);
  expect((await signIn(t, basic(`${userName}:refectory`))).statusCode).toBe(200);
  const today = await stored();
  expect(today).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(t, basic(`${userName}:refectory`))).statusCode).toBe(200);
  expect(await stored()).toBe(today);
});

test('when too many sign in at once the next is told to come again', async () => {
  const turns = createSignInTurns({ mostWaiting: 2 });
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  const running = Array.from({ length: 6 }, () => turns(() => held));
  await expect(turns(async () => 'in')).rejects.toMatchObject({ code: 'unavailable' });
  end();
  await Promise.all(running);
  expect(await turns(async () => 'in')).toBe('in');
});
