import { failureOf } from '@refectory/contract/errors';
import { Settings } from '@refectory/contract/settings';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { tokenHash } from '@refectory/database/session-token';
import { duringTransaction } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import type { Language } from '@refectory/domain/texts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { hashPassword } from '../session/password-hash.ts';
import { createTestApp, testSettings } from '../testing/create-test-app.ts';
import { mailedToken, mailsTo } from '../testing/mails.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A form without a field for the user name, which is then the address. */
const { customerFields } = z.parse(Settings, {
  customerFields: { common: [{ id: 'firstName' }, { id: 'email', type: 'email' }] },
});
const { customerFields: withUserName } = z.parse(Settings, {
  customerFields: { common: [{ id: 'userName' }, { id: 'firstName' }, { id: 'email', type: 'email' }] },
});

const codeOf = async (call: Promise<unknown>) => {
  const failure = await call.then(() => undefined, failureOf);
  return failure && 'code' in failure ? failure.code : failure?.kind;
};

/** An address that nobody has. */
let made = 0;
const freeAddress = () => `free-${(made += 1)}@example.net`;

/** An app, and a customer who is called by their address. */
async function withCustomer(settings: Partial<Settings> = {}) {
  const configured: Settings = {
    ...testSettings,
    allowProfileEdit: true,
    allowPasswordRecovery: true,
    allowRegistration: true,
    customerFields,
    ...settings,
  };
  const t = await createTestApp({ database: database.current, settings: configured });
  const email = `customer-${(made += 1)}@example.org`;
  const customer = await createCustomer(database.current, { userName: email, email });
  const own = await t.loginAs(customer);
  const guest = async () => t.client('en', await t.tokenFor());
  const mails = (address: string) => mailsTo(database.current, address, t.clock.now(), configured);
  const subjects = async (address: string) => (await mails(address)).map(({ subject }) => subject);
  const token = (address: string) => mailedToken(database.current, address, t.clock.now(), configured);
  const want = (wanted: string, client = own) => client.updateCustomer({ body: { email: wanted } });
  /** Opens the link that was mailed to an address. */
  const open = async (address: string, client = own) =>
    client.finishEmailChange({ body: { token: await token(address) } });
  /** The token by which somebody who has an address finishes their registration. */
  const register = async (address: string) => {
    await (await guest()).startRegistration({ body: { firstName: 'Ota', email: address } });
    return token(address);
  };
  const finish = async (registration: string) =>
    (await guest()).finishRegistration({ body: { token: registration, password: 'a fine long one' } });
  const events = async () => {
    const { rows } = await database.current.pool.query<{ kind: string }>(
      'select kind from audit_event where customer_id = $1 order by id',
      [customer.id],
    );
    return rows.map(({ kind }) => kind);
  };
  return { ...t, customer, email, own, guest, mails, subjects, token, want, open, register, finish, events };
}

/** Another customer of the same canteen, and a client of theirs. */
async function another(t: Awaited<ReturnType<typeof withCustomer>>) {
  const email = `other-${(made += 1)}@example.org`;
  const customer = await createCustomer(database.current, { userName: email, email });
  return { customer, email, own: await t.loginAs(customer) };
}

