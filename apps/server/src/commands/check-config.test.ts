import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { checkConfig } from '../check-config.ts';
import { runCommandLine } from '../command-line.ts';
import { readSettings } from '../read-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command says of a file. */
async function run(file: string): Promise<{ lines: string[]; refused: string }> {
  const text = { out: '', err: '' };
  await runCommandLine(['check-config', file], {
    // It needs no database.
    place: { url: undefined, dataDir: join(folder, 'none') },
    userName: 'tester',
    now: () => 0,
    out: (words) => (text.out += words),
    err: (words) => (text.err += words),
  });
  const short = (words: string) => words.replaceAll(`${folder}/`, '').trim();
  return { lines: short(text.out).split('\n'), refused: short(text.err) };
}

async function said(text: string): Promise<{ lines: string[]; refused: string }> {
  const file = join(folder, 'config.json');
  await writeFile(file, text);
  return run(file);
}

describe('the command', () => {
  test('CFG-58 names line and column where a file is no JSON', async () => {
    const { lines, refused } = await said('{\n  "applicationName": "Bistro"\n  "apiUrl": "/api"\n}\n');
    expect(lines).toEqual(['Mistake: config.json:2:30: the file is no JSON from here on']);
    expect(refused).toBe('config.json is not a usable configuration; mistakes: 1, notes: 0.');
  });

  test('names every entry that means nothing, in its place', async () => {
    const { lines } = await said(
      JSON.stringify(
        { apiUrl: '', languages: ['cs', 'de'], allowGuests: 'yes', alowShopping: true },
        undefined,
        2,
      ),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^Mistake: config\.json:2:3: apiUrl: it has to be a path/),
      expect.stringMatching(/^Mistake: config\.json:5:5: languages\.1: Invalid option: expected one of "cs"/),
      'Mistake: config.json:7:3: allowGuests: Invalid input: expected boolean, received string',
      'Note: config.json:8:3: alowShopping: there is no such entry; it is ignored',
    ]);
  });

  test('part of CFG-08: names features that are on and cannot work', async () => {
    const { lines } = await said(
      '{ "allowCardLogin": true, "cardReaderUrl": "http://x", "allowTopUp": true, "allowPermanentLogin": true }',
    );
    expect(lines).toEqual([
      expect.stringContaining('allowCardLogin: it is on, but cardReaderUrl is missing or cannot be used'),
      expect.stringContaining('allowPermanentLogin: it is on, but permanentLoginDays'),
      expect.stringContaining('allowTopUp: it is on, but topUpGateways'),
    ]);
  });

  test('says that a file is usable, one from another editor too', async () => {
    const { lines, refused } = await said(
      '\uFEFF{ "$schema": "x", "meta": { "description": { "en": "Lunch" } } }',
    );
    expect(lines).toEqual(['config.json is a usable configuration; mistakes: 0, notes: 0.']);
    expect(refused).toBe('');
  });

  test('refuses a file that is not there', async () => {
    expect((await run(join(folder, 'none.json'))).refused).toMatch(/^The file none\.json cannot be read: /);
  });
});

test('a server does not start with a mistake in its settings, and names the place', async () => {
  const file = join(folder, 'server.json');
  await writeFile(file, '{\n  "allowGuests": 1\n}');
  await expect(readSettings(file)).rejects.toThrow(/server\.json:2:3: allowGuests: .*expected boolean/);
  await expect(readSettings(undefined)).resolves.toMatchObject({ applicationMode: 'canteen' });
});

describe('the configurations that are shipped', async () => {
  const shipped = fileURLToPath(new URL('../../../demo/settings/', import.meta.url));
  const names = (await readdir(shipped)).filter((name) => name.endsWith('.json'));

  test('CFG-59 there is one for each mode', () => {
    expect(names.sort()).toEqual(['canteen.json', 'shop.json', 'webcare.json']);
  });

  test.each(names)(
    'CFG-59 %s is without a mistake, asks for 8 characters and counts portions',
    async (name) => {
      const text = await readFile(join(shipped, name), 'utf8');
      expect(checkConfig(text)).toEqual({ mistakes: [], notes: [] });
      expect(await readSettings(join(shipped, name))).toMatchObject({
        applicationMode: name.replace('.json', ''),
        passwordRules: { minLength: 8 },
        quantityIsRemaining: true,
      });
    },
  );
});
