import { expect, test } from 'vitest';

import {
  readerAtRest,
  readerPhases,
  readerStep,
  type ReaderCommand,
  type ReaderEvent,
  type ReaderPhase,
  type ReaderState,
} from './card-reader.ts';

const at = (phase: ReaderPhase, more: Partial<ReaderState> = {}): ReaderState => ({
  ...readerAtRest,
  phase,
  ...more,
});
const card = (code: string, final: boolean, moment = 0): ReaderEvent => ({
  type: 'message',
  code,
  final,
  at: moment,
});
const error = (code: string): ReaderEvent => ({ type: 'error', code });

/** What each event makes of each phase: the next phase, and the effects by their names; nothing where it changes nothing. */
const table: readonly (readonly [ReaderEvent, Partial<Record<ReaderPhase, string>>])[] = [
  [{ type: 'connect-request' }, { disconnected: 'connected: send connect, start-ping 30000' }],
  [
    { type: 'success' },
    { connected: 'idle: read-after 0', 'awaiting-read': 'reading:', 'awaiting-stop': 'idle: read-after 0' },
  ],
  [{ type: 'read-start' }, { idle: 'awaiting-read: send read' }],
  [
    { type: 'stop' },
    {
      disconnected: 'disconnected: cancel-read',
      connected: 'connected: cancel-read',
      idle: 'idle: cancel-read',
      'awaiting-read': 'awaiting-stop: send stop',
      reading: 'awaiting-stop: send stop',
      'awaiting-stop': 'awaiting-stop: cancel-read',
    },
  ],
  [card('1', true), { reading: 'idle: sign-in 1, read-after 0' }],
  [card('1', false), { reading: 'reading: sign-in 1' }],
  [card('', true), { reading: 'idle: read-after 0' }],
  [card('', false), {}],
  ...(
    [
      ['CRTRANSPORTREADERROR', 10_000],
      ['CRTRANSPORTOPENERROR', 10_000],
      ['OTHER', 1_000],
    ] as const
  ).map(([code, ms]): readonly [ReaderEvent, Partial<Record<ReaderPhase, string>>] => [
    error(code),
    Object.fromEntries(
      readerPhases.map((phase) => [
        phase,
        phase === 'disconnected' ? `disconnected: log ${code}` : `idle: log ${code}, read-after ${ms}`,
      ]),
    ),
  ]),
  [
    { type: 'disconnect' },
    Object.fromEntries(
      readerPhases.map((phase) => [
        phase,
        phase === 'disconnected'
          ? 'disconnected: reconnect-after 10000'
          : 'disconnected: stop-ping, cancel-read, reconnect-after 10000',
      ]),
    ),
  ],
  [{ type: 'login-failed' }, {}],
];

const told = ([state, effects]: ReturnType<typeof readerStep>) =>
  `${state.phase}: ${effects
    .map((effect) =>
      Object.values(effect)
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .join(', ')}`.trim();

test.each(
  table.flatMap(([event, outcomes]) =>
    readerPhases.map(
      (phase) => [phase, JSON.stringify(event), event, outcomes[phase] ?? `${phase}:`] as const,
    ),
  ),
)(
  'LIMIT-04, part of READER-04 READER-05 READER-06 READER-07 READER-08 READER-09 READER-10: %s, %s',
  (phase, _, event, outcome) => {
    // A reader that is being stopped stays idle then.
    const expected = phase === 'awaiting-stop' ? outcome.replace(/,? ?read-after \d+/, '').trim() : outcome;
    expect(told(readerStep(at(phase, { isStopped: phase === 'awaiting-stop' }), event))).toBe(expected);
  },
);

test('a card is signed in with once at a time, and the next one after a failure', () => {
  const [busy] = readerStep(at('reading'), card('1', false, 0));
  expect(told(readerStep(busy, card('2', false, 5_000)))).toBe('reading:');
  const [free] = readerStep(busy, { type: 'login-failed' });
  expect(told(readerStep(free, card('2', false, 1)))).toBe('reading: sign-in 2');
});

test('READER-20 LIMIT-30 the same card within two seconds is ignored, also where the clock was set back', () => {
  const free = at('reading', { used: [{ code: '1', at: 10_000 }] });
  expect(told(readerStep(free, card('1', false, 11_999)))).toBe('reading:');
  expect(told(readerStep(free, card('1', false, 12_000)))).toBe('reading: sign-in 1');
  expect(told(readerStep(free, card('1', false, 9_000)))).toBe('reading: sign-in 1');
});

test('part of READER-20: a card that was used is ignored for its two seconds, whichever was used after it', () => {
  const failed = (state: ReaderState) => readerStep(state, { type: 'login-failed' })[0];
  const [first] = readerStep(at('reading'), card('A', false, 0));
  const [second, used] = readerStep(failed(first), card('B', false, 500));
  expect(used).toEqual([{ type: 'sign-in', cardId: 'B', terminal: undefined }]);
  const [ignored, nothing] = readerStep(failed(second), card('A', false, 1_000));
  expect(nothing).toEqual([]);
  expect(told(readerStep(ignored, card('A', false, 1_999)))).toBe('reading:');
  expect(told(readerStep(ignored, card('A', false, 2_000)))).toBe('reading: sign-in A');
});

test('READER-06 READER-19 a stop is sent once, and once it is obeyed the reader is idle and stays so', () => {
  const [stopping, sent] = readerStep(at('reading'), { type: 'stop' });
  expect(sent).toEqual([{ type: 'send', command: 'stop' }]);
  expect(told(readerStep(stopping, { type: 'stop' }))).toBe('awaiting-stop: cancel-read');
  expect(told(readerStep(stopping, { type: 'success' }))).toBe('idle:');
});

test('after a stop nothing is read until somebody asks', () => {
  const [stopped] = readerStep(at('idle'), { type: 'stop' });
  expect(told(readerStep(stopped, error('OTHER')))).toBe('idle: log OTHER');
  expect(told(readerStep(stopped, { type: 'read-start' }))).toBe('awaiting-read: send read');
});

test.each([
  ['connect', at('disconnected'), { type: 'connect-request' }, 'idle: read-after 0, start-ping 30000'],
  ['ping', at('disconnected'), { type: 'connect-request' }, 'connected: send connect'],
  ['read', at('idle'), { type: 'read-start' }, 'reading:'],
  ['stop', at('reading'), { type: 'stop' }, 'idle:'],
] as const)('READER-21 a %s that the settings leave out counts as obeyed', (left, state, event, outcome) => {
  expect(told(readerStep(state, event, new Set<ReaderCommand>([left])))).toBe(outcome);
});

test('100,000 events in any order end in a known phase, and no more than one sign-in is under way', () => {
  let [state, seed, underWay, most] = [readerAtRest, 1, 0, 0];
  const phases = new Set<ReaderPhase>();
  for (let count = 0; count < 100_000; count += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const event = table[seed % table.length]?.[0] ?? { type: 'success' as const };
    if (event.type === 'login-failed') underWay = 0;
    const [next, effects] = readerStep(state, event);
    underWay += effects.filter(({ type }) => type === 'sign-in').length;
    most = Math.max(most, underWay);
    phases.add(next.phase);
    state = next;
  }
  expect(most).toBe(1);
  expect(phases).toEqual(new Set(readerPhases));
});
