import { money } from '@refectory/domain/money';
import { nextPaymentQuery } from '@refectory/domain/payment-state';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';

import { placeCart, type CartOrderInput } from './cart-functions.ts';
import {
  cardCartOf,
  createCustomer,
  createOffering,
  factoryNow,
  holdCart,
  type CreatedOffering,
} from './factories.ts';
import { bookMovement, reverseMovement } from './ledger.ts';
import { listen } from './listen.ts';
import { ownKey } from './order-functions.ts';
import {
  beginTopUp,
  eventsOfPayment,
  findPayment,
  hearOfPayment,
  PAYMENT_LIFE_MS,
  redirectPayment,
  takeDuePayments,
  type Payment,
  type PaymentFact,
} from './payments.ts';
import { askRefund, finishRefund, takeDueRefunds } from './refunds.ts';
import { closeDay, openDay } from './close-day.ts';
import { releaseCartsOffMenu } from './held-carts.ts';
import { canteen } from './schema.ts';
import { storeMenu } from './store-menu.ts';
import { compareSums } from './testing/compare-sums.ts';
import { orderSteps } from './testing/order-steps.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const database = useTestDatabase({ max: 20 });
const { balanceOf, remainingOf, ordersOf, cancel } = orderSteps(database);

const PAID = money(15_000);
const settled = { fact: 'settled', amount: PAID, currency: 'CZK' } as const satisfies PaymentFact;

let references = 0;

/** A payment that the gateway knows. */
async function redirected(payment: Payment): Promise<Payment> {
  references += 1;
  await redirectPayment(database.current, {
    id: payment.id,
    reference: `session-${references}`,
    link: 'https://pay.example/1',
    currency: 'CZK',
    queryAt: factoryNow + 60_000,
    now: factoryNow,
  });
  return stored(payment.publicId);
}

async function stored(publicId: string): Promise<Payment> {
  const payment = await findPayment(database.current, publicId);
  if (payment === undefined) throw new Error('there is no such payment');
  return payment;
}

/** A top-up of 150.00 that the gateway knows. */
async function topUp(customerId: number): Promise<Payment> {
  const begun = await beginTopUp(database.current, {
    customerId,
    gateway: 'creditcard',
    language: 'en',
    amount: PAID,
    successUrl: 'https://a.example/yes',
    failUrl: 'https://a.example/no',
    idempotency: ownKey(),
    now: factoryNow,
  });
  if (!('payment' in begun)) throw new Error('not begun');
  return redirected(begun.payment);
}

const hear = (payment: Payment, fact: PaymentFact, gatewayEvent?: string, now = factoryNow) =>
  hearOfPayment(database.current, {
    id: payment.id,
    ...fact,
    source: 'notice',
    gatewayEvent,
    queryAt: undefined,
    now,
  });

/** Places a cart that is paid by card. */
const placeCardCart = (...cart: Parameters<typeof cardCartOf>) =>
  placeCart(database.current, cardCartOf(...cart));

/** Places a cart that is paid by card, and begins its payment at the gateway. */
async function cardCart(...cart: Parameters<typeof cardCartOf>) {
  return redirected(await stored(await holdCart(database.current, ...cart)));
}

const paidFor = (payment: Payment) => ({ fact: 'settled', amount: payment.amount, currency: 'CZK' }) as const;

const mailsOf = async (customerId: number) =>
  (
    await database.current.pool.query<{ kind: string; content: unknown }>(
      'select kind, content from outbox where customer_id = $1 order by id',
      [customerId],
    )
  ).rows;

const withdrawnOf = async ({ id }: CreatedOffering) =>
  (await database.current.pool.query<{ state: string }>('select state from offering where id = $1', [id]))
    .rows;

test('part of TOP-12: a payment that was made is credited once, however often its notice comes', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  expect(await balanceOf(id)).toBe(0);
  expect(await hear(payment, settled, 'e1')).toEqual({
    verdict: 'changed',
    state: 'settled',
    usedFor: 'account',
  });
  expect(await hear(payment, settled, 'e1')).toMatchObject({ verdict: 'heard-before' });
  expect(await hear(payment, settled, 'e2')).toMatchObject({ verdict: 'known', state: 'settled' });
  const together = await Promise.all(
    Array.from({ length: 20 }, (_, index) => hear(payment, settled, `e${index % 5}`)),
  );
  expect(together.every(({ state }) => state === 'settled')).toBe(true);
  expect(await balanceOf(id)).toBe(PAID);
  expect((await eventsOfPayment(database.current, payment.id)).map(({ kind }) => kind)).toEqual([
    'begun',
    'redirected',
    'settled',
    'settled',
    'settled',
    'settled',
    'settled',
  ]);
});

