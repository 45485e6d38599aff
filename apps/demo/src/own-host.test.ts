import { hostname } from 'node:os';

import { expect, test } from 'vitest';

import { isOwnHost } from './own-host.ts';

test.each([
  'localhost',
  'localhost:4300',
  'canteen.localhost:4300',
  '127.0.0.1:4300',
  '192.168.1.7:4300',
  '[::1]:4300',
  `${hostname()}:4300`,
])('%s is a host of this machine', (host) => {
  expect(isOwnHost(host)).toBe(true);
});

test.each([
  undefined,
  '',
  'evil.example',
  'evil.example:4300',
  'localhost.evil.example',
  'a b',
  '127.0.0.1.evil.example',
])('%s is none', (host) => {
  expect(isOwnHost(host)).toBe(false);
});
