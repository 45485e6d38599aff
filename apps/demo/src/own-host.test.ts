import { hostname } from 'node:os';

import { expect, test } from 'vitest';

import { hostForLinks, isOwnHost } from './own-host.ts';

test.each([
  'localhost',
  'localhost:4300',
  'localhost:80',
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
  'localhost:4300/evil',
  'localhost:4300#@evil.example',
  'localhost\\evil.example',
  '0x7f000001',
])('%s is none', (host) => {
  expect(isOwnHost(host)).toBe(false);
});

test('links name the host of the call where it is one of this machine, and else where the demo listens', () => {
  const hostFor = hostForLinks('localhost:4300');
  expect(hostFor('127.0.0.1:4300')).toBe('127.0.0.1:4300');
  expect(hostFor('evil.example:4300')).toBe('localhost:4300');
  expect(hostFor('93.184.216.34')).toBe('localhost:4300');
});