describe('an address that a customer wants', () => {
  test('C144 counts once its link was opened: until then nothing is changed but what else was typed', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    expect(await t.own.updateCustomer({ body: { email: ` ${wanted} `, firstName: 'Jana' } })).toEqual({});
    expect(await t.own.getCustomer()).toMatchObject({
      userName: t.email,
      email: t.email,
      wantedEmail: wanted,
      firstName: 'Jana',
    });
    expect(await t.subjects(t.email)).toEqual([]);
    const [mail, ...rest] = await t.mails(wanted);
    expect(rest).toEqual([]);
    expect(mail?.subject).toBe('Confirm your new e-mail address');
    expect(mail?.action?.link).toMatch(/^https?:\/\/[^/]+\/email-change\/[\w-]{43}$/);
    // It goes to somebody who may be a stranger.
    expect(JSON.stringify(mail)).not.toContain(t.email);

    expect(await t.open(wanted)).toEqual({});
    const { wantedEmail, ...now } = await t.own.getCustomer();
    expect(now).toMatchObject({ userName: wanted, email: wanted });
    expect(wantedEmail).toBeUndefined();
    expect((await t.mails(t.email))[0]).toMatchObject({
      subject: 'The address of your account was changed',
      paragraphs: [expect.stringContaining(`The account ${t.email} now has the address ${wanted}`)],
    });
    expect(await t.subjects(wanted)).toHaveLength(1);
    expect(await t.events()).toEqual(['profile-changed', 'email-wanted', 'email-changed']);
  });

  test('C144 C139 a link that was used says so, to whoever has it', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const body = { token: await t.token(wanted) };
    await t.own.finishEmailChange({ body });
    expect(await codeOf(t.own.finishEmailChange({ body }))).toBe('linkUsed');
    expect(await codeOf((await another(t)).own.finishEmailChange({ body }))).toBe('linkUsed');
    // What was done by it says nothing of another thing.
    expect(await codeOf(t.own.finishCardChange({ body }))).toBe('switchedOff');
    expect(await t.own.getRegistration({ body })).toEqual({ isFinished: false, refusal: 'linkInvalid' });
  });

  test('C144 the link is of no use to another customer, nor to a guest', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const other = await another(t);
    const token = await t.token(wanted);
    const body = { token };
    expect(await codeOf(other.own.finishEmailChange({ body }))).toBe('linkOfAnother');
    expect(await codeOf((await t.guest()).finishEmailChange({ body }))).toBe('loginRequired');
    expect(await other.own.getCustomer()).toMatchObject({ userName: other.email, email: other.email });
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email, wantedEmail: wanted });
    await t.own.finishEmailChange({ body });
    expect(await t.own.getCustomer()).toMatchObject({ email: wanted });
  });

  test('of 64 uses of one link at once one makes the change', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const body = { token: await t.token(wanted) };
    // A process lets eight calls of a customer run at once: here are eight processes.
    const processes = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { client } = await createTestApp({
          database: database.current,
          settings: { allowProfileEdit: true, customerFields },
        });
        return client('en', await t.tokenFor(t.customer));
      }),
    );
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => processes)
        .flat()
        .map((own) => codeOf(own.finishEmailChange({ body }))),
    );
    expect(codes).toHaveLength(64);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([undefined, 'linkUsed']));
    expect(await t.events()).toEqual(['email-wanted', 'email-changed']);
  });

  test('its link can be used for three days, and a newer one takes its place', async () => {
    const t = await withCustomer();
    const [first, second] = [freeAddress(), freeAddress()];
    await t.want(first);
    const old = await t.token(first);
    await t.want(second);
    expect(await codeOf(t.own.finishEmailChange({ body: { token: old } }))).toBe('linkInvalid');
    const before = await t.token(second);
    await t.own.repeatEmailChange();
    const newest = await t.token(second);
    expect(await codeOf(t.own.finishEmailChange({ body: { token: before } }))).toBe('linkInvalid');
    t.clock.advance(3 * DAY_MS);
    const later = await t.loginAs(t.customer);
    expect((await later.getCustomer()).wantedEmail).toBeUndefined();
    expect(await codeOf(later.finishEmailChange({ body: { token: newest } }))).toBe('linkInvalid');
    expect(await codeOf(later.repeatEmailChange())).toBe('noEmailWanted');
    expect(await later.getCustomer()).toMatchObject({ email: t.email });
  });

  test('a forged link, and one for another purpose, change nothing', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const token = await t.token(wanted);
    const registration = await t.register(freeAddress());
    for (const forged of [token.slice(0, -1), `${token}x`, token.toLowerCase(), 'x', '\0', registration])
      expect(await codeOf(t.own.finishEmailChange({ body: { token: forged } }))).toMatch(
        /linkInvalid|badRequest/,
      );
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email, wantedEmail: wanted });
  });

  test('no token of its link is stored, nor what stands for one before the mail is written', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    const stored = async () => {
      const { rows } = await database.current.pool.query<{ hash: Buffer }>(
        'select token_hash as hash from mailed_link where customer_id = $1',
        [t.customer.id],
      );
      return rows.map(({ hash }) => hash);
    };
    await t.want(wanted);
    const [first] = await stored();
    const token = await t.token(wanted);
    expect(await stored()).toEqual([tokenHash(token)]);
    expect(first).not.toEqual(tokenHash(token));
  });

  test('is given up by its customer, also while the mail is being written', async () => {
    const t = await withCustomer();
    const [mailed, unmailed] = [freeAddress(), freeAddress()];
    await t.want(mailed);
    const token = await t.token(mailed);
    await t.own.cancelEmailChange();
    expect((await t.own.getCustomer()).wantedEmail).toBeUndefined();
    expect(await codeOf(t.own.finishEmailChange({ body: { token } }))).toBe('linkInvalid');
    await t.want(unmailed);
    await t.own.cancelEmailChange();
    await t.own.cancelEmailChange();
    expect(await t.subjects(unmailed)).toEqual([]);
    expect(await codeOf(t.own.repeatEmailChange())).toBe('noEmailWanted');
  });

  test('stays wanted when the profile is saved with the address that counts, or in another language', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const additionalData = [{ variableId: 'language', value: 'cs' }];
    await t.own.updateCustomer({ body: { email: t.email, firstName: 'Jana', additionalData } });
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email, wantedEmail: wanted });
    await t.open(wanted);
    expect(await t.own.getCustomer()).toMatchObject({ email: wanted });
  });

  test('written with other capitals it is the same one, and needs no link', async () => {
    const t = await withCustomer();
    const loud = t.email.toUpperCase();
    await t.want(loud);
    const { email, userName, wantedEmail } = await t.own.getCustomer();
    expect([email, userName, wantedEmail]).toEqual([loud, loud, undefined]);
    expect(await t.mails(t.email)).toEqual([]);
    expect(await t.events()).toEqual(['profile-changed']);
  });

  test('a user name that has a field of its own stays as it is', async () => {
    const t = await withCustomer({ customerFields: withUserName });
    const wanted = freeAddress();
    const body = { userName: t.email, email: wanted };
    await t.own.updateCustomer({ body });
    // Nobody is called by an address that they have not proved.
    expect(await codeOf(t.own.updateCustomer({ body: { ...body, userName: wanted } }))).toBe('fieldInvalid');
    await t.open(wanted);
    expect(await t.own.getCustomer()).toMatchObject({ userName: t.email, email: wanted });
  });

  test('without an address before, nobody else is told', async () => {
    const t = await withCustomer();
    const customer = await createCustomer(database.current);
    const own = await t.loginAs(customer);
    const wanted = freeAddress();
    await t.want(wanted, own);
    expect(await own.getCustomer()).toMatchObject({ wantedEmail: wanted });
    await t.open(wanted, own);
    expect(await own.getCustomer()).toMatchObject({ email: wanted, userName: customer.userName });
    const { rowCount } = await database.current.pool.query(
      `select from outbox where customer_id = $1 and kind <> 'email-change'`,
      [customer.id],
    );
    expect(rowCount).toBe(0);
  });

  test('the mails are in the language of the account, else in that of whoever asks', async () => {
    const t = await withCustomer();
    const [polish, czech, known] = [freeAddress(), freeAddress(), await another(t)];
    const inLanguage = async (language: Language) => t.loginAs(t.customer, language);
    await t.want(polish, await inLanguage('pl'));
    expect(await t.subjects(polish)).toEqual(['Potwierdź nowy adres e-mail']);
    const additionalData = [{ variableId: 'language', value: 'cs' }];
    await (await inLanguage('pl')).updateCustomer({ body: { email: czech, additionalData } });
    expect(await t.subjects(czech)).toEqual(['Potvrďte svou novou e-mailovou adresu']);
    await t.want(known.email, await inLanguage('sk'));
    expect(await t.subjects(known.email)).toEqual(['Tato adresa už účet má']);
  });

  test('nothing of it where nobody edits their profile', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const off = await createTestApp({ database: database.current, settings: { allowProfileEdit: false } });
    const own = await off.loginAs(t.customer);
    const body = { token: await t.token(wanted) };
    expect(await codeOf(own.finishEmailChange({ body }))).toBe('switchedOff');
    expect(await codeOf(own.repeatEmailChange())).toBe('switchedOff');
    // It can be given up all the same.
    await own.cancelEmailChange();
    expect((await own.getCustomer()).wantedEmail).toBeUndefined();
  });

  test('after a sign-in by card, the password is asked for first', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const body = { token: await t.token(wanted) };
    const { pool } = database.current;
    const { rows } = await pool.query<{ id: number }>(
      `insert into terminal (name, credential_hash, added_at) values ('Hall', $1, $2) returning id`,
      [tokenHash('terminal'), new Date(factoryNow)],
    );
    const token = await t.tokenFor(t.customer);
    await pool.query('update session set by_card = true where token_hash = $1', [tokenHash(token)]);
    const byCard = t.client('en', token);
    try {
      const calls = [
        t.want(freeAddress(), byCard),
        byCard.finishEmailChange({ body }),
        byCard.repeatEmailChange(),
        byCard.cancelEmailChange(),
      ];
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'passwordRequired'));
    } finally {
      await pool.query('delete from terminal where id = $1', [rows[0]?.id]);
    }
    expect(await byCard.getCustomer()).toMatchObject({ email: t.email, wantedEmail: wanted });
  });

  test('a customer who was blocked meanwhile gets neither the link nor the address', async () => {
    const t = await withCustomer();
    const [mailed, unmailed] = [freeAddress(), freeAddress()];
    const block = (active: boolean) =>
      database.current.pool.query('update customer set active = $2 where id = $1', [t.customer.id, active]);
    await t.want(mailed);
    const body = { token: await t.token(mailed) };
    await block(false);
    expect(await codeOf(t.own.finishEmailChange({ body }))).toBe('sessionMissing');
    await block(true);
    await t.want(unmailed);
    await block(false);
    expect(await t.subjects(unmailed)).toEqual([]);
    await block(true);
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email });
  });
});