test('of notices that come at once one credits', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => hear(payment, settled, `n${index}`)),
  );
  expect(verdicts.filter(({ verdict }) => verdict === 'changed')).toHaveLength(1);
  expect(await balanceOf(id)).toBe(PAID);
});

test.each<[string, PaymentFact]>([
  ['less', { ...settled, amount: money(14_999) }],
  ['more', { ...settled, amount: money(15_001) }],
  ['another currency', { ...settled, currency: 'EUR' }],
  ['no amount', { fact: 'settled', currency: 'CZK' }],
  ['less, authorised', { fact: 'authorised', amount: money(1), currency: 'CZK' }],
])('a payment of other money than was asked for is not credited: %s', async (_, fact) => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  expect(await hear(payment, fact, 'e1')).toMatchObject({ verdict: 'other-money', state: 'redirected' });
  expect(await balanceOf(id)).toBe(0);
  expect((await eventsOfPayment(database.current, payment.id)).at(-1)).toMatchObject({ kind: 'refused' });
});

test.each<[readonly PaymentFact['fact'][], string, boolean]>([
  [['authorised'], 'authorised', false],
  [['authorised', 'settled'], 'settled', true],
  [['settled', 'authorised'], 'settled', true],
  [['failed'], 'failed', false],
  [['expired'], 'expired', false],
  [['failed', 'expired'], 'failed', false],
  [['failed', 'authorised'], 'failed', false],
  [['authorised', 'failed'], 'failed', false],
  [['failed', 'settled'], 'settled', true],
  [['expired', 'settled'], 'settled', true],
  [['settled', 'failed'], 'settled', true],
  [['settled', 'expired'], 'settled', true],
])('what is heard of a payment in any sequence: %s makes it %s', async (facts, state, isPaid) => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  for (const [index, fact] of facts.entries())
    await hear(payment, { fact, amount: PAID, currency: 'CZK' }, `e${index}`);
  expect((await stored(payment.publicId)).state).toBe(state);
  expect(await balanceOf(id)).toBe(isPaid ? PAID : 0);
});

test('a top-up is begun once for each key, and a key means one top-up', async () => {
  const { id } = await createCustomer(database.current);
  const input = {
    customerId: id,
    gateway: 'creditcard',
    language: 'en' as const,
    amount: PAID,
    successUrl: 'https://a.example/yes',
    failUrl: 'https://a.example/no',
    idempotency: { key: 'k', requestHash: new Uint8Array([1]) },
    now: factoryNow,
  };
  const first = await beginTopUp(database.current, input);
  const again = await beginTopUp(database.current, input);
  expect(first).toMatchObject({
    verdict: 'begun',
    payment: { state: 'created', amount: PAID, expiresAt: factoryNow + PAYMENT_LIFE_MS },
  });
  expect(again).toEqual({ ...first, verdict: 'repeated' });
  const other = { ...input, idempotency: { key: 'k', requestHash: new Uint8Array([2]) } };
  expect(await beginTopUp(database.current, other)).toEqual({ verdict: 'key-reused' });
});

test('a cart that is paid by card needs no money, holds its portions, and is ordered when it is paid', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const soup = await createOffering(database.current);
  const goulash = await createOffering(database.current, { capacity: 1 });
  const payment = await cardCart(id, [
    [soup, 2],
    [goulash, 1],
  ]);
  expect(await remainingOf(soup)).toBe(8);
  expect(await remainingOf(goulash)).toBe(0);
  expect(await ordersOf(id)).toEqual([]);
  expect(await hear(payment, paidFor(payment), 'e1', factoryNow + 60_000)).toEqual({
    verdict: 'changed',
    state: 'settled',
    usedFor: 'cart',
  });
  expect(await ordersOf(id)).toMatchObject([
    { offeringId: soup.id, quantity: 2, price: 20_000, pickupCode: 'C1', placedAt: factoryNow + 60_000 },
    { offeringId: goulash.id, quantity: 1, price: 10_000 },
  ]);
  expect(await balanceOf(id)).toBe(0);
  expect(await remainingOf(soup)).toBe(8);
  const [first] = await ordersOf(id);
  expect(await cancel(id, first?.id ?? 0)).toMatchObject({ verdict: 'cancelled', refunded: 20_000 });
  expect(await balanceOf(id)).toBe(20_000);
});

