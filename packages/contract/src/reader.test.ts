import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { readReaderFrame, ReaderFrame } from './reader.ts';

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
])('DATA-21 READER-03 %s is understood', (_, frame, expected) => {
  expect(z.decode(ReaderFrame, frame as z.input<typeof ReaderFrame>)).toEqual(expected);
});

test.each([[{}], [{ type: 'ping' }], [{ type: 5 }], ['text'], [null], [[]]])(
  'READER-03 %j is no message',
  (frame) => {
    expect(z.safeDecode(ReaderFrame, frame as never).success).toBe(false);
  },
);

test.each([
  { type: 'result' } as const,
  { type: 'message', code: '12345', final: true, terminal: 't' } as const,
  { type: 'error', code: 'X', message: 'm' } as const,
])('what is said is understood again: %j', (message) => {
  expect(z.decode(ReaderFrame, z.encode(ReaderFrame, message))).toEqual(message);
});

test(
  '10,000 frames that nobody meant are ignored or are messages, and none is an error',
  { timeout: 30_000 },
  () => {
    const frames = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.uint8Array(),
      fc
        .record({
          type: fc.constantFrom('result', 'message', 'error', 'ping', '__proto__'),
          code: fc.anything(),
          data: fc.anything(),
          final: fc.anything(),
        })
        .map((value) => {
          try {
            return JSON.stringify(value);
          } catch {
            return undefined; // What JSON cannot hold is no frame either.
          }
        }),
    );
    const types = fc
      .sample(frames, { numRuns: 10_000, seed: 1 })
      .map((frame) => readReaderFrame(frame)?.type);
    expect(new Set(types)).toEqual(new Set([undefined, 'result', 'message', 'error']));
  },
);

test('a frame that is too long is ignored, a proper one is read', () => {
  const frame = (code: string) => JSON.stringify({ type: 'message', code });
  expect(readReaderFrame(frame('1'))).toMatchObject({ code: '1' });
  expect(readReaderFrame(frame('1'.repeat(10_000)))).toBeUndefined();
});
