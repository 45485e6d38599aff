import { money } from '@refectory/domain/money';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { ForgedNoticeError, GatewayUnavailableError, type PaymentToBegin } from '../gateway.ts';
import { startStripeStandIn, type StripeObject } from '../testing/stripe-stand-in.ts';
import { stripeGateway } from './stripe-gateway.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const WEBHOOK_SECRET = 'whsec_test';

let stripe: Awaited<ReturnType<typeof startStripeStandIn>>;
let gateway: ReturnType<typeof stripeGateway>;
beforeAll(async () => {
  stripe = await startStripeStandIn();
  gateway = stripeGateway('creditcard', {
    secretKey: 'sk_test_1',
    webhookSecret: WEBHOOK_SECRET,
    server: stripe.access,
  });
});
afterAll(() => stripe.stop());
beforeEach(() => {
  stripe.calls.length = 0;
  Object.assign(stripe.state, { isDown: false, refundStatus: 'succeeded', lostAnswers: 0 });
});

const begin = (paymentId: string, other: Partial<PaymentToBegin> = {}) =>
  gateway.begin({
    paymentId,
    amount: money(15_050),
    currency: 'CZK',
    language: 'cs',
    description: 'Dobití účtu',
    successUrl: 'https://meals.example.org/topup-successful',
    failUrl: 'https://meals.example.org/topup-failure',
    expiresAt: NOW + 30 * 60_000,
    ...other,
  });

/** What Stripe says of a session, signed by its own helper. */
function notice(type: string, session: StripeObject, { secret = WEBHOOK_SECRET, at = NOW } = {}) {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: session } });
  const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
  });
  return { headers: { 'stripe-signature': header }, body: Buffer.from(payload), now: NOW };
}

const paid = (paymentId: string) => ({
  ...stripe.sessions.get(`cs_${paymentId}`),
  status: 'complete',
  payment_status: 'paid',
  payment_intent: `pi_${paymentId}`,
});

test('a payment is a session of Checkout, made once under the id of the payment', async () => {
  expect(await begin('p1')).toEqual({
    reference: 'cs_p1',
    link: 'https://checkout.stripe.com/c/pay/cs_p1',
  });
  const [call] = stripe.calls;
  expect(call?.key).toBe('payment-p1');
  expect(Object.fromEntries(call?.form ?? [])).toMatchObject({
    mode: 'payment',
    client_reference_id: 'p1',
    'line_items[0][price_data][currency]': 'czk',
    'line_items[0][price_data][unit_amount]': '15050',
    'line_items[0][price_data][product_data][name]': 'Dobití účtu',
    locale: 'cs',
    // Stripe wants at least 30 minutes, also for a payment that is begun at its last moment.
    expires_at: String((NOW + 61 * 60_000) / 1000),
    success_url: 'https://meals.example.org/topup-successful',
    cancel_url: 'https://meals.example.org/topup-failure',
  });
});

test('a payment that is begun again is the same session, and nothing else can be asked for under its id', async () => {
  await begin('again');
  expect(await begin('again')).toMatchObject({ reference: 'cs_again' });
  await expect(begin('again', { language: 'en' })).rejects.toThrow(GatewayUnavailableError);
  await expect(begin('again', { expiresAt: NOW })).rejects.toThrow(GatewayUnavailableError);
});

test('Stripe is asked what became of a payment, and closes one whose time is over', async () => {
  await begin('p2');
  expect(await gateway.query('cs_p2')).toEqual({ fact: 'pending' });
  stripe.sessions.set('cs_p2', { ...stripe.sessions.get('cs_p2'), status: 'complete' });
  expect(await gateway.query('cs_p2')).toEqual({ fact: 'authorised', amount: 15_050, currency: 'CZK' });
  stripe.sessions.set('cs_p2', paid('p2'));
  expect(await gateway.query('cs_p2')).toEqual({ fact: 'settled', amount: 15_050, currency: 'CZK' });
  // One that was paid meanwhile is not closed.
  expect(await gateway.close('cs_p2')).toMatchObject({ fact: 'settled' });
  await begin('p3');
  expect(await gateway.close('cs_p3')).toEqual({ fact: 'expired' });
});

