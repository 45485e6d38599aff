import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  cartItem,
  EMPTY_CART,
  isSameRow,
  MOST_CART_ROWS,
  withItem,
  withModifiers,
  withoutItem,
  withQuantity,
  type Cart,
  type CartItem,
} from './cart.ts';
import { cartOrder, cartRows, portionsOf, rowPrice, totalOf, type DishNow } from './cart-rows.ts';
import { calendarDay } from './day.ts';
import type { Modifier } from './modifiers.ts';
import { unitPrice } from './money.ts';
import { MOST_PORTIONS } from './order.ts';
import {
  asProceeded,
  isOfPayment,
  mayBeOrdered,
  withFailedPayment,
  withoutItems,
  withoutOrdered,
  withoutPaid,
} from './paid-cart.ts';

const today = calendarDay('2026-11-20');
const NOW = Date.parse('2026-11-20T08:00:00+01:00');

const modifier = (id: number | string, price = 0): Modifier => ({
  id,
  name: `modifier ${id}`,
  price: unitPrice(price),
});
/** The cart, all of which went to be paid. */
const paidIn = (cart: Cart) => asProceeded(cart, cart.items);
const [x, y] = [modifier('x', 5_000), modifier('y')];

const dish = (mealId: number, more: Partial<Parameters<typeof cartItem>[0]> = {}) => ({
  mealId,
  date: today,
  canteenId: 1,
  price: unitPrice(40_000),
  name: `dish ${mealId}`,
  allowMultipleOrder: true,
  ...more,
});

/** The cart after some dishes were put into it, each of which has to fit. */
function cartOf(...items: readonly CartItem[]): Cart {
  return items.reduce<Cart>((cart, item) => {
    const adding = withItem(cart, item, NOW);
    if (adding.verdict !== 'added') throw new Error(adding.verdict);
    return adding.cart;
  }, EMPTY_CART);
}
const meals = ({ items }: Cart) => items.map(({ menuItem, quantity }) => [menuItem.mealId, quantity]);

