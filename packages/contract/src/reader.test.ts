import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ReaderFrame } from './reader.ts';

const card = { type: 'message', code: '12345', final: true, terminal: undefined };

test.each([
  ['a result', { type: 'result' }, { type: 'result' }],
  ['a card as it is specified', { type: 'message', final: true, data: { code: '12345' } }, card],
  ['a card all under data', { type: 'message', data: { code: '12345', final: true } }, card],
  ['a card all at the top', { type: 'message', code: 12345, final: true }, card],
  [
    'a card that is not the last',
    { type: 'message', final: false, data: { code: '1' } },
    { ...card, code: '1', final: false },
  ],
  [
    'a card of a terminal',
    { type: 'message', final: true, data: { code: '12345', terminal: 't' } },
    { ...card, terminal: 't' },
  ],
  ['a message without a code', { type: 'message', data: null }, { ...card, code: '', final: false }],
  [
    'an error',
    { type: 'error', code: 'CRTRANSPORTOPENERROR', message: 'm' },
    { type: 'error', code: 'CRTRANSPORTOPENERROR', message: 'm' },
  ],
  [
    'an error under data',
    { type: 'error', data: { code: 'X', message: 'm' } },
    { type: 'error', code: 'X', message: 'm' },
  ],
])('DATA-21 %s is understood', (_, frame, expected) => {
  expect(z.decode(ReaderFrame, frame as z.input<typeof ReaderFrame>)).toEqual(expected);
});

test.each([[{}], [{ type: 'ping' }], [{ type: 5 }], ['text'], [null], [[]]])('%j is no message', (frame) => {
  expect(z.safeDecode(ReaderFrame, frame as never).success).toBe(false);
});

test.each([
  { type: 'result' } as const,
  { type: 'message', code: '12345', final: true, terminal: 't' } as const,
  { type: 'error', code: 'X', message: 'm' } as const,
])('what is said is understood again: %j', (message) => {
  expect(z.decode(ReaderFrame, z.encode(ReaderFrame, message))).toEqual(message);
});
