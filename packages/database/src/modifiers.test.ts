import type { PlannedModifierGroup } from '@refectory/domain/menu-plan';
import { money, unitPrice } from '@refectory/domain/money';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkLedger } from './check-ledger.ts';
import { checkCart, placeCart, type CartOrderInput } from './cart-functions.ts';
import { explainCharge } from './explain-charge.ts';
import {
  createCustomer,
  createOffering,
  factoryDay,
  factoryNow,
  holdCart,
  type CreatedOffering,
} from './factories.ts';
import { handOut } from './hand-out.ts';
import { exchangeOrder, ownKey } from './order-functions.ts';
import { findPayment, hearOfPayment, redirectPayment } from './payments.ts';
import { billItem, offering } from './schema.ts';
import { compareModifiers } from './testing/compare-modifiers.ts';
import { orderSteps } from './testing/order-steps.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase({ max: 10 });
const { order, placed, cancel, balanceOf, remainingOf, ordersOf } = orderSteps(database);

const ham = { id: 'ham', name: { cs: 'Šunka', en: 'Ham' }, price: unitPrice(155_050) };
const cheese = { id: 'cheese', name: { cs: 'Sýr', en: 'Cheese' }, price: unitPrice(120_000) };
const rice = { id: 'rice', name: { cs: 'Rýže', en: 'Rice' }, price: unitPrice(0) };
const chips = { id: 'chips', name: { cs: 'Hranolky', en: 'Chips' }, price: unitPrice(100_000) };
const sides: PlannedModifierGroup = {
  id: 'sides',
  name: { en: 'Sides' },
  min: 1,
  max: 1,
  options: [rice, chips],
};
const extras: PlannedModifierGroup = {
  id: 'extras',
  name: { en: 'Extras' },
  min: 0,
  max: 2,
  options: [ham, cheese],
};

/** A dish at 100.00 with a side to choose, and extras. */
const dishWith = (input: Parameters<typeof createOffering>[1] = {}) =>
  createOffering(database.current, { modifierGroups: [sides, extras], ...input });

const cartOf = (
  customerId: number,
  dish: CreatedOffering,
  modifiers: readonly string[],
  price: number,
): CartOrderInput => ({
  customerId,
  lines: [
    {
      offeringId: dish.id,
      day: dish.offering.day,
      canteenId: dish.canteenId,
      quantity: 1,
      modifiers,
      price: money(price),
    },
  ],
  price: money(price),
  pickupCode: 'C1',
  idempotency: ownKey(),
  now: factoryNow,
});

const faults = [
  ['nothing is chosen of a group that asks for one', [], 'modifier-count'],
  ['two are chosen of a group that asks for one', ['rice', 'chips'], 'modifier-count'],
  ['something is chosen that the dish does not have', ['rice', 'bacon'], 'unknown-modifier'],
  ['something is chosen twice', ['rice', 'ham', 'ham'], 'unknown-modifier'],
] as const;

test('an order costs the dish with what was chosen, times the portions, rounded once, and keeps what was chosen', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  // 100 + 15.505 + 10 for each of three portions: 376.515.
  const verdict = await placed(id, dish, {
    quantity: 3,
    modifiers: ['ham', 'chips'],
    price: money(37_652),
  });
  expect(verdict).toMatchObject({ price: 37_652, balance: 62_348, remaining: 7 });
  expect(await ordersOf(id)).toMatchObject([
    { unitPrice: 1_255_050, price: 37_652, modifiers: [chips, ham] },
  ]);
  await cancel(id, verdict.orderId);
  expect(await balanceOf(id)).toBe(100_000);
});

test('what was chosen stays with an order whatever becomes of the menu, and explains its charge', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  const { orderId } = await placed(id, dish, { modifiers: ['rice', 'ham'], price: money(11_551) });
  await database.current.orm.update(offering).set({ modifierGroups: [] }).where(eq(offering.id, dish.id));
  expect(await explainCharge(database.current, orderId)).toMatchObject({
    unitPrice: 1_155_050,
    modifiers: [rice, ham],
  });
  expect(await order(id, dish, { modifiers: ['rice'], agreed: { portions: 2 } })).toMatchObject({
    verdict: 'unknown-modifier',
  });
});

test.each(faults)('an order is refused where %s', async (_, modifiers, verdict) => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  const refused = { modifiers, price: money(1_000_000), idempotency: ownKey() };
  expect(await order(id, dish, refused)).toEqual({ verdict, replayed: false });
  expect(await order(id, dish, refused)).toEqual({ verdict, replayed: true });
  expect(await balanceOf(id)).toBe(100_000);
  expect(await remainingOf(dish)).toBe(10);
});

test.each(faults)('a cart is refused where %s', async (_, modifiers, verdict) => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  const input = cartOf(id, dish, modifiers, 10_000);
  expect(await checkCart(database.current, input)).toMatchObject({ lines: [{ line: 0, verdict }] });
  expect(await placeCart(database.current, input)).toMatchObject({ lines: [{ line: 0, verdict }] });
  expect(await balanceOf(id)).toBe(100_000);
});

test('a dish without anything to choose is refused with something chosen', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  expect(await order(id, dish, { modifiers: ['ham'] })).toMatchObject({ verdict: 'unknown-modifier' });
});

test('what is chosen counts in the price that is asked about, and in the money that is needed', async () => {
  const { id } = await createCustomer(database.current, { balance: money(11_000) });
  const dish = await dishWith();
  expect(await order(id, dish, { modifiers: ['chips'], price: money(10_000) })).toMatchObject({
    verdict: 'question',
    about: 'price',
    price: 11_000,
  });
  expect(await order(id, dish, { modifiers: ['chips', 'cheese'], price: money(12_200) })).toMatchObject({
    verdict: 'insufficient-funds',
    price: 12_200,
  });
  // What was shown dearer costs what it costs.
  expect(await order(id, dish, { modifiers: ['chips'], price: money(20_000) })).toMatchObject({
    verdict: 'ordered',
    price: 11_000,
    balance: 0,
  });
});