test('C177 a cart that is ordered by its payment is told of to its customer', async () => {
  const { id } = await createCustomer(database.current);
  const payment = await cardCart(id, [[await createOffering(database.current), 1]]);
  const heard: string[] = [];
  const listener = await listen(database.current, 'live', {
    hear: (text) => void heard.push(text),
    lost: () => {},
  });
  onTestFinished(listener.close);
  expect(await hear(payment, paidFor(payment), 'e1')).toMatchObject({ usedFor: 'cart' });
  await expect.poll(() => heard).toContain(`orders ${id}`);
});

test.each(['failed', 'expired'] as const)(
  'the portions of a cart whose payment %s are for sale again',
  async (fact) => {
    const { id } = await createCustomer(database.current, { balance: money(0) });
    const dish = await createOffering(database.current, { capacity: 3 });
    const payment = await cardCart(id, [[dish, 3]]);
    expect(await remainingOf(dish)).toBe(0);
    await hear(payment, { fact }, 'e1');
    expect(await remainingOf(dish)).toBe(3);
    // Heard once more, it gives nothing back a second time.
    await hear(payment, { fact }, 'e2');
    expect(await remainingOf(dish)).toBe(3);
    // And money that comes after it is the customer's, who is told.
    expect(await hear(payment, paidFor(payment), 'e3')).toMatchObject({
      state: 'settled',
      usedFor: 'account',
    });
    expect(await balanceOf(id)).toBe(30_000);
    expect(await ordersOf(id)).toEqual([]);
    expect(await mailsOf(id)).toEqual([{ kind: 'cart-paid-late', content: { amount: 30_000 } }]);
  },
);

test('a dish that was withdrawn while its cart was paid is not ordered, nor is the rest of the cart', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const [soup, goulash] = [await createOffering(database.current), await createOffering(database.current)];
  const payment = await cardCart(id, [
    [soup, 1],
    [goulash, 1],
  ]);
  await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [goulash.id]);
  expect(await hear(payment, paidFor(payment), 'e1')).toMatchObject({ usedFor: 'account' });
  expect(await ordersOf(id)).toEqual([]);
  expect(await balanceOf(id)).toBe(20_000);
  expect(await remainingOf(soup)).toBe(10);
  expect(await mailsOf(id)).toEqual([
    { kind: 'cart-paid-late', content: { amount: 20_000, cause: 'withdrawn' } },
  ]);
});

test('a cart that is being paid is released when a day of it is closed, and money that comes all the same is told why', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const { id: other } = await createCustomer(database.current, { balance: money(0) });
  const [soup, goulash, cake] = [
    await createOffering(database.current),
    await createOffering(database.current),
    await createOffering(database.current),
  ];
  const payment = await cardCart(id, [
    [soup, 1],
    [goulash, 2],
  ]);
  const unconcerned = await cardCart(other, [[cake, 1]]);
  const { day } = goulash.offering;
  const place = { id: goulash.canteenId };
  await closeDay(database.current, place, { day, reason: 'Burst pipe' });
  const by = { actor: 'command root', now: factoryNow + 1_000 };
  expect(await releaseCartsOffMenu(database.current, by)).toEqual({ released: 1, left: 0 });
  expect(await releaseCartsOffMenu(database.current, by)).toEqual({ released: 0, left: 0 });
  expect(await stored(payment.publicId)).toMatchObject({ state: 'expired', queryAt: by.now });
  expect(await hear(unconcerned, paidFor(unconcerned), 'e0')).toMatchObject({ usedFor: 'cart' });
  expect(await remainingOf(soup)).toBe(10);
  expect(await remainingOf(goulash)).toBe(10);
  expect((await eventsOfPayment(database.current, payment.id)).at(-1)).toEqual({
    kind: 'expired',
    source: 'command root',
    details: { because: 'closed-day', day },
    happenedAt: by.now,
  });
  // What was so at the release is told, whatever the canteen does after it.
  await openDay(database.current, place, day);
  expect(await hear(payment, paidFor(payment), 'e1')).toMatchObject({ state: 'settled', usedFor: 'account' });
  expect(await ordersOf(id)).toEqual([]);
  expect(await balanceOf(id)).toBe(30_000);
  expect(await mailsOf(id)).toEqual([
    { kind: 'cart-paid-late', content: { amount: 30_000, cause: 'closed-day', day } },
  ]);
});

