import { calendarDay } from '@refectory/domain/day';
import { money, unitPrice } from '@refectory/domain/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { checkLedger } from './check-ledger.ts';
import { checkCart, placeCart, type CartLine, type CartOrderInput } from './cart-functions.ts';
import { createCustomer, createOffering, factoryNow, type CreatedOffering } from './factories.ts';
import { exchangeOrder, ownKey } from './order-functions.ts';
import { duringTransaction, inTransaction } from './testing/held-order.ts';
import { orderSteps } from './testing/order-steps.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase({ max: 20 });
const { order, placed, cancel, balanceOf, remainingOf, ordersOf } = orderSteps(database);

/** Portions of a dish, at 100.00 each unless told. */
const lineOf = (dish: CreatedOffering, quantity = 1, price = 10_000 * quantity): CartLine => ({
  offeringId: dish.id,
  day: dish.offering.day,
  canteenId: dish.canteenId,
  quantity,
  price: money(price),
});

const cartOf = (
  customerId: number,
  lines: readonly CartLine[],
  input: Partial<CartOrderInput> = {},
): CartOrderInput => ({
  customerId,
  lines,
  price: money(lines.reduce((sum, { price }) => sum + (price ?? 0), 0)),
  pickupCode: 'C1',
  idempotency: ownKey(),
  now: factoryNow,
  ...input,
});

const place = (customerId: number, lines: readonly CartLine[], input: Partial<CartOrderInput> = {}) =>
  placeCart(database.current, cartOf(customerId, lines, input));

test('dishes of several days and canteens are ordered together, and paid for once', async () => {
  const { id } = await createCustomer(database.current);
  const friday = await createOffering(database.current);
  const monday = await createOffering(database.current, { day: calendarDay('2026-11-23') });
  expect(await place(id, [lineOf(friday, 2), lineOf(monday)])).toEqual({
    verdict: 'ordered',
    price: 30_000,
    lines: [
      { orderId: expect.any(Number), price: 20_000, remaining: 8 },
      { orderId: expect.any(Number), price: 10_000, remaining: 9 },
    ],
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(70_000);
  expect(await remainingOf(friday)).toBe(8);
  expect(await ordersOf(id)).toMatchObject([
    { offeringId: friday.id, quantity: 2, price: 20_000, key: null, pickupCode: 'C1' },
    { offeringId: monday.id, quantity: 1, price: 10_000, key: null, pickupCode: 'C1' },
  ]);
});

test('a cart from the account never lowers how far the account may go, whoever decided it', async () => {
  const { id } = await createCustomer(database.current, { balance: money(10_000) });
  const dish = await createOffering(database.current);
  expect(await place(id, [lineOf(dish)])).toMatchObject({ verdict: 'ordered' });
  // The same cart ordered once more, without the decision whether the money reaches.
  const { rows } = await database.current.pool.query<{ id: string }>(
    'select id from cart where customer_id = $1',
    [id],
  );
  const again = database.current.pool.query(
    `select order_cart(cart, array[row(cart.id, 1, $2, $3, 1, 'other', 10000, 10000, 0, 0, null)::cart_line], 'C1', $4)
     from cart where id = $1`,
    [rows[0]?.id, dish.id, dish.offering.day, new Date(factoryNow)],
  );
  await expect(again).rejects.toThrow(/account_not_overdrawn/);
  expect(await balanceOf(id)).toBe(0);
});

test('a cart is ordered as a whole or not at all, and every line that fails says why', async () => {
  const { id } = await createCustomer(database.current, { balance: money(15_000) });
  const good = await createOffering(database.current);
  const scarce = await createOffering(database.current, { capacity: 1 });
  const closed = await createOffering(database.current, { state: 'closed' });
  const dear = await createOffering(database.current);
  const lines = [
    lineOf(good),
    lineOf(scarce, 2),
    lineOf(closed),
    lineOf(dear),
    { ...lineOf(good), offeringId: 999_999 },
  ];
  expect(await place(id, lines)).toEqual({
    verdict: 'refused',
    lines: [
      { line: 1, verdict: 'insufficient-funds', price: 20_000, balance: 5_000 },
      { line: 2, verdict: 'not-orderable' },
      { line: 3, verdict: 'insufficient-funds', price: 10_000, balance: 5_000 },
      { line: 4, verdict: 'unknown-dish' },
    ],
    replayed: false,
  });
  expect(await balanceOf(id)).toBe(15_000);
  expect(await remainingOf(good)).toBe(10);
  expect(await ordersOf(id)).toEqual([]);
});

test('a cart takes nothing that others offer: after the cut-off it is too late, and before it sold out', async () => {
  const giver = await createCustomer(database.current);
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 1 });
  const { orderId } = await placed(giver.id, dish);
  const { cancelUntil, orderUntil } = dish.offering;
  const offer = { customerId: giver.id, orderId, agreed: { giveUp: orderId }, idempotency: ownKey() };
  await exchangeOrder(database.current, { ...offer, now: cancelUntil + 1 });
  const lines = [lineOf(dish)];
  expect(await place(id, lines, { now: cancelUntil + 2 })).toMatchObject({
    lines: [{ line: 0, verdict: 'sold-out', remaining: 0 }],
  });
  expect(await place(id, lines, { now: orderUntil + 1 })).toMatchObject({
    lines: [{ line: 0, verdict: 'past-cut-off' }],
  });
});