describe('what is told of addresses', () => {
  /** What a customer can see of an address they want, before and after the mails are written. */
  async function seen(t: Awaited<ReturnType<typeof withCustomer>>, address: string) {
    const one = await another(t);
    const token = await t.tokenFor(one.customer);
    const client = t.client('en', token);
    const send = async () => {
      const { statusCode, body, headers } = await t.app.inject({
        method: 'POST',
        url: '/api/customer',
        headers: { 'x-asw-token': token },
        payload: { email: address },
      });
      return { statusCode, body, headers: { ...headers, date: undefined } };
    };
    const look = async () => {
      const { id: _, customerId: _same, userName, email, wantedEmail, ...rest } = await client.getCustomer();
      const { events, mails } = await client.exportPersonalData();
      expect([userName, email, wantedEmail]).toEqual([one.email, one.email, address]);
      return { ...rest, events, mails };
    };
    const answer = await send();
    const before = await look();
    const { rows: left } = await database.current.pool.query<{ kind: string }>(
      `select kind, language, sent_at, failure, attempts, content ? 'applicationUrl' as has_origin from outbox
        where customer_id = $1`,
      [one.customer.id],
    );
    const written = await t.subjects(address);
    const after = await look();
    const again = await codeOf(client.repeatEmailChange());
    const repeats = await t.subjects(address);
    t.clock.advance(3 * DAY_MS - 1);
    const lateClient = await t.loginAs(one.customer);
    const { wantedEmail: late } = await lateClient.getCustomer();
    t.clock.advance(1 - 3 * DAY_MS);
    const codes = [];
    for (let count = 0; count < 4; count += 1) codes.push(await codeOf(client.repeatEmailChange()));
    return {
      told: { answer, before, left, after, again, isLate: late === address, codes },
      mails: { written, repeats },
    };
  }

  test('C144 an address that was given up before its mail was written gets none, whoever has it', async () => {
    const t = await withCustomer();
    for (const wanted of [(await another(t)).email, freeAddress()]) {
      await t.want(wanted);
      await t.own.cancelEmailChange();
      expect(await t.subjects(wanted)).toEqual([]);
    }
    const [known, free] = [(await another(t)).email, freeAddress()];
    await t.want(known);
    await t.want(free);
    expect([await t.subjects(known), await t.subjects(free)]).toEqual([
      [],
      ['Confirm your new e-mail address'],
    ]);
  });

  test('C144 C45 whether an address has an account is told by the mail to it alone', async () => {
    const t = await withCustomer();
    const known = await seen(t, t.email);
    const unknown = await seen(t, freeAddress());
    expect(known.told).toEqual(unknown.told);
    expect(known.told.answer).toMatchObject({ statusCode: 200 });
    expect(known.mails.written).toEqual(['This address already has an account']);
    expect(unknown.mails.written).toEqual(['Confirm your new e-mail address']);
    expect([known.mails.repeats, unknown.mails.repeats].map(({ length }) => length)).toEqual([2, 2]);
    const [mail] = await t.mails(t.email);
    expect(mail?.action?.link).toMatch(/\/forgotten-password$/);
  });

  test('an address that is a user name, or was given away lately, has an account too', async () => {
    const t = await withCustomer();
    const [name, given] = [freeAddress(), freeAddress()];
    await createCustomer(database.current, { userName: name });
    await t.want(given);
    await t.open(given);
    const other = await another(t);
    for (const address of [name, t.email, given]) {
      await t.want(address.toUpperCase(), other.own);
      expect((await t.subjects(address))[0], address).toBe('This address already has an account');
    }
    // The address is the other account's to have back; nobody registers with it either.
    for (const address of [t.email, given]) {
      await t.register(address);
      expect((await t.subjects(address))[0], address).toBe('You already have an account');
    }
  });

  test('the mail to an address that has an account leads to a new password only where that is reset by it', async () => {
    const told = async (t: Awaited<ReturnType<typeof withCustomer>>, address: string) => {
      await t.want(address, (await another(t)).own);
      await t.register(address);
      const mails = await t.mails(address);
      return mails.slice(0, 2).map(({ action, paragraphs: [text = ''] }) => ({
        leads: action?.link.endsWith('/forgotten-password') ?? false,
        says: /you can set a new one/.test(text),
        sends: /ask at the canteen/.test(text),
      }));
    };
    const [yes, no] = [
      { leads: true, says: true, sends: false },
      { leads: false, says: false, sends: true },
    ];
    const t = await withCustomer();
    expect(await told(t, (await another(t)).email)).toEqual([yes, yes]);
    // The address before is the one by which the password is reset for a while.
    const given = freeAddress();
    await t.want(given);
    await t.open(given);
    expect(await told(t, given)).toEqual([no, no]);
    expect(await told(t, t.email)).toEqual([yes, yes]);
    const name = freeAddress();
    await createCustomer(database.current, { userName: name });
    // Who registers with it is told to choose another name: a user name keeps no address from its owner.
    expect((await told(t, name)).at(-1)).toEqual(no);
    const off = await withCustomer({ allowPasswordRecovery: false });
    expect(await told(off, off.email)).toEqual([no, no]);
  });
});

