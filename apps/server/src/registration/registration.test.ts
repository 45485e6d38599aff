import { failureOf } from '@refectory/contract/errors';
import type { CustomerForm } from '@refectory/contract/profile';
import type { Settings } from '@refectory/contract/settings';
import { createCustomer } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { describe, expect, test } from 'vitest';

import { createTestApp, testSettings } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';

const database = useTestDatabase();
const HOUR_MS = 60 * 60_000;
const PASSWORD = 'a good long one';

const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

let made = 0;
const newAddress = () => `new-${(made += 1)}@example.org`;

async function prepare(settings: Partial<Settings> = {}) {
  const t = await createTestApp({
    database: database.current,
    settings: { allowRegistration: true, allowCompany: true, ...settings },
  });
  const guest = async () => t.client('en', await t.tokenFor());
  const start = async (body: CustomerForm) => (await guest()).startRegistration({ body });
  const finish = async (token: string, password = PASSWORD) =>
    (await guest()).finishRegistration({ body: { token, password } });
  const signIn = async (name: string) => {
    const { sessionToken = '' } = await (
      await guest()
    ).login({ authorization: basic(`${name}:${PASSWORD}`) });
    return t.client('en', sessionToken);
  };
  return { ...t, guest, start, finish, signIn };
}

/** The token of the link that was mailed to an address last. */
async function mailedToken(address: string): Promise<string> {
  const [mail] = await mailsTo(database.current, address);
  return /^http:\/\/[^/]+\/registration\/([\w-]{43})$/.exec(mail?.action?.link ?? '')?.[1] ?? '';
}

const person = (email: string) => ({ type: 'Person', firstName: 'Anna', lastName: 'Malá', email }) as const;

test('part of API-13, API-14: a person registers by mail, chooses a password, and signs in with the address', async () => {
  const t = await prepare();
  const email = newAddress();
  expect(await t.start(person(email))).toEqual({});
  const token = await mailedToken(email);
  const state = async (asked = token) => (await t.guest()).getRegistration({ body: { token: asked } });
  expect(await state()).toEqual({ isFinished: false });
  expect(await t.finish(token)).toEqual({});
  expect(await state()).toEqual({ isFinished: true, refusal: 'linkUsed' });
  for (const unknown of ['unknown', 't'.repeat(2_000)])
    expect(await state(unknown)).toEqual({ isFinished: false, refusal: 'linkInvalid' });
  const anna = await t.signIn(email);
  expect(await anna.getCustomer()).toMatchObject({ ...person(email), userName: email });
  expect(await anna.getBalance()).toMatchObject({ balance: 0 });
  expect(await t.finish(token).catch(failureOf)).toMatchObject({ status: 400, code: 'linkUsed' });
});

test('part of ROLE-04: a company registers where companies are allowed, and nowhere else', async () => {
  const email = newAddress();
  const company = { type: 'Company', companyName: 'Firma s.r.o.', email } as const;
  const closed = await prepare({ allowCompany: false });
  expect(await closed.start(company).catch(failureOf)).toMatchObject({ code: 'fieldInvalid' });
  const t = await prepare();
  await t.start(company);
  await t.finish(await mailedToken(email));
  expect(await (await t.signIn(email)).getCustomer()).toMatchObject(company);
});

test('part of REG-05: where no mail proves the address, the answer has the token', async () => {
  const t = await prepare({ registrationWithoutMail: true });
  const email = newAddress();
  const { token = '' } = await t.start(person(email));
  expect(token).toHaveLength(43);
  expect(await mailsTo(database.current, email)).toEqual([]);
  await t.finish(token);
  expect(await (await t.signIn(email)).getCustomer()).toMatchObject({ email });
});

test('the answer is the same for an address that has an account, whose owner is told by mail', async () => {
  const t = await prepare();
  const email = newAddress();
  await createCustomer(database.current, { email });
  const send = async (body: CustomerForm) =>
    t.app.inject({
      method: 'POST',
      url: '/api/customer/register/start',
      headers: { 'x-asw-token': await t.tokenFor() },
      payload: body,
    });
  const [known, unknown] = [await send(person(email)), await send(person(newAddress()))];
  const { date: _one, ...headers } = known.headers;
  const { date: _other, ...otherHeaders } = unknown.headers;
  expect([unknown.statusCode, unknown.body, otherHeaders]).toEqual([known.statusCode, known.body, headers]);
  const [mail] = await mailsTo(database.current, email);
  expect(mail?.subject).toBe('You already have an account');
  // Passwords are not reset by mail here.
  expect(mail?.action).toBeUndefined();
});