test('a dish of a held cart is not charged after a menu without it is stored, and the money is on the account', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const dish = await createOffering(database.current);
  const payment = await cardCart(id, [[dish, 1]]);
  const [itsCanteen] = await database.current.orm
    .select()
    .from(canteen)
    .where(eq(canteen.id, dish.canteenId));
  if (itsCanteen === undefined) throw new Error('there is no such canteen');
  await storeMenu(database.current, itsCanteen, [{ day: dish.offering.day, dishes: [] }]);
  expect(await withdrawnOf(dish)).toEqual([{ state: 'withdrawn' }]);
  expect(await hear(payment, paidFor(payment), 'e1')).toMatchObject({ usedFor: 'account' });
  expect(await ordersOf(id)).toEqual([]);
  expect(await balanceOf(id)).toBe(10_000);
  expect(await mailsOf(id)).toEqual([
    { kind: 'cart-paid-late', content: { amount: 10_000, cause: 'withdrawn' } },
  ]);
});

test('a dish that a cart holds cannot be deleted before the cart is paid or given up', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current);
  const payment = await cardCart(id, [[dish, 1]]);
  const { pool } = database.current;
  const remove = () => pool.query('delete from offering where id = $1', [dish.id]);
  await expect(remove()).rejects.toThrow('are held for a cart');
  await hear(payment, { fact: 'failed' }, 'declined');
  expect((await remove()).rowCount).toBe(1);
});

test('a cart is ordered by its payment when the account is below the floor of its level', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  await database.current.pool.query('update account set level_floor = -5000 where customer_id = $1', [id]);
  await bookMovement(database.current, {
    customerId: id,
    kind: 'correction',
    amount: money(-5_000),
    counterAccount: 'cash',
    actor: 'test',
    now: factoryNow,
  });
  await database.current.pool.query('update account set level_floor = 0 where customer_id = $1', [id]);
  const payment = await cardCart(id, [[await createOffering(database.current), 1]]);
  expect(await hear(payment, paidFor(payment), 'e1')).toMatchObject({ usedFor: 'cart' });
  expect(await ordersOf(id)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(-5_000);
});

test.each([
  ['refused', [3]],
  ['question', [1, 1]],
] as const)('a cart that gets the answer %s leaves the held one as it is', async (verdict, quantities) => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const dish = await createOffering(database.current, { capacity: 2 });
  const payment = await cardCart(id, [[dish, 2]]);
  const wanted = quantities.map((quantity) => [dish, quantity] as const);
  expect(await placeCardCart(id, wanted)).toMatchObject({ verdict });
  expect((await stored(payment.publicId)).state).toBe('redirected');
  expect(await remainingOf(dish)).toBe(0);
  expect(await hear(payment, paidFor(payment), 'e1')).toMatchObject({ usedFor: 'cart' });
});

test('money that came by a gateway goes back by it alone', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  await hear(payment, settled, 'e1');
  const { rows } = await database.current.pool.query<{ id: number }>(
    'select id from movement where customer_id = $1 order by id desc limit 1',
    [id],
  );
  const by = { reason: 'a mistake', actor: 'command test', now: factoryNow };
  const movementId = rows[0]?.id ?? 0;
  expect(await reverseMovement(database.current, { customerId: id, movementId, ...by })).toEqual({
    verdict: 'not-reversible',
  });
  const refund = { paymentId: payment.id, amount: money(15_000), ...by };
  const asked = await askRefund(database.current, refund);
  expect(asked).toMatchObject({ verdict: 'asked', balance: 0 });
  expect(await askRefund(database.current, refund)).toMatchObject({ verdict: 'more-than-paid', amount: 0 });
  if (asked.verdict === 'asked')
    await finishRefund(database.current, { id: asked.refundId, state: 'refused', now: factoryNow });
});

