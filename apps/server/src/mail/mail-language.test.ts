import { api } from '@refectory/contract/api';
import { createCustomer, createOffering } from '@refectory/database/factories';
import { addTerminal } from '@refectory/database/terminals';
import { inTransaction, waitingForLock } from '@refectory/database/testing/held-order';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { hashPassword } from '../session/password-hash.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { mailsTo } from '../testing/mails.ts';
import { sayingYes } from '../testing/saying-yes.ts';

const database = useTestDatabase();
const PASSWORD = 'a good long one';

let made = 0;
async function withCustomer() {
  const t = await createTestApp({
    database: database.current,
    settings: { virtualCard: true, allowRegistration: true, registrationWithoutMail: true },
  });
  const email = `reader-${(made += 1)}@example.org`;
  const customer = await createCustomer(database.current, {
    email,
    passwordHash: await hashPassword(PASSWORD),
  });
  /** The language that is remembered of a customer, and the version of their row. */
  const stored = async (userName = customer.userName) => {
    const { rows } = await database.current.pool.query<{ language: string | null; version: string }>(
      'select language, xmin::text as version from customer where user_name = $1',
      [userName],
    );
    return rows[0];
  };
  const languagesOfMails = async () =>
    (await mailsTo(database.current, email, t.clock.now())).map(({ language }) => language);
  return { ...t, customer, stored, languagesOfMails };
}

const basic = (userName: string) => `Basic ${Buffer.from(`${userName}:${PASSWORD}`).toString('base64')}`;

test('C152 who offers a portion reads in their own language that it was taken, also where they chose none', async () => {
  const t = await withCustomer();
  const { id: mealId, canteenId, offering } = await createOffering(database.current, { capacity: 1 });
  const body = { price: money(10_000), item: { mealId, date: offering.day, quantity: 1, canteenId } };
  const jana = await t.loginAs(t.customer, 'sk');
  const petr = await t.loginAs(await createCustomer(database.current), 'pl');
  const { orderId = 0 } = await jana.createDirectOrder({ body });
  t.clock.set(offering.cancelUntil + 1);
  await sayingYes((force) => jana.exchangeOrder({ body: { orderId } }, { force }));
  await petr.createDirectOrder({ body });
  expect(await t.languagesOfMails()).toEqual(['sk']);
});

test('C152 a mail that tells of another password is in the language of its customer, and a chosen one counts first', async () => {
  const t = await withCustomer();
  const change = (passwordOld: string, passwordNew: string) => ({ body: { passwordOld, passwordNew } });
  const inCzech = await t.loginAs(t.customer, 'cs');
  await inCzech.changePassword(change(PASSWORD, 'another good long one'));
  expect(await t.languagesOfMails()).toEqual(['cs']);
  await database.current.pool.query(
    `update customer set additional_data = '[{"variableId": "language", "value": "pl"}]' where id = $1`,
    [t.customer.id],
  );
  await inCzech.changePassword(change('another good long one', PASSWORD));
  expect((await t.languagesOfMails())[0]).toBe('pl');
});

test('C152 the language of a customer is that of their last change, sign-in with a password or registration', async () => {
  const t = await withCustomer();
  const inLanguage = async (language: Language) => t.loginAs(t.customer, language);
  const guest = async (language: Language) => t.client(language, await t.tokenFor());
  expect((await t.stored())?.language).toBeNull();
  await (
    await inLanguage('sk')
  ).changePassword({ body: { passwordOld: PASSWORD, passwordNew: `${PASSWORD}!` } });
  expect((await t.stored())?.language).toBe('sk');
  await (await inLanguage('pl')).updateCustomer({ body: { email: t.customer.email ?? '' } });
  expect((await t.stored())?.language).toBe('pl');
  const { userName } = await createCustomer(database.current, { passwordHash: await hashPassword(PASSWORD) });
  await (await guest('cs')).login({ authorization: basic(userName) });
  expect((await t.stored(userName))?.language).toBe('cs');
  const person = { type: 'Person', firstName: 'Anna', lastName: 'Malá', email: 'anna@example.org' } as const;
  const { token = '' } = await (await guest('pl')).startRegistration({ body: person });
  await (await guest('sk')).finishRegistration({ body: { token, password: PASSWORD } });
  expect((await t.stored('anna@example.org'))?.language).toBe('sk');
});

test('C152 reads remember no language, nor do a call that names none, one that changes by GET, and one at a terminal', async () => {
  const t = await withCustomer();
  const polish = await t.loginAs(t.customer, 'pl');
  const before = await t.stored();
  await polish.getCustomer();
  await polish.resetVirtualCard();
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: `/api${api.updateCustomer.path}`,
    headers: { 'x-asw-token': await t.tokenFor(t.customer), 'accept-language': 'de' },
    payload: { email: t.customer.email },
  });
  expect(statusCode).toBe(200);
  await addTerminal(database.current, 'Hall', t.clock.now());
  const byCard = await t.tokenFor(t.customer);
  await database.current.pool.query('update session set by_card = true');
  await t.client('sk', byCard).updateCustomer({ body: { email: t.customer.email ?? '' } });
  expect(await t.stored()).toEqual(before);
});

test('C152 a language that is known is not written again', async () => {
  const t = await withCustomer();
  const { id: mealId, canteenId, offering } = await createOffering(database.current);
  const body = { price: money(10_000), item: { mealId, date: offering.day, quantity: 1, canteenId } };
  const jana = await t.loginAs(t.customer, 'sk');
  await jana.createDirectOrder({ body });
  const before = await t.stored();
  expect(before?.language).toBe('sk');
  await sayingYes((force) => jana.createDirectOrder({ body }, { force }));
  await t.client('sk', await t.tokenFor()).login({ authorization: basic(t.customer.userName) });
  expect(await t.stored()).toEqual(before);
});

test('C152 nobody waits for the language to be remembered, and a call that was refused remembers none', async () => {
  const t = await withCustomer();
  const { id: mealId, canteenId, offering } = await createOffering(database.current);
  const body = { price: money(10_000), item: { mealId, date: offering.day, quantity: 1, canteenId } };
  const jana = await t.loginAs(t.customer, 'sk');
  await expect(jana.cancelOrder({ body: { orderId: 999_999 } })).rejects.toThrow();
  const first = await inTransaction(database.current, async (holder) => {
    await holder.query('select from customer where id = $1 for no key update', [t.customer.id]);
    const ordered = jana.createDirectOrder({ body }).then(() => 'answered');
    return Promise.race([ordered, waitingForLock(database.current).then(() => 'waited')]);
  });
  expect(first).toBe('answered');
  expect((await t.stored())?.language).toBeNull();
});
