import { createCustomer, createOffering, factoryDay } from '@refectory/database/factories';
import { handOut } from '@refectory/database/hand-out';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { addDays } from '@refectory/domain/day';
import type { PlannedModifierGroup } from '@refectory/domain/menu-plan';
import { money, unitPrice } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import { expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { offerOrder } from '../testing/seed-queries.ts';

const database = useTestDatabase();

const sauces: PlannedModifierGroup = {
  id: 'sauces',
  name: { cs: 'Omáčky', en: 'Sauces', pl: 'Sosy', sk: 'Omáčky' },
  min: 1,
  max: 1,
  options: [
    { id: 'dill', name: { cs: 'Koprová', en: 'Dill', pl: 'Koperkowy', sk: 'Kôprová' }, price: unitPrice(0) },
    {
      id: 'tartar',
      name: { cs: 'Tatarka', en: 'Tartar', pl: 'Tatarski', sk: 'Tatárska' },
      price: unitPrice(155_050),
    },
  ],
};

/** A customer who is signed in, and a dish at 100.00 with a sauce to choose. */
async function withSauces(language: Language = 'en') {
  const t = await createTestApp({ database: database.current });
  const customer = await createCustomer(database.current);
  const dish = await createOffering(database.current, { modifierGroups: [sauces] });
  const client = await t.loginAs(customer, language);
  const item = (modifiers?: (string | number)[]) => ({
    mealId: dish.id,
    date: factoryDay,
    quantity: 1,
    canteenId: dish.canteenId,
    ...(modifiers && { modifiers }),
  });
  return { t, customer, dish, client, item };
}

/** A dish of which nothing is left but a portion with each of these sauces, each offered by another customer. */
async function withOffers(...chosen: ('dill' | 'tartar')[]) {
  const made = await withSauces();
  const { t, dish, item } = made;
  await database.current.pool.query('update stock set capacity = sold + $2 where offering_id = $1', [
    dish.id,
    chosen.length,
  ]);
  for (const sauce of chosen) {
    const giver = await t.loginAs(await createCustomer(database.current));
    const price = money(sauce === 'dill' ? 10_000 : 11_551);
    const { orderId = 0 } = await giver.createDirectOrder({ body: { price, item: item([sauce]) } });
    await offerOrder(database.current, orderId, t.clock.now());
  }
  return made;
}

test('the menu says what can be chosen with a dish, in the language of the caller', async () => {
  const { client, dish } = await withSauces('pl');
  const plain = await createOffering(database.current, { canteenId: dish.canteenId });
  const { menu } = await client.getMenu({
    query: { timeSpan: 'day', canteenId: dish.canteenId, from: factoryDay, to: factoryDay },
  });
  expect(menu.find(({ mealId }) => mealId === dish.id)?.product?.modifierGroups).toEqual([
    {
      id: 'sauces',
      name: 'Sosy',
      min: 1,
      max: 1,
      options: [
        { id: 'dill', name: 'Koperkowy', price: 0 },
        { id: 'tartar', name: 'Tatarski', price: 155_050 },
      ],
    },
  ]);
  expect(menu.find(({ mealId }) => mealId === plain.id)?.product).not.toHaveProperty('modifierGroups');
});

test.each([
  ['nothing of a group that asks for one', undefined, 'modifierCount', /Please choose again/],
  ['more of a group than it asks for', ['dill', 'tartar'], 'modifierCount', /Please choose again/],
  ['something that the dish does not have', ['dill', 7], 'unknownModifier', /no longer offered/],
])('an order of a dish with %s is refused, by itself and in a cart', async (_, modifiers, code, message) => {
  const { client, item } = await withSauces();
  const price = money(11_551);
  const refused = {
    failure: { kind: 'refused', status: 400, code, message: expect.stringMatching(message) },
  };
  await expect(client.createDirectOrder({ body: { price, item: item(modifiers) } })).rejects.toMatchObject(
    refused,
  );
  const body = { price, orderDate: '2026-11-20 08:00:00', items: [{ ...item(modifiers), price }] };
  const lines = [{ line: 0, code, message: expect.stringMatching(message) }];
  for (const call of [client.checkCart({ body }), client.submitCart({ body })])
    await expect(call).rejects.toMatchObject({ failure: { ...refused.failure, lines } });
  expect((await client.getBalance()).balance).toBe(100_000);
  expect((await client.listOrders()).orders).toEqual([]);
});

test('what was chosen is paid for, and told with the order as it was called and cost then', async () => {
  const { client, customer, dish, item } = await withSauces('cs');
  expect(
    await client.createDirectOrder({ body: { price: money(11_551), item: item(['tartar']) } }),
  ).toMatchObject({ orderPrice: 11_551, balance: 88_449 });
  await database.current.pool.query(`update offering set modifier_groups = '[]' where id = $1`, [dish.id]);
  const modifiers = [{ id: 'tartar', name: 'Tatarka', price: 155_050 }];
  expect((await client.listOrders()).orders).toMatchObject([{ orderPrice: 11_551, modifiers }]);

  await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: Date.now() });
  expect((await client.exportPersonalData()).orders).toMatchObject([{ orderPrice: 11_551, modifiers }]);
  const { rows } = await database.current.pool.query<{ day: typeof factoryDay }>(
    'select day from bill where customer_id = $1',
    [customer.id],
  );
  const day = rows[0]?.day ?? factoryDay;
  const query = { from: day, to: day };
  const { bills } = await client.listBills({ query: { ...query, withDetails: true } });
  expect(bills).toMatchObject([{ items: [{ priceWIT: 11_551, modifiers }] }]);
  expect((await client.listConsumption({ query })).consumption).toMatchObject([{ price: 11_551, modifiers }]);
});