test('the debit of a refund is reversed by the gateway alone', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  await hear(payment, settled, 'e1');
  const asked = await askRefund(database.current, {
    paymentId: payment.id,
    amount: money(5_000),
    reason: 'a mistake',
    actor: 'command test',
    now: factoryNow,
  });
  const { rows } = await database.current.pool.query<{ id: number }>(
    'select id from movement where customer_id = $1 order by id desc limit 1',
    [id],
  );
  expect(
    await reverseMovement(database.current, {
      customerId: id,
      movementId: rows[0]?.id ?? 0,
      reason: 'a mistake',
      actor: 'command test',
      now: factoryNow,
    }),
  ).toEqual({ verdict: 'not-reversible' });
  expect(await balanceOf(id)).toBe(10_000);
  if (asked.verdict !== 'asked') throw new Error(`not asked but ${asked.verdict}`);
  await finishRefund(database.current, { id: asked.refundId, state: 'refused', now: factoryNow });
  expect(await balanceOf(id)).toBe(15_000);
});

test('another cart of the customer takes the place of the one that they hold, and its repeat is told the first answer', async () => {
  const { id } = await createCustomer(database.current);
  const dish = await createOffering(database.current, { capacity: 2 });
  const idempotency = ownKey();
  const first = await cardCart(id, [[dish, 2]], { idempotency });
  const second = await cardCart(id, [[dish, 2]]);
  expect(await remainingOf(dish)).toBe(0);
  expect((await stored(first.publicId)).state).toBe('expired');
  expect(second.publicId).not.toBe(first.publicId);
  expect(await placeCardCart(id, [[dish, 2]], { idempotency })).toEqual({
    verdict: 'held',
    paymentId: first.publicId,
    replayed: true,
  });
  await hear(first, paidFor(first), 'late');
  await hear(second, paidFor(second), 'paid');
  expect(await ordersOf(id)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(120_000);
});

describe('carts that were not paid hold portions for an hour and a half within a day', () => {
  const minute = (count: number) => factoryNow - 26 * 3_600_000 + count * 60_000;
  async function setting() {
    const { id } = await createCustomer(database.current, { balance: money(0) });
    const dish = await createOffering(database.current, { capacity: 100 });
    return {
      id,
      place: (count: number, input?: Partial<CartOrderInput>) =>
        placeCardCart(id, [[dish, 1]], { now: minute(count), ...input }),
      held: (count: number, of = dish) => cardCart(id, [[of, 1]], { now: minute(count) }),
    };
  }
  const refusedUntil = (until: number, at: number) => ({
    verdict: 'too-many',
    seconds: (until + 24 * 60 - at) * 60,
  });
  // Other tests ask for what is due, of whichever customer.
  afterEach(() => database.current.pool.query('update payments.payment set query_at = null'));

  test('however they ended', async () => {
    const { id, place, held } = await setting();
    // Declined after 10 minutes, replaced after 20, ended after 30, which the gateway said later.
    await hear(await held(30), { fact: 'failed' }, 'declined', minute(40));
    await held(40);
    await hear(await held(60), { fact: 'expired' }, 'ended', minute(110));
    // With the half hour of the next one that would be an hour and a half.
    const idempotency = ownKey();
    expect(await place(119, { idempotency })).toMatchObject({ verdict: 'held' });
    const next = refusedUntil(40, 120);
    expect(await place(120)).toEqual(next);
    expect(await place(120, { idempotency })).toMatchObject({ verdict: 'held', replayed: true });
    expect(await place(120, { paymentType: 'account', cardPayment: undefined })).not.toMatchObject(next);
    // Nobody waits for what others did not pay.
    const other = await setting();
    expect(await other.place(120)).toMatchObject({ verdict: 'held' });
    expect(other.id).not.toBe(id);
  });

  test('no longer, wherever the tries fall', async () => {
    const { place, held } = await setting();
    for (const [from, to] of [
      [0, 30],
      [30, 60],
    ] as const)
      await hear(await held(from), { fact: 'expired' }, `ended ${from}`, minute(to));
    await hear(await held(60), { fact: 'failed' }, 'declined', minute(61));
    expect(await place(61)).toEqual(refusedUntil(0, 61));
    expect(await place(24 * 60 - 1)).toEqual(refusedUntil(0, 24 * 60 - 1));
    expect(await place(24 * 60)).toMatchObject({ verdict: 'held' });
  });

  test('and the wait that is told is over when it says so, also while one is held', async () => {
    const { place, held } = await setting();
    await hear(await held(0), { fact: 'expired' }, 'first', minute(20));
    await hear(await held(40), { fact: 'expired' }, 'second', minute(70));
    await hear(await held(75), { fact: 'expired' }, 'third', minute(80));
    await held(95);
    // By now 20, 30, 5 and 6 minutes: with the whole of the last one the second would be too much.
    expect(await place(101)).toEqual(refusedUntil(40, 101));
    expect(await place(40 + 24 * 60)).toMatchObject({ verdict: 'held' });
  });

  test('which counts nothing that was paid, at whatever time, nothing that the canteen took away, and no top-up', async () => {
    const { id, place, held } = await setting();
    const paid = await held(0, await createOffering(database.current));
    await hear(paid, paidFor(paid), 'paid', minute(29));
    const late = await held(30);
    await hear(late, { fact: 'expired' }, 'expired', minute(60));
    await hear(late, paidFor(late), 'late', minute(70));
    const back = await held(70, await createOffering(database.current));
    await hear(back, paidFor(back), 'paid back', minute(99));
    const refund = { paymentId: back.id, amount: money(10_000), reason: 'a mistake', actor: 'command test' };
    await cancel(id, (await ordersOf(id)).at(-1)?.id ?? 0, { now: minute(100) });
    const asked = await askRefund(database.current, { ...refund, now: minute(100) });
    if (asked.verdict !== 'asked') throw new Error(`not asked but ${asked.verdict}`);
    await finishRefund(database.current, { id: asked.refundId, state: 'done', now: minute(101) });
    const gone = await createOffering(database.current);
    await held(102, gone);
    await database.current.pool.query(`update offering set state = 'withdrawn' where id = $1`, [gone.id]);
    await releaseCartsOffMenu(database.current, { actor: 'command root', now: minute(109) });
    const closed = await createOffering(database.current);
    await held(110, closed);
    const canteenOfIt = { id: closed.canteenId };
    await closeDay(database.current, canteenOfIt, { day: closed.offering.day, reason: 'Burst pipe' });
    await releaseCartsOffMenu(database.current, { actor: 'command root', now: minute(139) });
    await openDay(database.current, canteenOfIt, closed.offering.day);
    await topUp(id);
    // Two thirds of what may be held: with any of the others it would be too much.
    await hear(await held(140), { fact: 'expired' }, 'fourth', minute(170));
    await hear(await held(170), { fact: 'expired' }, 'fifth', minute(200));
    expect(await place(200)).toMatchObject({ verdict: 'held' });
  });
});

test('money goes back to the card once the account gave it, and never more than was paid', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await topUp(id);
  const ask = (amount: number) =>
    askRefund(database.current, {
      paymentId: payment.id,
      amount: money(amount),
      reason: 'a mistake',
      actor: 'command test',
      now: factoryNow,
    });
  expect(await ask(100)).toEqual({ verdict: 'not-settled' });
  await hear(payment, settled, 'e1');
  expect(await ask(15_001)).toEqual({ verdict: 'more-than-paid', amount: 15_000 });
  expect(await ask(5_000)).toMatchObject({ verdict: 'asked', balance: 10_000 });
  const [due] = await takeDueRefunds(database.current, factoryNow, factoryNow + 60_000, 10);
  expect(due).toMatchObject({ amount: 5_000, reference: payment.reference, currency: 'CZK' });
  expect(await takeDueRefunds(database.current, factoryNow, factoryNow + 60_000, 10)).toEqual([]);
  await finishRefund(database.current, { id: due?.id ?? 0, state: 'refused', now: factoryNow });
  await finishRefund(database.current, { id: due?.id ?? 0, state: 'done', now: factoryNow });
  expect(await balanceOf(id)).toBe(15_000);
  expect(await ask(15_000)).toMatchObject({ verdict: 'asked', balance: 0 });
  expect(await stored(payment.publicId)).toMatchObject({ state: 'refunded', refunded: 15_000 });
  expect(await ask(1)).toEqual({ verdict: 'more-than-paid', amount: 0 });
  // Its notice comes once more: nothing is credited again.
  expect(await hear(payment, settled, 'e2')).toMatchObject({ verdict: 'known', state: 'refunded' });
  expect(await balanceOf(id)).toBe(0);
});

