import { readFileSync } from 'node:fs';

import { api } from '@refectory/contract/api';
import { methodOf, type Endpoint } from '@refectory/contract/endpoint';
import { createCanteen, createCustomer, createOffering } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';

// What docs/openapi.json says of the wire, held against what goes over it.

const database = useTestDatabase();
const file = new URL('../../../../docs/openapi.json', import.meta.url);
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, 'openapi');

const pointer = (parts: readonly string[]) =>
  `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`;

/** What is wrong with a value by the schema at a place of the description; null when nothing is. */
function wrongWith(value: unknown, ...place: readonly string[]): string | null {
  const isRight = ajv.validate({ $ref: pointer(place) }, value);
  return isRight ? null : ajv.errorsText();
}

const operation = (definition: Endpoint) => ['paths', definition.path, methodOf(definition).toLowerCase()];
const json = ['content', 'application/json', 'schema'];

test('what our server answers is what openapi.json says', async () => {
  const t = await createTestApp({ database: database.current });
  const canteen = await createCanteen(database.current);
  const customer = await createCustomer(database.current);
  const dish = await createOffering(database.current, { canteenId: canteen.id });
  const token = await t.tokenFor(customer);
  const call = async (definition: Endpoint, body?: object, query = '') => {
    const answer = await t.app.inject({
      method: methodOf(definition),
      url: `/api${definition.path}${query}`,
      headers: { 'x-asw-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(body) }),
    });
    expect(answer.json()).toMatchObject({ success: true });
    expect(wrongWith(answer.json(), ...operation(definition), 'responses', '200', ...json)).toBeNull();
    return answer.json();
  };

  await call(api.authenticate);
  await call(api.getCustomer);
  await call(api.listCanteens);
  const menu = await call(api.getMenu, undefined, `?timeSpan=day&canteenId=${canteen.id}`);
  expect(menu['menu']).toHaveLength(1);
  const order = {
    price: 100,
    item: { mealId: dish.id, date: dish.offering.day, quantity: 1, canteenId: canteen.id },
  };
  const sent = [...operation(api.createDirectOrder), 'requestBody', ...json];
  expect(wrongWith(order, ...sent)).toBeNull();
  const { orderId } = await call(api.createDirectOrder, order);
  const listed = await call(api.listOrders);
  expect(listed['orders']).toHaveLength(1);
  await call(api.cancelOrder, { orderId });
  await call(api.getBalance);
  await call(api.getBonusBalance);
  await call(api.listCustomData);
});

test('a wrong body and a failure are told apart from right ones', async () => {
  const { app } = await createTestApp({ database: database.current });
  const sent = [...operation(api.createDirectOrder), 'requestBody', ...json];
  const item = { mealId: 1, date: '2026-11-20', quantity: 1, canteenId: 1 };
  expect(wrongWith({ price: 1, item }, ...sent)).toBeNull();
  expect(wrongWith({ price: '1.00', item }, ...sent)).toBeNull();
  expect(wrongWith({ price: 1 }, ...sent)).toContain('item');
  expect(wrongWith({ price: true, item }, ...sent)).toContain('price');
  expect(wrongWith({ price: 1, item: { ...item, quantity: 1000 } }, ...sent)).toContain('quantity');

  const refused = await app.inject({ url: '/api/customer' });
  const answer = [...operation(api.getCustomer), 'responses'];
  expect(wrongWith(refused.json(), ...answer, 'default', ...json)).toBeNull();
  expect(wrongWith(refused.json(), ...answer, '200', ...json)).toContain('success');
});