describe('whose an address is', () => {
  test("C144 an address that somebody only wants is free: its owner registers, and the other's link is refused", async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const link = await t.token(wanted);
    await t.finish(await t.register(wanted));
    expect(await t.own.finishEmailChange({ body: { token: link } }).catch(failureOf)).toMatchObject({
      status: 400,
      code: 'emailTaken',
      message: 'Another account already has this address.',
    });
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email, userName: t.email });
  });

  test('C144 who opens the link first has the address, and a registration with it is refused', async () => {
    const t = await withCustomer({ customerFields: withUserName });
    const wanted = freeAddress();
    const registration = await t.register(wanted);
    await t.own.updateCustomer({ body: { userName: t.email, email: wanted } });
    await t.open(wanted);
    expect(await codeOf(t.finish(registration))).toBe('emailTaken');
    expect(await (await t.guest()).getRegistration({ body: { token: registration } })).toEqual({
      isFinished: false,
      refusal: 'emailTaken',
    });
    const { rows } = await database.current.pool.query(
      'select id from customer where lower(email) = lower($1)',
      [wanted],
    );
    expect(rows).toEqual([{ id: t.customer.id }]);
  });

  test('of two customers and a person who prove one address at once, one has it', async () => {
    const t = await withCustomer();
    for (let round = 0; round < 8; round += 1) {
      const wanted = freeAddress();
      const rivals = [await another(t), await another(t)];
      const registration = await t.register(wanted);
      const tokens: string[] = [];
      for (const { own } of rivals) {
        await t.want(wanted, own);
        tokens.push(await t.token(wanted));
      }
      const codes = await Promise.all([
        codeOf(t.finish(registration)),
        ...rivals.map(({ own }, index) =>
          codeOf(own.finishEmailChange({ body: { token: tokens[index] ?? '' } })),
        ),
      ]);
      expect(codes.toSorted()).toEqual(['emailTaken', 'emailTaken', undefined]);
      const { rowCount } = await database.current.pool.query(
        'select from customer where lower(email) = lower($1)',
        [wanted],
      );
      expect(rowCount).toBe(1);
    }
  });

  test('a user name that somebody is given at this moment is refused as an address', async () => {
    const t = await withCustomer();
    const other = await another(t);
    const wanted = freeAddress();
    await t.want(wanted);
    const body = { token: await t.token(wanted) };
    const code = await duringTransaction(
      database.current,
      (client) =>
        client.query('update customer set user_name = $2 where id = $1', [other.customer.id, wanted]),
      () => codeOf(t.own.finishEmailChange({ body })),
    );
    expect(code).toBe('emailTaken');
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email, wantedEmail: wanted });
  });

  test('where no mail proves addresses, a registration is finished as ever', async () => {
    const t = await withCustomer({ registrationWithoutMail: true, customerFields: withUserName });
    const guest = await t.guest();
    const { token = '' } = await guest.startRegistration({
      body: { userName: `ota-${made}`, email: t.email },
    });
    expect(await t.finish(token)).toEqual({});
  });
});

