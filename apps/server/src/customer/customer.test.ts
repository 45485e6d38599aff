import { createCustomer } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

const database = useTestDatabase();

test('API-23 DATA-32 a person is described by what is known of them, without secrets', async () => {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current, {
    userName: 'Jana',
    passwordHash: 'a hash',
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana@example.com',
    additionalData: [{ variableId: 'locker', value: 17 }],
  });
  const answer = await t.app.inject({
    url: '/api/customer',
    headers: { 'x-asw-token': await t.tokenFor(customer) },
  });
  expect(answer.json()).toEqual({
    success: true,
    id: customer.id,
    customerId: customer.id,
    userName: 'Jana',
    type: 'Person',
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana@example.com',
    additionalData: [{ variableId: 'locker', value: 17 }],
    supportedTopUpPayment: [],
    cardStatus: 'NONE',
    capabilities: {
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
    },
  });
});

test('API-23 DATA-32 a company is told by its name', async () => {
  const t = await createTestApp({ database: database.current });
  const company = await createCustomer(database.current, { type: 'Company', companyName: 'Firma s.r.o.' });
  expect(await (await t.loginAs(company)).getCustomer()).toMatchObject({
    type: 'Company',
    companyName: 'Firma s.r.o.',
  });
});
