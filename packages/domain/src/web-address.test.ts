import { expect, test } from 'vitest';

import { isNamedOrigin, isWebAddress } from './web-address.ts';

test.each([
  ['https://gateway.example/pay?id=1', true],
  ['http://localhost:4300/payments/sandbox/1', true],
  ['HTTPS://GATEWAY.EXAMPLE', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://gateway.example', false],
  ['//gateway.example', false],
  ['/payments', false],
  ['https://', false],
  ['', false],
])('API-64 %j is an address that a browser may be sent to: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
});

test.each([
  ['https://api.example:8443', true],
  ['wss://reader_1.example', true],
  ['http://[::1]:4300', true],
  ['https://x.example;sandbox', false],
  ['wss://x.example,sandbox', false],
  ['null', false],
])('%j is an origin that can stand in a header: %s', (origin, expected) => {
  expect(isNamedOrigin(origin)).toBe(expected);
});
