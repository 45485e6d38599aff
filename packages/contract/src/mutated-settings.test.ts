import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { positionOfMistake } from './json-position.ts';
import { readSettings, Settings } from './settings.ts';

/** A configuration with an entry of every kind: switches, lists, records, texts in languages, nested objects. */
const whole = {
  ...z.parse(Settings, {}),
  topUpGateways: [{ id: 'card', url: '/payments' }],
  topUpAmounts: [100, 200],
  pages: { footer: [{ pathname: 'about', title: { en: 'About', cs: 'O nás' }, body: '<p>Us.</p>' }] },
  translations: { en: { 'shell.login': 'Come in' } },
  customerFields: { common: [{ id: 'staffNumber', label: { en: 'Number' }, validationRegExp: '^[0-9]+$' }] },
  theme: { name: 'Bistro', brandHue: 145 },
};

/** The paths of every value inside a value, the value itself aside. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])]);
}
const paths = pathsIn(whole);

/** A copy in which something else stands at a path, or nothing. */
function changedAt(path: readonly string[], value: unknown): unknown {
  const copy = structuredClone<unknown>(whole);
  let inner: unknown = copy;
  for (const key of path.slice(0, -1)) inner = Reflect.get(inner as object, key);
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(inner as object, last);
  else Reflect.set(inner as object, last, value);
  return copy;
}

const runs = { numRuns: 2_500 };

test('whatever stands in place of an entry, the application starts or the entry is named', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.oneof(fc.jsonValue(), fc.constant(undefined)),
      (path, value) => {
        const reading = readSettings(changedAt(path, value));
        if ('missing' in reading) {
          expect(reading.missing).toContain(path[0]);
          return;
        }
        // What was read holds by itself, and nothing else of the configuration was lost.
        expect(z.safeParse(Settings, reading.settings).success).toBe(true);
        for (const entry of reading.ignored) expect(entry.split('.')[0]).toBe(path[0]);
      },
    ),
    runs,
  );
});

test('whatever happened to its text, the file is read or the place of the mistake is named', () => {
  const text = JSON.stringify(whole, null, 2);
  const mutation = fc.record({
    at: fc.nat(text.length - 1),
    cut: fc.nat(40),
    put: fc.string({ unit: 'binary', maxLength: 8 }),
  });
  fc.assert(
    fc.property(mutation, ({ at, cut, put }) => {
      const mutated = text.slice(0, at) + put + text.slice(at + cut);
      let json: unknown;
      try {
        json = JSON.parse(mutated);
      } catch {
        const { line, column } = positionOfMistake(mutated);
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(mutated.split('\n').length);
        expect(column).toBeGreaterThan(0);
        return;
      }
      const reading = readSettings(json);
      expect('missing' in reading || z.safeParse(Settings, reading.settings).success).toBe(true);
    }),
    runs,
  );
});