test('what the account does not have does not go back to the card', async () => {
  const { id } = await createCustomer(database.current, { balance: money(0) });
  const payment = await cardCart(id, [[await createOffering(database.current), 1]]);
  await hear(payment, paidFor(payment), 'e1');
  expect(
    await askRefund(database.current, {
      paymentId: payment.id,
      amount: money(10_000),
      reason: 'a mistake',
      actor: 'command test',
      now: factoryNow,
    }),
  ).toEqual({ verdict: 'insufficient-funds', balance: 0 });
});

test('a payment that is due is asked about by one process, after 1, 5 and 60 minutes, 6 hours, and daily for a week', async () => {
  const { id } = await createCustomer(database.current);
  const payment = await topUp(id);
  const at = factoryNow + 60_000;
  expect(await takeDuePayments(database.current, at - 1, at + 1, 100)).toEqual([]);
  const taken = await Promise.all(
    Array.from({ length: 5 }, () => takeDuePayments(database.current, at, at + 60_000, 100)),
  );
  expect(taken.flat().map(({ publicId }) => publicId)).toEqual([payment.publicId]);
  const asked: number[] = [];
  for (let now = 0, next = nextPaymentQuery(0, now); next !== undefined; next = nextPaymentQuery(0, now)) {
    asked.push(next / 60_000);
    now = next;
  }
  expect(asked).toEqual([1, 5, 60, 360, 1440, 2880, 4320, 5760, 7200, 8640, 10_080]);
});