describe('putting a dish into a cart', () => {
  test('part of CART-02: another dish is the last row', () => {
    expect(meals(cartOf(cartItem(dish(1), 1), cartItem(dish(2), 3)))).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  test('part of CART-10: a row has the fields of the cart item, with the values of the dish', () => {
    expect(cartItem(dish(7, { product: { id: 70, name: 'Broth' } }), 2, [x])).toEqual({
      id: '1 2026-11-20 7 70',
      modifiers: [x],
      quantity: 2,
      menuItem: { mealId: 7, date: today, price: 40_000, product: { id: 70, name: 'Broth' } },
      canteenId: 1,
      allowMultipleOrder: true,
    });
    expect(cartItem(dish(7, { name: 'Soup' }), 1).menuItem.product).toEqual({ name: 'Soup' });
  });

  test('part of CART-03: the same modifiers in any order make one row with more portions', () => {
    const cart = cartOf(cartItem(dish(1), 1, [x, y]), cartItem(dish(1), 2, [y, x]));
    expect(meals(cart)).toEqual([[1, 3]]);
  });

  test('part of CART-04: other modifiers, or none, make a row of their own', () => {
    const cart = cartOf(cartItem(dish(1), 1, [x]), cartItem(dish(1), 1, [y]), cartItem(dish(1), 1));
    expect(meals(cart)).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });

  test.each([
    ['day', { date: calendarDay('2026-11-21') }],
    ['canteen', { canteenId: 2 }],
    ['meal', { mealId: 2 }],
    ['product', { product: { id: 5, name: 'Broth' } }],
  ])('the same dish of another %s is another row', (_, more) => {
    expect(cartOf(cartItem(dish(1), 1), cartItem(dish(1, more), 1)).items).toHaveLength(2);
  });

  test('ids that only look alike are told apart', () => {
    const row = (id: number | string) => cartItem(dish(1), 1, [modifier(id)]);
    expect(isSameRow(row(1), row('1'))).toBe(false);
    expect(isSameRow(row('a|b'), cartItem(dish(1), 1, [modifier('a'), modifier('b')]))).toBe(false);
  });

  test.each([
    [false, 1],
    [undefined, 1],
    [false, 2],
  ])(
    'CART-29 of a dish with allowMultipleOrder %s there is one portion, whatever its modifiers',
    (allowMultipleOrder, quantity) => {
      const only = dish(1, { allowMultipleOrder });
      const cart = cartOf(cartItem(only, 1, [x]));
      expect(withItem(cart, cartItem(only, quantity, [y]), NOW)).toEqual({ verdict: 'one-portion' });
      expect(withItem(cart, cartItem(only, quantity, [x]), NOW)).toEqual({ verdict: 'one-portion' });
    },
  );

  test('a row has at most 999 portions, and a cart 60 rows', () => {
    const most = cartOf(cartItem(dish(1), MOST_PORTIONS));
    expect(withItem(most, cartItem(dish(1), 1), NOW)).toEqual({ verdict: 'most-portions' });
    const full = cartOf(...Array.from({ length: MOST_CART_ROWS }, (_, meal) => cartItem(dish(meal), 1)));
    expect(withItem(full, cartItem(dish(99), 1), NOW)).toEqual({ verdict: 'full' });
    expect(withItem(full, cartItem(dish(0), 1), NOW).verdict).toBe('added');
  });

  test('a cart began with its first dish, also after it was empty', () => {
    const first = withItem(EMPTY_CART, cartItem(dish(1), 1), 5);
    if (first.verdict !== 'added') throw new Error(first.verdict);
    const second = withItem(first.cart, cartItem(dish(2), 1), 6);
    expect(second).toMatchObject({ cart: { begunAt: 5 } });
    const again = withItem(withoutItem(first.cart, 0), cartItem(dish(1), 1), 7);
    expect(again).toMatchObject({ cart: { begunAt: 7 } });
  });
});

describe('changing a cart', () => {
  const three = cartOf(cartItem(dish(1), 1), cartItem(dish(2), 2), cartItem(dish(3), 3));

  test('part of CART-05: a row is removed by its place; a place without a row changes nothing', () => {
    expect(meals(withoutItem(three, 1))).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(withoutItem(three, 3)).toBe(three);
  });

  test.each([
    [2, 2],
    [999, 999],
    [0, 1],
    [1000, 1],
  ])('part of CART-06: a quantity of %i leaves %i', (quantity, expected) => {
    expect(withQuantity(three, 0, quantity).items[0]?.quantity).toBe(expected);
  });

  test('part of CART-07: other modifiers keep the portions, and a row that is the same by then becomes one with it', () => {
    const cart = cartOf(cartItem(dish(1), 2, [x]), cartItem(dish(2), 1), cartItem(dish(1), 3, [y]));
    expect(withModifiers(cart, 0, [x, y]).items[0]).toMatchObject({ quantity: 2, modifiers: [x, y] });
    expect(meals(withModifiers(cart, 0, [y]))).toEqual([
      [1, 5],
      [2, 1],
    ]);
    expect(meals(withModifiers(cart, 2, [x]))).toEqual([
      [2, 1],
      [1, 5],
    ]);
  });

  test('part of CART-08: each change of what is in it sets the flag back', () => {
    const paid = { ...three, cartProceeded: true };
    const changes = [
      withoutItem(paid, 0),
      withQuantity(paid, 0, 5),
      withModifiers(paid, 0, [x]),
      withItem(paid, cartItem(dish(9), 1), NOW),
    ];
    for (const change of changes)
      expect('verdict' in change ? change : { cart: change }).toMatchObject({
        cart: { cartProceeded: false },
      });
    expect(withQuantity(paid, 0, 1)).toBe(paid);
  });

  test('a dish of it may be ordered from when it went to be paid until that failed, whatever else changes', () => {
    expect(mayBeOrdered(three)).toBe(false);
    const paid = paidIn(three);
    expect(mayBeOrdered(paid)).toBe(true);
    expect(mayBeOrdered(withFailedPayment(paid))).toBe(false);
    expect(mayBeOrdered(withModifiers(paid, 0, [y]))).toBe(true);
    const more = withItem(withQuantity(paid, 0, 5), cartItem(dish(9), 1), NOW);
    if (more.verdict !== 'added') throw new Error(more.verdict);
    expect(mayBeOrdered(more.cart)).toBe(true);
    expect(mayBeOrdered(withFailedPayment(more.cart))).toBe(false);
    const others = three.items.reduce((cart) => withoutItem(cart, 0), more.cart);
    expect(meals(others)).toEqual([[9, 1]]);
    expect(mayBeOrdered(others)).toBe(false);
    expect(mayBeOrdered({ ...others, items: [...others.items, ...three.items] })).toBe(true);
    const emptied = withoutItems(paid);
    expect(emptied).toMatchObject({ items: [], cartProceeded: false });
    expect(mayBeOrdered(emptied)).toBe(false);
    expect(mayBeOrdered({ ...emptied, items: three.items })).toBe(true);
  });

  test('what was put into it since it went to be paid stays when it is paid, also where that is told twice', () => {
    expect(withoutPaid(three).items).toEqual([]);
    expect(withoutPaid(paidIn(three)).items).toEqual([]);
    expect(withoutPaid(withFailedPayment(paidIn(three))).items).toEqual([]);
    const more = withItem(withQuantity(paidIn(three), 0, 5), cartItem(dish(9), 1), NOW);
    if (more.verdict !== 'added') throw new Error(more.verdict);
    const left = withoutPaid(more.cart);
    expect(meals(left)).toEqual([
      [three.items[0]?.menuItem.mealId, 4],
      [9, 1],
    ]);
    expect(mayBeOrdered(left)).toBe(false);
    expect(withoutPaid(left)).toEqual(left);
    // The cart may have changed by the time at which it is known that it went to be paid.
    expect(meals(withoutPaid(asProceeded(more.cart, three.items)))).toEqual(meals(left));
  });

  test.each([
    ['that went to be paid by none', three, false],
    ['that went to it', asProceeded(three, three.items, 'p-1'), true],
    ['that went to it, and was changed', withoutItem(asProceeded(three, three.items, 'p-1'), 0), true],
    ['that went to it, and was emptied', withoutItems(asProceeded(three, three.items, 'p-1')), true],
    ['that went to it, which failed', withFailedPayment(asProceeded(three, three.items, 'p-1')), true],
    [
      'that was changed after it had failed',
      withoutItem(withFailedPayment(asProceeded(three, three.items, 'p-1')), 0),
      false,
    ],
    ['that went to another one since', asProceeded(three, three.items, 'p-2'), false],
    ['that went to one without a name', paidIn(three), true],
    ['that is new', EMPTY_CART, false],
  ])('C172 whether a payment that came back by its name is of a cart %s', (_, cart, expected) => {
    expect(isOfPayment(cart, 'p-1')).toBe(expected);
    // Without a name it may be of any.
    expect(isOfPayment(cart, undefined)).toBe(true);
  });

  test('what was put into it while it was ordered stays', () => {
    expect(withoutOrdered(three, three.items)).toEqual(EMPTY_CART);
    const meanwhile = cartOf(...three.items, cartItem(dish(2), 1), cartItem(dish(4), 1));
    expect(meals(withoutOrdered(meanwhile, three.items))).toEqual([
      [2, 1],
      [4, 1],
    ]);
  });
});

describe('the rows of a cart by the present menus', () => {
  const now = (more: Partial<DishNow> = {}): DishNow => ({
    status: 'AVAILABLE',
    date: today,
    price: unitPrice(40_000),
    remaining: 10,
    allowMultipleOrder: true,
    groups: [],
    times: {},
    ...more,
  });
  const group = { id: 1, name: 'Sauce', min: 1, max: 1, options: [x, y] };
  const rowOf = (item: CartItem, dishNow: DishNow | 'gone' | undefined) =>
    cartRows([item], () => dishNow, today)[0];
  const two = cartItem(dish(1), 2);

  test.each([
    ['can be ordered', now(), undefined],
    ['of which nothing is known', undefined, undefined],
    ['that has left the menu', 'gone', { kind: 'gone' }],
    ['that is sold out', now({ status: 'SOLD_OUT' }), { kind: 'sold-out' }],
    ['without a portion left', now({ remaining: 0 }), { kind: 'sold-out' }],
    ['that only others have to give', now({ status: 'EXCHANGE' }), { kind: 'sold-out' }],
    ['past its cut-off', now({ status: 'CLOSED' }), { kind: 'closed' }],
    ['that is not for ordering', now({ status: 'READONLY' }), { kind: 'closed' }],
    ['without a price', now({ price: undefined }), { kind: 'closed' }],
    ['with one portion left', now({ remaining: 1 }), { kind: 'too-many', most: 1 }],
    [
      'of which one portion can be ordered',
      now({ allowMultipleOrder: false }),
      { kind: 'too-many', most: 1 },
    ],
    ['with something to choose', now({ groups: [group] }), { kind: 'modifiers' }],
  ] as const)('part of CART-30: two portions of a dish %s', (_, dishNow, problem) => {
    expect(rowOf(two, dishNow)?.problem).toEqual(problem);
  });

  test('part of CART-30: a row of yesterday is past, whatever its menu says', () => {
    const old = cartItem(dish(1, { date: calendarDay('2026-11-19') }), 1);
    expect(rowOf(old, now())?.problem).toEqual({ kind: 'past' });
    expect(rowOf(old, undefined)?.problem).toEqual({ kind: 'past' });
  });

  test('a row has the name that its dish has in the present menu, and its own where the menu has none', () => {
    const named = (name?: string) => rowOf(two, now({ name }))?.item.menuItem.product;
    expect(named('Vývar')).toEqual({ ...two.menuItem.product, name: 'Vývar' });
    expect(named()).toEqual(two.menuItem.product);
    expect(named('')).toEqual(two.menuItem.product);
  });

  test('portions of one dish with other modifiers count together', () => {
    const items = [cartItem(dish(1), 3, [x]), cartItem(dish(1), 3, [y])];
    const rows = cartRows(items, () => now({ remaining: 5, groups: [group] }), today);
    expect(rows.map(({ problem }) => problem)).toEqual([0, 1].map(() => ({ kind: 'too-many', most: 5 })));
  });

  test('a modifier that is no longer offered has to be chosen again', () => {
    const item = cartItem(dish(1), 1, [modifier('gone')]);
    expect(rowOf(item, now({ groups: [group] }))?.problem).toEqual({ kind: 'modifiers' });
    expect(rowOf(cartItem(dish(1), 1, [x]), now({ groups: [group] }))?.problem).toBeUndefined();
  });

  test('part of CART-31: another price is told beside the old one, and counts', () => {
    const row = rowOf(two, now({ price: unitPrice(45_000) }));
    expect(row).toMatchObject({ price: 900, priceBefore: 800 });
    expect(rowOf(two, now())).toMatchObject({ price: 800, priceBefore: undefined });
    const chosen = cartItem(dish(1), 1, [modifier('x', 1_000)]);
    expect(rowOf(chosen, now({ groups: [group] }))).toMatchObject({ price: 450, priceBefore: 410 });
  });
});

test('CART-14 DATA-09 the body of the order', () => {
  const items = [
    cartItem(dish(1, { price: unitPrice(33_350), product: { id: 9, name: 'Broth' } }), 3, [x]),
    cartItem(dish(2, { canteenId: 2, date: calendarDay('2026-11-23') }), 1),
  ];
  const rows = cartRows(items, () => undefined, today);
  const additionalData = [{ variableId: 'paymentType', value: 'account' }];
  const when = { now: NOW, zone: 'Europe/Prague', additionalData };
  expect(cartOrder(rows, { ...when, hasLinePrices: false }).items.filter((item) => 'price' in item)).toEqual(
    [],
  );
  expect(cartOrder(rows, { ...when, hasLinePrices: true })).toEqual({
    // Three times 3.835, rounded once, and 4.00.
    price: 1_551,
    orderDate: '2026-11-20 08:00:00',
    items: [
      {
        mealId: 1,
        date: today,
        productId: 9,
        quantity: 3,
        canteenId: 1,
        modifiers: ['x'],
        price: 1_151,
      },
      { mealId: 2, date: '2026-11-23', quantity: 1, canteenId: 2, price: 400 },
    ],
    additionalData,
  });
});

describe('any cart', () => {
  const anyModifier = fc.constantFrom(x, y, modifier(1, 1_234), modifier('1'));
  const anyItem = fc
    .record({
      meal: fc.integer({ min: 1, max: 4 }),
      allowMultipleOrder: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 400 }),
      modifiers: fc.uniqueArray(anyModifier, { selector: ({ id }) => id }),
      price: fc.integer({ min: 0, max: 50_000_000 }),
    })
    .map(({ meal, allowMultipleOrder, quantity, modifiers, price }) =>
      cartItem(dish(meal, { allowMultipleOrder, price: unitPrice(price) }), quantity, modifiers),
    );
  const anyItems = fc.array(anyItem, { maxLength: 30 });
  const filled = (items: readonly CartItem[]) =>
    items.reduce<Cart>((cart, item) => {
      const adding = withItem(cart, item, NOW);
      return adding.verdict === 'added' ? adding.cart : cart;
    }, EMPTY_CART);

  test('has no two rows alike, at most 999 portions a row, and one of what can be had once', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const { items: rows } = filled(items);
        const alike = rows.filter((row) => rows.filter((other) => isSameRow(row, other)).length > 1);
        expect(alike).toEqual([]);
        for (const { quantity, allowMultipleOrder } of rows)
          expect(quantity).toBeLessThanOrEqual(allowMultipleOrder ? MOST_PORTIONS : 1);
      }),
    );
  });

  test('costs what its rows cost, and its portions are those of its rows', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const cart = filled(items);
        const rows = cartRows(cart.items, () => undefined, today);
        expect(totalOf(rows)).toBe(cart.items.reduce((sum, item) => sum + rowPrice(item), 0));
        expect(portionsOf(cart.items)).toBe(cart.items.reduce((sum, { quantity }) => sum + quantity, 0));
      }),
    );
  });

  test('is empty when all that is in it was ordered', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const cart = filled(items);
        expect(withoutOrdered(cart, cart.items)).toEqual(EMPTY_CART);
        expect(withoutOrdered(cart, []).items).toEqual(cart.items);
      }),
    );
  });
});
