import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createCustomer, factoryNow } from '@refectory/database/factories';
import { currentTerms } from '@refectory/database/terms';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestApp } from '../testing/create-test-app.ts';
import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-terms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const refectory = (...words: string[]) =>
  runRefectory(words, {
    place: { url: addressOf(database.current.connection), dataDir: 'nowhere' },
    now: factoryNow,
  });
async function file(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

test('terms are published in the languages of their files, and shown', async () => {
  expect((await refectory('terms', 'show')).out).toMatch(/^There are no terms/);
  const files = [await file('terms.en.html', '<p>One</p>'), await file('terms.cs.HTML', '<p>Jedna</p>')];
  const published = await refectory('terms', 'publish', ...files);
  expect(published).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Version 1 of the terms \(en, cs\)/),
  });
  expect(await currentTerms(database.current)).toMatchObject({
    version: 1,
    isBinding: true,
    texts: { en: '<p>One</p>', cs: '<p>Jedna</p>' },
  });
  const notice = await refectory('terms', 'publish', files[0] ?? '', '--notice');
  expect(notice.out).toMatch(/^Version 2 .* shown it once/);
  expect((await refectory('terms', 'show')).out).toBe(
    'Version 2, shown once, in force since 2026-11-20T07:00:00.000Z, in en.\nVersion 1 still has to be accepted by customers who have not done so.\n',
  );
});

test.each([
  ['a file without a language', 'terms.html', 'x', /does not say its language/],
  ['an empty file', 'empty.en.html', '  \n', /is empty/],
  ['what is no text', 'bytes.en.html', new Uint8Array([0xff, 0xfe, 0x41]), /is not UTF-8/],
  ['a text with a NUL', 'nul.en.html', 'a\0b', /is not a text/],
  ['a book', 'book.en.html', 'x'.repeat(200_001), /longer than 200000 characters/],
])('%s is refused in one sentence, and nothing is published', async (_, name, content, sentence) => {
  const before = await currentTerms(database.current);
  const { code, err } = await refectory('terms', 'publish', await file(name, content));
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]]);
  expect(await currentTerms(database.current)).toEqual(before);
});

test('a file that is not there, and two of one language, are refused', async () => {
  const missing = await refectory('terms', 'publish', join(folder, 'nowhere.en.html'));
  expect(missing.err).toMatch(/cannot be read: there is no such file/);
  const [one, other] = [await file('a.pl.html', 'a'), await file('b.pl.html', 'b')];
  expect((await refectory('terms', 'publish', one, other)).err).toMatch(/two files for the language "pl"/);
});

test('comments are shown, the newest first', async () => {
  expect((await refectory('comments')).out).toBe('There are no comments.\n');
  const t = await createTestApp({ database: database.current, settings: { allowGuestComments: true } });
  const customer = await createCustomer(database.current);
  const { userName } = customer;
  const anna = await t.loginAs(customer);
  await anna.sendComment({ body: { comment: 'The soup\nwas cold.' } });
  await anna.sendComment({ body: { comment: 'The tea too.' } });
  expect((await refectory('comments', '--last', '1')).out).toBe(
    `${userName}, 2026-11-20T07:00:00.000Z:\n  The tea too.\n`,
  );
  expect((await refectory('comments')).out).toContain('  The soup\n  was cold.\n');
});
