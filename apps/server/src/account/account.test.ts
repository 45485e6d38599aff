import { failureOf } from '@refectory/contract/errors';
import { createCustomer } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

test('API-27 the balance is told with what can be spent of it, to its owner', async () => {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current, { balance: money(5_000), floor: money(-2_000) });
  expect(await (await t.loginAs(customer)).getBalance()).toMatchObject({ balance: 5_000, available: 7_000 });
});

test('API-31 the bonus balance is told in a currency of its own, in the language of the call', async () => {
  const t = await createTestApp({ database: database.current });
  const currencyFormat = { en: '{0} points', cs: '{0} bodů' };
  const customer = await createCustomer(database.current, {
    bonus: { amount: money(12_050), currencyFormat },
  });
  const answer = await t.app.inject({
    url: '/api/customer/account/bonusbalance',
    headers: { 'x-asw-token': await t.tokenFor(customer), 'accept-language': 'cs' },
  });
  expect(answer.json()).toEqual({ success: true, bonusBalance: 120.5, bonusBalanceCurrency: '{0} bodů' });
});

test('API-31 a customer who was never given a bonus has none', async () => {
  const t = await createTestApp({ database: database.current });
  const client = await t.loginAs(await createCustomer(database.current));
  expect(await client.getBonusBalance()).toEqual({ bonusBalance: 0 });
});

test('API-34 custom data is told in its order and in the language of the call, to its owner only', async () => {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current, {
    customData: [
      { label: { en: 'Cost centre', sk: 'Nákladové stredisko' }, value: '4711' },
      { label: { en: 'Building' }, value: 'B' },
    ],
  });
  expect(await (await t.loginAs(customer, 'sk')).listCustomData()).toEqual({
    customData: [
      { id: 1, label: 'Nákladové stredisko', value: '4711' },
      { id: 2, label: 'Building', value: 'B' },
    ],
  });
  const other = await t.loginAs(await createCustomer(database.current));
  expect(await other.listCustomData()).toEqual({ customData: [] });
});

test('API-31 API-34 a guest is told neither', async () => {
  const t = await createTestApp({ database: database.current });
  const guest = t.client('en', await t.tokenFor());
  expect(await guest.getBonusBalance().catch(failureOf)).toMatchObject({ status: 401 });
  expect(await guest.listCustomData().catch(failureOf)).toMatchObject({ status: 401 });
});