describe('the password meanwhile', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

  test('C144 until the link is opened the customer signs in and resets the password by the address that counts', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await database.current.pool.query('update customer set password_hash = $2 where id = $1', [
      t.customer.id,
      await hashPassword('the old one'),
    ]);
    await t.want(wanted);
    const link = await t.token(wanted);
    const guest = await t.guest();
    await guest.requestPasswordReset({ body: { email: wanted } });
    expect(await t.subjects(wanted)).toEqual(['Confirm your new e-mail address']);
    const signIn = async (name: string, password: string) =>
      codeOf((await t.guest()).login({ authorization: basic(`${name}:${password}`) }));
    expect(await signIn(wanted, 'the old one')).toBe('wrongCredentials');
    expect(await signIn(t.email, 'the old one')).toBeUndefined();

    await guest.requestPasswordReset({ body: { email: t.email } });
    const resetKey = await t.token(t.email);
    await guest.resetPassword({ body: { resetKey, passwordNew: 'a much better one' } });
    expect(await signIn(t.email, 'a much better one')).toBeUndefined();
    // What a stranger at an open session asked for is void.
    const own = await t.loginAs(t.customer);
    expect((await own.getCustomer()).wantedEmail).toBeUndefined();
    expect(await codeOf(own.finishEmailChange({ body: { token: link } }))).toBe('linkInvalid');
  });

  test('a customer who changes address and password on one page can still open the link', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await database.current.pool.query('update customer set password_hash = $2 where id = $1', [
      t.customer.id,
      await hashPassword('the old one'),
    ]);
    await t.want(wanted);
    await t.own.changePassword({
      body: { passwordOld: 'the old one', passwordNew: 'a much better one' },
    });
    await t.open(wanted);
    expect(await t.own.getCustomer()).toMatchObject({ email: wanted });
  });

  test('an address that somebody else proved since is not given back by a link that was sent before', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    await t.open(wanted);
    t.clock.advance(3 * DAY_MS - 1);
    await (await t.guest()).requestPasswordReset({ body: { email: t.email } });
    const resetKey = await t.token(t.email);
    t.clock.advance(1);
    const other = await another(t);
    await t.want(t.email, other.own);
    await t.open(t.email, other.own);
    await (await t.guest()).resetPassword({ body: { resetKey, passwordNew: 'a much better one' } });
    expect(await other.own.getCustomer()).toMatchObject({ email: t.email });
    expect(await (await t.loginAs(t.customer)).getCustomer()).toMatchObject({ email: wanted });
  });
});