test('the events of payments are evidence', async () => {
  await expect(database.current.pool.query('delete from payments.payment_event')).rejects.toThrow(
    'append-only',
  );
});

test('carts that race for the last portions are held whole or not at all, and are ordered or released by what is heard meanwhile', async () => {
  const people = await Promise.all(
    Array.from({ length: 24 }, () => createCustomer(database.current, { balance: money(0) })),
  );
  let ordered = 0;
  for (let round = 0; round < 12; round += 1) {
    const dishes = [
      await createOffering(database.current, { capacity: 5 }),
      await createOffering(database.current, { capacity: 4 }),
    ];
    const ends = await Promise.all(
      people.map(async ({ id }, turn) => {
        const order = turn % 2 === 0 ? dishes : dishes.toReversed();
        const payment = await cardCart(
          id,
          order.map((dish) => [dish, 1] as const),
        ).catch(() => undefined);
        if (payment === undefined) return 'refused' as const;
        const isPaid = (turn + round) % 3 > 0;
        const fact = isPaid ? paidFor(payment) : ({ fact: 'expired' } as const);
        const [first] = await Promise.all([
          hear(payment, fact, `a${round}`),
          hear(payment, fact, `a${round}`),
        ]);
        return first.state;
      }),
    );
    const settledCarts = ends.filter((end) => end === 'settled').length;
    ordered += settledCarts;
    for (const [index, dish] of dishes.entries()) {
      const { rows } = await database.current.pool.query<{ ordered: number; remaining: number }>(
        `select (select count(*) from orders where offering_id = $1) as ordered, remaining
         from stock where offering_id = $1`,
        [dish.id],
      );
      expect(rows).toEqual([{ ordered: settledCarts, remaining: (index === 0 ? 5 : 4) - settledCarts }]);
    }
  }
  // In one round all that are held may be those whose payment runs out.
  expect(ordered).toBeGreaterThan(0);
});

test('browser and database compute the same sums, which are exact', async () => {
  const { different } = await compareSums(database.current, { count: 20_000, random: Math.random });
  expect(different).toEqual([]);
});