test.each([
  ['dearer', 1_100_000, 11_000],
  ['cheaper', 900_000, 9_000],
])(
  'C27 a line that is %s than was shown is named with the price that holds, and nothing is ordered',
  async (_, unit, price) => {
    const { id } = await createCustomer(database.current);
    const same = await createOffering(database.current);
    const changed = await createOffering(database.current, { price: unitPrice(unit) });
    expect(await place(id, [lineOf(same), lineOf(changed)])).toEqual({
      verdict: 'refused',
      lines: [{ line: 1, verdict: 'price-changed', price }],
      replayed: false,
    });
    expect(await ordersOf(id)).toEqual([]);
  },
);

test('the price of a cart may have changed by any line that does not say its price', async () => {
  const { id } = await createCustomer(database.current);
  const dishes = [await createOffering(database.current), await createOffering(database.current)];
  const lines = dishes.map((dish) => ({ ...lineOf(dish), price: undefined }));
  expect(await place(id, lines, { price: money(19_999) })).toMatchObject({
    verdict: 'refused',
    lines: [
      { line: 0, verdict: 'price-changed', price: 10_000 },
      { line: 1, verdict: 'price-changed', price: 10_000 },
    ],
  });
  const [first, ...others] = lines;
  expect(
    await place(id, [{ ...first, price: money(10_000) }, ...others] as CartLine[], { price: money(19_999) }),
  ).toMatchObject({
    lines: [{ line: 1, verdict: 'price-changed', price: 10_000 }],
  });
  expect(await place(id, lines, { price: money(20_000) })).toMatchObject({ verdict: 'ordered' });
});

test('a line counts what the lines before it have taken', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 2 });
  const agreed = { portions: [2, 3], mains: [] };
  expect(await place(id, [lineOf(dish), lineOf(dish), lineOf(dish)], { agreed })).toMatchObject({
    verdict: 'refused',
    lines: [{ line: 2, verdict: 'sold-out', remaining: 0 }],
  });
});

test('limits of a dish and a day hold for the lines of a cart together', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const other = await createOffering(database.current, { canteenId: dish.canteenId });
  await database.current.pool.query('update canteen set most_of_dish = 2, most_of_day = 3 where id = $1', [
    dish.canteenId,
  ]);
  expect(await place(id, [lineOf(dish, 2), lineOf(dish), lineOf(other, 2)])).toMatchObject({
    verdict: 'refused',
    lines: [
      { line: 1, verdict: 'over-limit', of: 'dish', most: 2 },
      { line: 2, verdict: 'over-limit', of: 'day', most: 3 },
    ],
  });
});

test('what must be refused is refused before anything is asked, and a question is answered for its number', async () => {
  const { id } = await createCustomer(database.current, { balance: money(39_999) });
  const dish = await createOffering(database.current);
  await placed(id, dish);
  const twice = [lineOf(dish), lineOf(dish)];
  expect(await place(id, [...twice, lineOf(dish)])).toMatchObject({
    verdict: 'refused',
    lines: [{ line: 2, verdict: 'insufficient-funds' }],
  });
  const idempotency = ownKey();
  const question = { verdict: 'question', line: 0, about: 'portions', portions: 2, price: 10_000 };
  expect(await place(id, twice, { idempotency })).toEqual(question);
  expect(await place(id, twice, { idempotency, agreed: { portions: [2], mains: [] } })).toEqual({
    ...question,
    line: 1,
    portions: 3,
  });
  const agreed = { portions: [2, 3], mains: [] };
  expect(await place(id, twice, { idempotency, agreed })).toMatchObject({ verdict: 'ordered' });
});