test('whoever asks for a user name that somebody has is told by mail, and not in the answer', async () => {
  const { userName } = await createCustomer(database.current);
  const field = { id: 'userName', required: true };
  const form = { registration: [field], show: [], update: [] };
  // As the settings have them, with what a field leaves out.
  const customerFields = {
    common: [{ id: 'email', type: 'email', required: true }],
    person: form,
  } as unknown as Settings['customerFields'];
  const t = await prepare({ customerFields });
  const email = newAddress();
  expect(await t.start({ email, userName: userName.toUpperCase() })).toEqual({});
  expect((await mailsTo(database.current, email))[0]?.subject).toBe('Choose another user name');
});

test('a link lives three days, the newest counts, and a weak password leaves it as it is', async () => {
  const t = await prepare();
  const email = newAddress();
  await t.start(person(email));
  const first = await mailedToken(email);
  await t.start(person(email));
  const second = await mailedToken(email);
  expect(await t.finish(first).catch(failureOf)).toMatchObject({ code: 'linkInvalid' });
  expect(await t.finish(second, 'password1').catch(failureOf)).toMatchObject({ code: 'passwordTooCommon' });
  expect(await t.finish(second, email.toUpperCase()).catch(failureOf)).toMatchObject({
    code: 'passwordTooCommon',
  });
  t.clock.advance(72 * HOUR_MS);
  expect(await t.finish(second).catch(failureOf)).toMatchObject({ code: 'linkInvalid' });
});

