import { expect, test } from 'vitest';

import { StartRefusal } from '@refectory/contract/environment';

import { gatewaysOf, startSettings } from './start-settings.ts';

const right = {
  DATABASE_URL: 'postgres://localhost/canteen',
  PUBLIC_URL: 'https://meals.example.org/',
  REFECTORY_SETTINGS: 'settings.json',
  PAYMENT_CURRENCY: 'CZK',
  PAYMENT_GATEWAYS: 'creditcard=stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const settings = {
  topUpGateways: [{ id: 'creditcard', url: '/payments', sendToken: true, sendIdempotencyKey: true }],
};

test('a start that says everything has its gateways', () => {
  expect(startSettings(right)).toMatchObject({
    publicUrl: 'https://meals.example.org',
    port: 4310,
    currency: 'CZK',
  });
  expect(gatewaysOf(right, settings)).toMatchObject([{ id: 'creditcard' }]);
});

test.each([
  ['DATABASE_URL', undefined],
  ['PUBLIC_URL', 'ftp://meals.example.org'],
  ['REFECTORY_SETTINGS', ''],
  ['PAYMENT_CURRENCY', 'Kč'],
  ['PORT', '99999'],
  ['TRUST_PROXY', '10.0.0.1, true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
])('a start is refused by %s where that is "%s"', (variable, text) => {
  expect(() => startSettings({ ...right, [variable]: text })).toThrow(new RegExp(`^${variable} .*\\.$`));
});

test.each([
  ['creditcard=sandbox', 'The gateway "creditcard" cannot be the sandbox'],
  ['creditcard=bank', 'PAYMENT_GATEWAYS has to say what "creditcard" is'],
  ['other=stripe', 'PAYMENT_GATEWAYS has to say what "creditcard" is'],
  ['', 'PAYMENT_GATEWAYS is missing'],
])('a start with the gateways "%s" is refused', (gateways, sentence) => {
  expect(() => gatewaysOf({ ...right, PAYMENT_GATEWAYS: gateways }, settings)).toThrow(sentence);
});

test.each(['JPY', 'KWD'])(
  'a start with Stripe in %s, which it does not count in hundredths, is refused',
  (currency) => {
    expect(() => gatewaysOf({ ...right, PAYMENT_CURRENCY: currency }, settings)).toThrow(
      `PAYMENT_CURRENCY cannot be ${currency}`,
    );
  },
);

test('Stripe without its secrets, and settings without gateways, are refused', () => {
  for (const variable of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
    expect(() => gatewaysOf({ ...right, [variable]: undefined }, settings)).toThrow(variable);
  expect(() => gatewaysOf(right, { topUpGateways: [] })).toThrow(StartRefusal);
});