test('a second main dish at one time is asked about', async () => {
  const { id } = await createCustomer(database.current);
  const mains = [
    await createOffering(database.current, { isMain: true }),
    await createOffering(database.current, { isMain: true }),
  ];
  const lines = mains.map((dish) => lineOf(dish));
  expect(await place(id, lines)).toEqual({
    verdict: 'question',
    line: 1,
    about: 'mains',
    mains: 2,
    price: 10_000,
  });
  expect(await place(id, lines, { agreed: { portions: [], mains: [2] } })).toMatchObject({
    verdict: 'ordered',
  });
});

test('main dishes at one time are counted by their portions', async () => {
  const { id } = await createCustomer(database.current);
  const dish = () => createOffering(database.current, { isMain: true, allowMultipleOrder: true });
  const [first, second, third] = [await dish(), await dish(), await dish()];
  await place(id, [lineOf(first, 2)]);
  const lines = [lineOf(second), lineOf(third, 2)];
  expect(await place(id, lines)).toMatchObject({ about: 'mains', mains: 3 });
  expect(await place(id, lines, { agreed: { portions: [], mains: [3] } })).toMatchObject({
    about: 'mains',
    mains: 5,
  });
  expect(await place(id, lines, { agreed: { portions: [], mains: [3, 5] } })).toMatchObject({
    verdict: 'ordered',
  });
});

test('API-59 a repeat gets the first answer, an order or a refusal, and another body is refused', async () => {
  const { id } = await createCustomer(database.current, { balance: money(15_000) });
  const dish = await createOffering(database.current);
  const cart = cartOf(id, [lineOf(dish)]);
  const first = await placeCart(database.current, cart);
  expect(await placeCart(database.current, cart)).toEqual({
    ...first,
    lines: [{ orderId: (await ordersOf(id))[0]?.id, price: 10_000 }],
    replayed: true,
  });
  const poor = cartOf(id, [lineOf(await createOffering(database.current))]);
  const refused = await placeCart(database.current, poor);
  expect(refused).toMatchObject({ verdict: 'refused', replayed: false });
  expect(await placeCart(database.current, poor)).toEqual({ ...refused, replayed: true });
  const other = { key: cart.idempotency.key, requestHash: Buffer.from('another') };
  expect(await placeCart(database.current, { ...cart, idempotency: other })).toEqual({
    verdict: 'key-reused',
  });
  expect(await order(id, dish, { idempotency: other })).toEqual({ verdict: 'key-reused' });
  expect(await ordersOf(id)).toHaveLength(1);
});

test('a repeat while the first call runs waits for it and gets its answer', async () => {
  const { id } = await createCustomer(database.current);
  const cart = cartOf(id, [lineOf(await createOffering(database.current))]);
  const repeat = await duringTransaction(
    database.current,
    (client) => placeCart({ pool: client }, cart),
    () => placeCart(database.current, cart),
  );
  expect(repeat).toMatchObject({ verdict: 'ordered', replayed: true });
});

test('a check says that a cart can be ordered, and keeps no answer', async () => {
  const { id } = await createCustomer(database.current);
  const cart = cartOf(id, [lineOf(await createOffering(database.current, { capacity: 1 }))]);
  expect(await checkCart(database.current, cart)).toEqual({ verdict: 'orderable' });
  expect(await placeCart(database.current, cart)).toMatchObject({ verdict: 'ordered', replayed: false });
});

test('a check finds what an order would be refused or asked', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const refused = cartOf(id, [lineOf(dish), lineOf(await createOffering(database.current, { capacity: 0 }))]);
  expect(await checkCart(database.current, refused)).toEqual(await placeCart(database.current, refused));
  const asked = cartOf(id, [lineOf(dish), lineOf(dish)]);
  expect(await checkCart(database.current, asked)).toEqual(await placeCart(database.current, asked));
});