test('of many who finish one registration at the same moment one succeeds', async () => {
  const t = await prepare();
  const email = newAddress();
  await t.start(person(email));
  const token = await mailedToken(email);
  const answers = await Promise.allSettled(Array.from({ length: 16 }, () => t.finish(token)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [failureOf(answer.reason)] : [],
  );
  expect(refused).toEqual(Array.from({ length: 15 }, () => expect.objectContaining({ code: 'linkUsed' })));
});

test('a key of a password reset finishes no registration, and the other way round', async () => {
  const t = await prepare({ allowPasswordRecovery: true });
  const email = newAddress();
  await createCustomer(database.current, { email });
  await (await t.guest()).requestPasswordReset({ body: { email } });
  const [mail] = await mailsTo(database.current, email);
  const resetKey = /[\w-]{43}$/.exec(mail?.action?.link ?? '')?.[0] ?? '';
  expect(resetKey).not.toBe('');
  expect(await t.finish(resetKey).catch(failureOf)).toMatchObject({ code: 'linkInvalid' });
});

test.each([
  ['no last name', { lastName: ' ' }, 'Last name'],
  ['no address', { email: undefined }, 'E-mail'],
  ['what is no address', { email: 'anna@home' }, 'E-mail'],
  ['two addresses', { email: 'a@b.cz,c@d.cz' }, 'E-mail'],
  ['signs that names do not have', { firstName: 'A\u0000' }, 'First name'],
])('%s is refused by the name of the field, and nothing is stored', async (_, wrong, field) => {
  const t = await prepare();
  const count = async () =>
    (await database.current.pool.query<{ n: number }>('select count(*)::int as n from outbox')).rows[0]?.n;
  const before = await count();
  const failure = await t.start({ ...person(newAddress()), ...wrong }).catch(failureOf);
  expect(failure).toMatchObject({
    status: 400,
    code: expect.stringMatching(/fieldInvalid|badRequest/),
    message: expect.stringContaining(field),
  });
  expect(await count()).toBe(before);
});

test('where registration is switched off it is refused, and links that were sent still open', async () => {
  const open = await prepare();
  const email = newAddress();
  await open.start(person(email));
  const closed = await prepare({ allowRegistration: false });
  expect(await closed.start(person(newAddress())).catch(failureOf)).toMatchObject({ code: 'switchedOff' });
  await closed.finish(await mailedToken(email));
  expect(await (await open.signIn(email)).getCustomer()).toMatchObject({ email });
});

test('what the form has no field for is not stored', async () => {
  const t = await prepare();
  const email = newAddress();
  await t.start({
    ...person(email),
    companyName: 'X',
    additionalData: [{ variableId: 'discount', value: '100' }],
  });
  await t.finish(await mailedToken(email));
  const customer = await (await t.signIn(email)).getCustomer();
  expect(customer.additionalData).toEqual([]);
  expect(customer.companyName).toBeUndefined();
});

test('the mail with the link names the user name to sign in by', async () => {
  const email = newAddress();
  await (await prepare()).start(person(email));
  const [mail] = await mailsTo(database.current, email);
  expect(mail?.paragraphs[0]).toContain(`your account is ready. Your user name is ${email}. The link`);
});

test("a stranger's user name that is somebody's address does not keep them from registering", async () => {
  const email = newAddress();
  const field = { id: 'userName' };
  // As the settings have them, with what a field leaves out.
  const customerFields = {
    common: [{ id: 'email', type: 'email', required: true }],
    person: { registration: [field], show: [], update: [] },
  } as unknown as Settings['customerFields'];
  const t = await prepare({ customerFields });
  const squat = await t.start({ email: newAddress(), userName: email }).catch(failureOf);
  expect(squat).toMatchObject({ status: 400, code: 'fieldInvalid' });
  // One that an operator made, or whose owner has another address by now, is a name that is taken, and no account.
  await createCustomer(database.current, { userName: email, email: newAddress() });
  await t.start({ email });
  expect((await mailsTo(database.current, email))[0]?.subject).toBe('Choose another user name');
  await t.start({ email, userName: `name-${made}` });
  await t.finish(await mailedToken(email));
  expect(await (await t.signIn(`name-${made}`)).getCustomer()).toMatchObject({ email });
});

test('of two who finish registrations with one user name at the same moment one succeeds', async () => {
  const t = await prepare({
    registrationWithoutMail: true,
    // As the settings have them, with what a field leaves out.
    customerFields: {
      common: [{ id: 'email', type: 'email', required: true }],
      person: { registration: [{ id: 'userName' }], show: [], update: [] },
    } as unknown as Settings['customerFields'],
  });
  const userName = `wanted-${(made += 1)}`;
  const tokens = await Promise.all(
    Array.from({ length: 8 }, async () => (await t.start({ email: newAddress(), userName })).token ?? ''),
  );
  const answers = await Promise.all(tokens.map((token) => t.finish(token).catch(failureOf)));
  expect(answers.filter((answer) => answer && !('kind' in answer))).toHaveLength(1);
  const refused = answers.filter((answer) => answer && 'kind' in answer);
  expect(refused).toEqual(
    Array.from({ length: 7 }, () => expect.objectContaining({ code: 'userNameTaken' })),
  );
});

describe('the link of a mail leads to the application that it was asked in', () => {
  const at = (basePath: string, kiosk = false) => ({
    basePath,
    settings: { ...testSettings, allowRegistration: true, kiosk },
  });
  const applications = [at('/'), at('/shop/'), at('/kiosk/', true)];

  async function linkAfter(
    headers: Readonly<Record<string, string>>,
    app: Parameters<typeof createTestApp>[0]['app'] = {},
  ): Promise<string> {
    const t = await createTestApp({
      database: database.current,
      settings: { allowRegistration: true },
      app: { applications, ...app },
    });
    const email = newAddress();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/customer/register/start',
      headers: { 'x-asw-token': await t.tokenFor(), host: 'localhost:4300', ...headers },
      payload: person(email),
    });
    expect(answer.statusCode).toBe(200);
    const [mail] = await mailsTo(database.current, email);
    return (mail?.action?.link ?? '').replace(/[\w-]{43}$/, 'TOKEN');
  }

  test.each([
    ['/shop/', '/shop'],
    ['/', ''],
    ['/kiosk/', ''],
    ['/elsewhere/', ''],
    ['//evil.example/', ''],
    ['https://evil.example/', ''],
  ])('of a call that names the path %s below %j', async (path, below) => {
    expect(await linkAfter({ 'x-asw-base-path': path })).toBe(
      `http://localhost:4300${below}/registration/TOKEN`,
    );
  });

  test('also where the origin is set, whatever host a call names', async () => {
    const publicUrl = 'https://meals.example.org';
    const headers = { 'x-asw-base-path': '/shop/', host: 'evil.example' };
    expect(await linkAfter(headers, { publicUrl })).toBe(`${publicUrl}/shop/registration/TOKEN`);
  });

  test('at the host that is named in place of the one of the call', async () => {
    const hostFor = (host: string) => (host === 'evil.example' ? 'localhost:4300' : host);
    for (const [host, named] of [
      ['evil.example', 'localhost:4300'],
      ['127.0.0.1:4300', '127.0.0.1:4300'],
    ] as const)
      expect(await linkAfter({ host }, { hostFor })).toBe(`http://${named}/registration/TOKEN`);
  });
});