describe('an address that is removed', () => {
  test('is gone at once, with what was wanted, and the mail to it says how to have it back', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    const link = await t.token(wanted);
    await t.own.updateCustomer({ body: { firstName: 'Jana' } });
    const { email, wantedEmail } = await t.own.getCustomer();
    expect([email, wantedEmail]).toEqual([undefined, undefined]);
    expect(await codeOf(t.own.finishEmailChange({ body: { token: link } }))).toBe('linkInvalid');
    expect(await t.subjects(t.email)).toEqual(['The address of your account was changed']);
    await (await t.guest()).requestPasswordReset({ body: { email: t.email } });
    const resetKey = await t.token(t.email);
    await (await t.guest()).resetPassword({ body: { resetKey, passwordNew: 'a much better one' } });
    expect(await (await t.loginAs(t.customer)).getCustomer()).toMatchObject({ email: t.email });
  });

  test('where passwords are not reset by mail, the mail sends to the canteen', async () => {
    const t = await withCustomer({ allowPasswordRecovery: false });
    await t.own.updateCustomer({ body: { firstName: 'Jana' } });
    expect((await t.mails(t.email))[0]).toMatchObject({ subject: 'Your e-mail address was changed' });
    expect((await t.mails(t.email))[0]?.action).toBeUndefined();
  });
});

