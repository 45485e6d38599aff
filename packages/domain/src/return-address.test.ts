import { expect, test } from 'vitest';

import { returnAddress } from './return-address.ts';

const ORIGINS = ['https://meals.example.org', 'http://localhost:4300'];

test.each([
  ['https://meals.example.org/topup-successful', true],
  ['https://meals.example.org/shop/thank-you?a=1', true],
  ['http://localhost:4300/payment-failure', true],
  ['HTTPS://MEALS.example.org/a', true],
  ['https://meals.example.org:8443/a', false],
  ['http://meals.example.org/a', false],
  ['https://meals.example.org.evil.example/a', false],
  ['https://meals.example.org@evil.example/a', false],
  ['https://user:secret@meals.example.org/a', false],
  ['//meals.example.org/a', false],
  ['/topup-successful', false],
  ['javascript:alert(1)', false],
  ['data:text/html,a', false],
  ['blob:https://meals.example.org/0c1a', false],
  ['', false],
])('a payment comes back to the origins of the application only: %s', (address, expected) => {
  expect(returnAddress(address, ORIGINS) !== undefined).toBe(expected);
});