test('what others offer is told by what was chosen with it, and not who offers it', async () => {
  const { t, client, dish } = await withOffers('dill', 'tartar', 'dill');
  t.clock.advance(1000);
  const { menu } = await client.getMenu({
    query: { timeSpan: 'day', canteenId: dish.canteenId, from: factoryDay, to: factoryDay },
  });
  expect(menu).toMatchObject([{ status: 'EXCHANGE' }]);
  expect(menu[0]?.offers?.toSorted((one, other) => other.portions - one.portions)).toEqual([
    { portions: 2, modifiers: [{ id: 'dill', name: 'Dill', price: 0 }] },
    { portions: 1, modifiers: [{ id: 'tartar', name: 'Tartar', price: 155_050 }] },
  ]);
});

test('what the menu does not have any more with a dish is not told as offered', async () => {
  const { t, client, dish } = await withOffers('dill', 'tartar');
  const told = async (groups: readonly PlannedModifierGroup[]) => {
    await database.current.pool.query('update offering set modifier_groups = $2 where id = $1', [
      dish.id,
      JSON.stringify(groups),
    ]);
    t.clock.advance(1000);
    const of = (day: typeof factoryDay) =>
      client.getMenu({ query: { timeSpan: 'day', canteenId: dish.canteenId, from: day, to: day } });
    const { menu } = await of(factoryDay);
    const { offeredToday } = await of(addDays(factoryDay, 1));
    return { status: menu[0]?.status, offers: menu[0]?.offers, offeredToday };
  };
  expect(await told([sauces])).toMatchObject({ status: 'EXCHANGE', offeredToday: 2 });
  const dill = { portions: 1, modifiers: [{ id: 'dill', name: 'Dill', price: 0 }] };
  const onlyDill = { ...sauces, options: sauces.options.slice(0, 1) };
  expect(await told([onlyDill])).toEqual({ status: 'EXCHANGE', offers: [dill], offeredToday: 1 });
  // One sauce was enough once.
  expect(await told([{ ...sauces, min: 2, max: 2 }])).toEqual({ status: 'SOLD_OUT' });
});

test('a dish without anything chosen is told without it', async () => {
  const { t, customer, client } = await withSauces();
  const plain = await createOffering(database.current);
  await (
    await t.loginAs(customer)
  ).createDirectOrder({
    body: {
      price: money(10_000),
      item: { mealId: plain.id, date: factoryDay, quantity: 1, canteenId: plain.canteenId },
    },
  });
  const [order] = (await client.listOrders()).orders;
  expect(order).not.toHaveProperty('modifiers');
});

test('part of API-59: the same key with something else chosen is another body', async () => {
  const { t, customer, item } = await withSauces();
  const token = await t.tokenFor(customer);
  const send = (modifiers: string[]) =>
    t.app.inject({
      method: 'POST',
      url: '/api/canteenorder/direct',
      headers: { 'x-asw-token': token, 'idempotency-key': 'one-key' },
      body: { price: 200, item: item(modifiers) },
    });
  expect((await send(['dill'])).statusCode).toBe(200);
  expect((await send(['dill'])).headers['idempotency-replayed']).toBe('true');
  expect((await send(['tartar'])).statusCode).toBe(422);
});