test('a check writes nothing, uses no id and waits for nobody who orders', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const cart = cartOf(id, [lineOf(dish), lineOf(await createOffering(database.current, { capacity: 0 }))]);
  await inTransaction(database.current, async (holder) => {
    await holder.query('select from account where customer_id = $1 for update', [id]);
    await holder.query('select from stock where offering_id = $1 for update', [dish.id]);
    await inTransaction(database.current, async (client) => {
      // PostgreSQL refuses a write, a lock of a row and the next number of a sequence in such a transaction.
      await client.query(`set transaction read only; set local lock_timeout = '1ms'`);
      expect(await checkCart({ pool: client }, cart)).toMatchObject({ verdict: 'refused' });
      expect(
        await checkCart({ pool: client }, { ...cart, lines: cart.lines.slice(0, 1), price: money(10_000) }),
      ).toEqual({
        verdict: 'orderable',
      });
    });
  });
});

test('dishes of a cart are cancelled one by one', async () => {
  const { id } = await createCustomer(database.current);
  const dishes = [await createOffering(database.current), await createOffering(database.current)];
  await place(
    id,
    dishes.map((dish) => lineOf(dish)),
  );
  const [first] = await ordersOf(id);
  expect(await cancel(id, first?.id ?? 0)).toMatchObject({ verdict: 'cancelled', balance: 90_000 });
  expect(await checkLedger(database.current)).toEqual([]);
});

test('carts of many customers with the same dishes in any order neither wait for ever nor sell too much', async () => {
  const dishes = await Promise.all(
    [3, 3, 3].map((capacity) => createOffering(database.current, { capacity })),
  );
  const customers = await Promise.all(Array.from({ length: 12 }, () => createCustomer(database.current)));
  const verdicts = await Promise.all(
    customers.map(({ id }, turn) => {
      const lines = dishes.map((dish) => lineOf(dish));
      return place(id, turn % 2 === 0 ? lines : lines.toReversed());
    }),
  );
  expect(verdicts.filter(({ verdict }) => verdict === 'ordered')).toHaveLength(3);
  expect(await Promise.all(dishes.map(remainingOf))).toEqual([0, 0, 0]);
});

test('a cart is decided as its dishes one after the other would be', async () => {
  const wish = fc.record({
    dish: fc.nat(2),
    quantity: fc.integer({ min: 1, max: 3 }),
    isWrong: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(20_000, 60_000, 200_000),
      async (wishes, balance) => {
        const dishes: CreatedOffering[] = [];
        for (const capacity of [2, 4, 9])
          dishes.push(await createOffering(database.current, { capacity, allowMultipleOrder: capacity > 2 }));
        const [one, other] = [
          await createCustomer(database.current, { balance: money(balance) }),
          await createCustomer(database.current, { balance: money(balance) }),
        ];
        const lines = wishes.flatMap(({ dish, quantity, isWrong }) => {
          const found = dishes[dish];
          return found ? [{ dish: found, quantity, canteenId: isWrong ? 999_999 : found.canteenId }] : [];
        });
        const has = new Map<number, number>();
        const failing: { line: number; verdict: string }[] = [];
        const before = await Promise.all(dishes.map(remainingOf));
        const all = Array.from({ length: 30 }, (_, portions) => portions);
        const cart = await checkCart(
          database.current,
          cartOf(
            one.id,
            lines.map(({ dish, quantity, canteenId }) => ({ ...lineOf(dish, quantity), canteenId })),
            { agreed: { portions: all, mains: all } },
          ),
        );
        expect(await Promise.all(dishes.map(remainingOf))).toEqual(before);
        for (const [line, { dish, quantity, canteenId }] of lines.entries()) {
          const portions = (has.get(dish.id) ?? 0) + quantity;
          const price = money(10_000 * quantity);
          const { verdict } = await order(other.id, dish, {
            quantity,
            canteenId,
            price,
            agreed: { portions },
          });
          if (verdict === 'ordered') has.set(dish.id, portions);
          else failing.push({ line, verdict });
        }
        const found = 'lines' in cart && cart.verdict === 'refused' ? cart.lines : [];
        expect(found.map(({ line, verdict }) => ({ line, verdict }))).toEqual(failing);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);