describe('limits', () => {
  test('a customer has three mails an hour sent to one address, and five a day in all', async () => {
    const t = await withCustomer();
    const wanted = freeAddress();
    await t.want(wanted);
    await t.want(wanted);
    await t.own.repeatEmailChange();
    expect(await t.own.repeatEmailChange().catch(failureOf)).toMatchObject({
      status: 429,
      code: 'tooManyTries',
    });
    expect(await codeOf(t.want(wanted))).toBe('tooManyTries');
    t.clock.advance(HOUR_MS / 4);
    // The first of the three has to be an hour ago.
    expect(await t.own.repeatEmailChange().catch(failureOf)).toMatchObject({
      message: 'There were too many attempts. Please try again in 45 minutes.',
    });
    t.clock.advance(-HOUR_MS / 4);
    expect(await t.subjects(wanted)).toHaveLength(3);
    // The last one can be opened.
    const token = await t.token(wanted);
    t.clock.advance(HOUR_MS);
    await t.want(freeAddress());
    await t.want(wanted);
    const refused = [t.want(freeAddress()), t.own.updateCustomer({ body: {} }), t.own.repeatEmailChange()];
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array.from({ length: 3 }, () => 'tooManyTries'));
    expect(await codeOf(t.own.finishEmailChange({ body: { token } }))).toBe('linkInvalid');
    expect(await t.own.getCustomer()).toMatchObject({ email: t.email, wantedEmail: wanted });
    t.clock.advance(DAY_MS);
    const later = await t.loginAs(t.customer);
    await t.want(freeAddress(), later);
  });

  test('of calls at once no more are let through', async () => {
    const t = await withCustomer();
    const codes = await Promise.all(Array.from({ length: 16 }, () => codeOf(t.want(freeAddress()))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(5);
  });

  test('C144 two hundred tries of a customer keep no link from others in their network', async () => {
    const t = await withCustomer();
    const codes = new Set<unknown>();
    for (let count = 0; count < 210; count += 1) codes.add(await codeOf(t.want(freeAddress())));
    expect(codes).toEqual(new Set([undefined, 'tooManyTries']));
    const { email } = await another(t);
    await (await t.guest()).requestPasswordReset({ body: { email } });
    expect(await t.subjects(email)).toEqual(['Set a new password']);
    expect(await t.register(freeAddress())).toHaveLength(43);
  });

  test('what a customer asks for keeps the links from nobody whose address it is, and many customers do not flood it', async () => {
    const t = await withCustomer();
    const [victim, rival] = [await another(t), freeAddress()];
    for (let count = 0; count < 3; count += 1) await t.want(victim.email);
    await (await t.guest()).requestPasswordReset({ body: { email: victim.email } });
    expect((await t.subjects(victim.email))[0]).toBe('Set a new password');
    for (let count = 0; count < 2; count += 1) await t.want(rival);
    await t.want(rival, victim.own);
    await t.open(rival, victim.own);
    expect(await victim.own.getCustomer()).toMatchObject({ email: rival });

    const flooded = freeAddress();
    const codes: unknown[] = [];
    for (let count = 0; count < 12; count += 1)
      codes.push(await codeOf(t.want(flooded, (await another(t)).own)));
    const atOnce = freeAddress();
    const rivals = await Promise.all(Array.from({ length: 12 }, () => another(t)));
    const refused = await Promise.all(rivals.map(({ own }) => codeOf(t.want(atOnce, own))));
    expect(refused.filter((code) => code === 'tooManyTries')).toHaveLength(2);
    expect(await t.subjects(atOnce)).toHaveLength(10);
    // Who would get no mail is told so.
    expect(codes.slice(9)).toEqual([undefined, 'tooManyTries', 'tooManyTries']);
    expect(await t.subjects(flooded)).toHaveLength(10);
  });
});
