import fc from 'fast-check';
import { expect, test } from 'vitest';

import { openSnapshot, snapshotKey } from './snapshot.ts';

const KEY = snapshotKey('canteen', '/');

/** Everything a snapshot can hold. */
const full = {
  session: {
    auth: true,
    authentication: { sessionToken: 'x'.repeat(43) },
    keepLogged: true,
    loggedInAt: 1,
    lastActivityTime: 2,
    lastCommentTimestamp: 3,
    timespan: 'day',
    terms: { hash: 'h', version: '4' },
    customerId: '5',
    capabilities: { idempotency: true, live: true },
    customersPairing: true,
  },
  language: 'cs',
  selection: { canteenId: 1 },
  wantedPath: '/orders',
  pendingKeys: [{ customerId: '5', intent: 'order', key: 'k' }],
  lastComments: [{ customerId: '5', lastCommentTimestamp: 3 }],
  acceptedTerms: [{ customerId: '5', terms: { hash: 'h', version: '4' } }],
  owedOrders: [{ customerId: '5', begunAt: 1, items: '[]', order: {} }],
  begunTopUps: [{ customerId: '5', paymentId: 'p', amount: 500, begunAt: 1, hasReturned: true }],
  toldTakings: [{ customerId: '5', takings: [8] }],
};

type Path = readonly (string | number)[];
const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))]
    : [path];

/** A JSON text with the part at a path replaced, or left out where the replacement is undefined. */
function withPart(value: unknown, path: Path, part: string | undefined): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return part;
  const entries = Object.entries(value as object).flatMap(([key, own]) => {
    const text = key === String(name) ? withPart(own, rest, part) : JSON.stringify(own);
    return text === undefined ? [] : [[key, text] as const];
  });
  return Array.isArray(value)
    ? `[${entries.map(([, text]) => text).join()}]`
    : `{${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
}

const hostilePart = fc.oneof(
  fc.constant(undefined),
  fc.json(),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.double().map((number) => JSON.stringify(number)),
  fc.constantFrom('1e999', '-0', '{"__proto__":{"auth":true}}', '[]', '{}', 'null', '"\\r\\nX-Evil: 1"'),
  fc.nat(2000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);
const stored = { state: full, version: 1 };
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .tuple(fc.constantFrom(...pathsOf(stored)), hostilePart)
    .map(([path, part]) => withPart(stored, path, part) ?? ''),
  fc.nat(JSON.stringify(stored).length).map((length) => JSON.stringify(stored).slice(0, length)),
);

/** A storage in which a text stands. */
function storageOf(text: string): Storage {
  const values = new Map([[KEY, text]]);
  return {
    length: 1,
    clear: () => values.clear(),
    key: () => KEY,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

test('part of DATA-19: whatever is stored, the state is one that may be sent and shown, and goes on being kept', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const storage = storageOf(text);
      const store = openSnapshot(KEY, storage);
      const { session, pendingKeys } = store.getState();
      const { sessionToken } = session.authentication;
      // A login without a token, or a header no browser sends, would end every start.
      expect(!session.auth || sessionToken !== undefined).toBe(true);
      for (const header of [sessionToken, ...pendingKeys.map(({ key }) => key)])
        if (header !== undefined) expect(new Headers({ header }).get('header')).toBe(header);
      expect(Object.getPrototypeOf(store.getState())).toBe(Object.prototype);
      expect(({} as { auth?: unknown }).auth).toBeUndefined();

      store.setState({ language: 'pl' });
      expect(openSnapshot(KEY, storage).getState().language).toBe('pl');
    }),
    { numRuns: 2_000, examples: [['x'.repeat(5_000_000)], ['['.repeat(1_000_000)]] },
  );
});

test('a snapshot of an earlier version of the application is kept', () => {
  const { lastComments: _, ...earlier } = full;
  const { session, lastComments } = openSnapshot(
    KEY,
    storageOf(JSON.stringify({ ...stored, state: earlier })),
  ).getState();
  expect(session).toEqual(full.session);
  expect(lastComments).toEqual([]);
});