test('subsidies pay for the dish alone', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith({
    subsidies: { other: { tax: unitPrice(200_000), nonTax: unitPrice(50_000) } },
  });
  await placed(id, dish, { modifiers: ['chips'], price: money(11_000) });
  expect(await ordersOf(id)).toMatchObject([{ price: 11_000, taxSubsidy: 2_000, nonTaxSubsidy: 500 }]);
});

test('lines of a cart with other choices of one dish are orders of their own, at their prices', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  const plain = cartOf(id, dish, ['rice'], 10_000);
  const rich = cartOf(id, dish, ['cheese', 'chips'], 12_200);
  const both = { ...plain, lines: [...plain.lines, ...rich.lines], price: money(22_200) };
  const agreed = { portions: [2], mains: [] };
  expect(await checkCart(database.current, { ...both, agreed })).toEqual({ verdict: 'orderable' });
  expect(await placeCart(database.current, { ...both, agreed })).toMatchObject({
    verdict: 'ordered',
    price: 22_200,
    lines: [
      { price: 10_000, remaining: 9 },
      { price: 12_200, remaining: 8 },
    ],
  });
  expect(await ordersOf(id)).toMatchObject([
    { unitPrice: 1_000_000, modifiers: [rice] },
    { unitPrice: 1_220_000, modifiers: [chips, cheese] },
  ]);
  expect(await balanceOf(id)).toBe(77_800);
});

test('a line of a cart whose choice costs something else by now is refused with the new price', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  expect(await placeCart(database.current, cartOf(id, dish, ['chips'], 10_500))).toMatchObject({
    verdict: 'refused',
    lines: [{ line: 0, verdict: 'price-changed', price: 11_000 }],
  });
});

test('a cart that is paid by card is ordered with what was chosen when it was held', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  const paymentId = await holdCart(database.current, id, [], cartOf(id, dish, ['chips', 'ham'], 12_551));
  await database.current.orm.update(offering).set({ modifierGroups: [] }).where(eq(offering.id, dish.id));
  const payment = await findPayment(database.current, paymentId);
  if (payment === undefined) throw new Error('there is no such payment');
  await redirectPayment(database.current, {
    id: payment.id,
    reference: 'session',
    link: 'https://pay.example/1',
    currency: 'CZK',
    queryAt: factoryNow,
    now: factoryNow,
  });
  await hearOfPayment(database.current, {
    id: payment.id,
    fact: 'settled',
    amount: money(12_551),
    currency: 'CZK',
    source: 'notice',
    queryAt: undefined,
    now: factoryNow,
  });
  expect(await ordersOf(id)).toMatchObject([{ price: 12_551, modifiers: [chips, ham] }]);
  expect(await balanceOf(id)).toBe(100_000);
  expect(await remainingOf(dish)).toBe(9);
});

test('a portion on exchange goes to who wants it as it was chosen, whatever the sequence, and to nobody else', async () => {
  const giver = await createCustomer(database.current);
  const dish = await dishWith({ capacity: 1 });
  const { orderId } = await placed(giver.id, dish, { modifiers: ['ham', 'chips'], price: money(12_551) });
  const now = dish.offering.cancelUntil + 1;
  await exchangeOrder(database.current, {
    customerId: giver.id,
    orderId,
    agreed: { giveUp: orderId },
    idempotency: ownKey(),
    now,
  });
  const taker = await createCustomer(database.current);
  expect(await order(taker.id, dish, { modifiers: ['rice'], now })).toMatchObject({
    verdict: 'sold-out',
    remaining: 0,
  });
  const afterCutOff = { now: dish.offering.orderUntil + 1 };
  const noneOffered = { verdict: 'none-offered' };
  expect(await order(taker.id, dish, { ...afterCutOff, modifiers: ['rice'] })).toMatchObject(noneOffered);
  const setGroups = (groups: readonly PlannedModifierGroup[]) =>
    database.current.pool.query('update offering set modifier_groups = $2 where id = $1', [
      dish.id,
      JSON.stringify(groups),
    ]);
  await setGroups([sides]);
  const asOffered = { ...afterCutOff, modifiers: ['ham', 'chips'], price: money(12_551) };
  expect(await order(taker.id, dish, asOffered)).toMatchObject(noneOffered);
  await setGroups([sides, extras]);
  expect(
    await order(taker.id, dish, { modifiers: ['chips', 'ham'], price: money(12_551), now }),
  ).toMatchObject({ verdict: 'ordered', price: 12_551, balance: 87_449 });
  expect(await ordersOf(taker.id)).toMatchObject([{ modifiers: [chips, ham] }]);
  expect(await balanceOf(giver.id)).toBe(100_000);
});

test('a bill says what was chosen with its items', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await dishWith();
  const { orderId } = await placed(id, dish, { modifiers: ['chips'], price: money(11_000) });
  await handOut(database.current, { canteenId: dish.canteenId, day: factoryDay, now: factoryNow });
  const items = await database.current.orm
    .select()
    .from(billItem)
    .where(eq(billItem.orderId, orderId))
    .orderBy(asc(billItem.orderId));
  expect(items).toMatchObject([{ price: 11_000, modifiers: [chips] }]);
});

test('browser and database decide the same of a choice', async () => {
  const { different } = await compareModifiers(database.current, { count: 20_000, random: Math.random });
  expect(different).toEqual([]);
});

test('money and portions add up', async () => {
  expect(await checkLedger(database.current)).toEqual([]);
});
