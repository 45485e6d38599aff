import { expect, test } from 'vitest';

import { cardNumberOf } from './card-number.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test.each([
  ['4 bytes', 'a1b2c3d49000', { cardId: 'A1B2C3D4' }],
  ['7 bytes', '04a1b2c3d4e5809000', { cardId: '04A1B2C3D4E580' }],
  ['8 bytes', 'e0040100112233449000', { cardId: 'E004010011223344' }],
  ['10 bytes', '880411223344556677889000', { cardId: '88041122334455667788' }],
  ['a number that is made up anew each time', '08b2c3d49000', { problem: 'random' }],
  ['an error', '6a81', { problem: 'unreadable' }],
  ['a number with an error', 'a1b2c3d46300', { problem: 'unreadable' }],
  ['no number', '9000', { problem: 'unreadable' }],
  ['too short a number', 'a1b29000', { problem: 'unreadable' }],
  ['garbage', 'ff'.repeat(60), { problem: 'unreadable' }],
  ['nothing', '', { problem: 'unreadable' }],
  ['one byte', '90', { problem: 'unreadable' }],
])('%s', (_, answer, expected) => {
  expect(cardNumberOf(bytes(answer))).toEqual(expected);
});