test('a gateway that is down, or does not know a payment, says nothing of it', async () => {
  stripe.state.isDown = true;
  await expect(begin('p4')).rejects.toThrow(GatewayUnavailableError);
  await expect(gateway.query('cs_p1')).rejects.toThrow(GatewayUnavailableError);
  stripe.state.isDown = false;
  await expect(gateway.query('cs_none')).rejects.toThrow(GatewayUnavailableError);
});

test.each([
  ['succeeded', 'done'],
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['failed', 'refused'],
  ['invalid', 'refused'],
])('money that Stripe sends back: %s is %s', async (status, expected) => {
  const paymentId = `back-${status}`;
  await begin(paymentId);
  stripe.sessions.set(`cs_${paymentId}`, paid(paymentId));
  stripe.state.refundStatus = status;
  const key = `refund-${status}`;
  expect(
    await gateway.refund({ reference: `cs_${paymentId}`, key, amount: money(50), currency: 'CZK' }),
  ).toBe(expected);
  const call = stripe.calls.at(-1);
  expect(call?.key).toBe(key);
  expect(Object.fromEntries(call?.form ?? [])).toEqual({
    payment_intent: `pi_${paymentId}`,
    amount: '50',
    'metadata[key]': key,
  });
});

test('money that is on its way is sent once, and is asked about until Stripe says what became of it', async () => {
  await begin('way');
  stripe.sessions.set('cs_way', paid('way'));
  stripe.state.refundStatus = 'pending';
  const ask = () =>
    gateway.refund({ reference: 'cs_way', key: 'refund-way', amount: money(50), currency: 'CZK' });
  expect(await ask()).toBe('pending');
  // Days later Stripe knows the key no more.
  stripe.forgetKeys();
  expect(await ask()).toBe('pending');
  const sent = [...stripe.refunds.values()].filter((refund) => refund['payment_intent'] === 'pi_way');
  expect(sent).toHaveLength(1);
  Object.assign(sent[0] ?? {}, { status: 'succeeded' });
  expect(await ask()).toBe('done');
});

test('money of a payment that was never made is not sent back, and of one that Stripe cannot tell of later', async () => {
  await begin('p6');
  const refund = { reference: 'cs_p6', key: 'refund-2', amount: money(50), currency: 'CZK' };
  expect(await gateway.refund(refund)).toBe('refused');
  stripe.state.isDown = true;
  await expect(gateway.refund(refund)).rejects.toThrow(GatewayUnavailableError);
});

test.each([
  ['checkout.session.completed', {}, 'settled'],
  ['checkout.session.completed', { payment_status: 'unpaid' }, 'authorised'],
  ['checkout.session.async_payment_succeeded', {}, 'settled'],
  ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, 'failed'],
  ['checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
])('the notice %s with %o tells that it is %s', async (type, session, fact) => {
  await begin('p7');
  expect(gateway.readNotice(notice(type, { ...paid('p7'), ...session }))).toMatchObject({
    event: 'evt_1',
    reference: 'cs_p7',
    paymentId: 'p7',
    fact,
  });
});

test('a notice of anything else says nothing', () => {
  expect(gateway.readNotice(notice('customer.created', { id: 'cus_1' }))).toBeUndefined();
});

test.each([
  ['another secret', notice('checkout.session.completed', {}, { secret: 'whsec_other' })],
  ['an old signature', notice('checkout.session.completed', {}, { at: NOW - 301_000 })],
  ['no signature', { ...notice('checkout.session.completed', {}), headers: {} }],
  ['a changed body', { ...notice('checkout.session.completed', {}), body: Buffer.from('{"id":"evt_2"}') }],
])('part of TOP-12: a notice with %s is forged', (_, raw) => {
  expect(() => gateway.readNotice(raw)).toThrow(ForgedNoticeError);
});
