import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCommandLine } from '../command-line.ts';
import { checkConfig } from '../config/check-config.ts';
import { whyNotSentBeside, readSettings } from '../read-settings.ts';

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
      'Mistake: config.json:5:5: languages[1]: is "de", but must be one of cs, en, pl, sk',
      'Mistake: config.json:7:3: allowGuests: is a text, but must be true or false',
      'Note: config.json:8:3: alowShopping: there is no such entry; it is ignored (did you mean allowShopping?)',
    ]);
  });

  test('part of CFG-08: names features that are on and cannot work', async () => {
    const { lines } = await said(
      '{ "allowCardLogin": true, "cardReaderUrl": "http://x", "allowTopUp": true, "allowPermanentLogin": true }',
    );
    expect(lines).toEqual([
      expect.stringContaining('allowCardLogin: it is on, but cardReaderUrl is missing or cannot be used'),
      expect.stringContaining('allowTopUp: it is on, but topUpGateways'),
      expect.stringContaining('allowPermanentLogin: it is on, but permanentLoginDays'),
    ]);
  });

  test('says that a file is usable, one from another editor too', async () => {
    const { lines, refused } = await said(
      '\uFEFF{ "$schema": "x", "meta": { "description": { "en": "Lunch" } } }',
    );
    expect(lines).toEqual(['config.json is a usable configuration; mistakes: 0, notes: 0.']);
    expect(refused).toBe('');
  });

  test('looks for the files that are named in the folder beside the configuration', async () => {
    await mkdir(join(folder, 'files/pictures'), { recursive: true });
    for (const name of ['logo 2.svg', 'pictures/hall.png', '.hidden.html', '../above.html'])
      await writeFile(join(folder, 'files', name), '');
    const bodyUrl = {
      en: '/files/pictures/hall.png?2',
      cs: '/files/pictures',
      pl: '/files/.hidden.html',
      sk: '/files/../above.html',
    };
    const { lines } = await said(
      JSON.stringify({
        theme: { logo: '/files/logo%202.svg' },
        pages: { footer: [{ pathname: 'a', title: 'A', bodyUrl }] },
      }),
    );
    expect(lines.map((line) => / pages\S+ there is no file "([^"]+)"/.exec(line)?.[1])).toEqual([
      'pictures',
      '.hidden.html',
      '../above.html',
      undefined,
    ]);
    expect(lines.at(-1)).toBe('config.json is a usable configuration; mistakes: 0, notes: 3.');
  });

  test('says of a file that is there why it is not sent', async () => {
    await mkdir(join(folder, 'files'), { recursive: true });
    await writeFile(join(folder, 'secrets.svg'), '');
    await symlink('../secrets.svg', join(folder, 'files/elsewhere.svg'));
    execFileSync('mkfifo', [join(folder, 'files/pipe.svg')]);
    const { lines } = await said(
      JSON.stringify({
        theme: { logo: '/files/elsewhere.svg' },
        pages: { footer: [{ pathname: 'a', title: 'A', bodyUrl: '/files/pipe.svg' }] },
      }),
    );
    expect(lines).toEqual([
      expect.stringContaining('theme.logo: "elsewhere.svg" in the folder "files" leads out of it'),
      expect.stringContaining(': "pipe.svg" in the folder "files" is a pipe or a device'),
      'config.json is a usable configuration; mistakes: 0, notes: 2.',
    ]);
  });

  test('tells the first hundred of many mistakes and of many notes, and counts the others', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => index);
    const { lines, refused } = await said(
      JSON.stringify(
        { socialLinks: many, ...Object.fromEntries(many.map((index) => [`is ${index}`, 1])) },
        null,
        1,
      ),
    );
    expect(lines).toHaveLength(202);
    expect(lines[99]).toBe('Mistake: config.json:102:3: socialLinks[99]: is a number, but must be an object');
    expect(lines[100]).toBe('Mistake: and 19900 more');
    expect(lines[200]).toBe('Note: config.json:20103:2: ["is 99"]: there is no such entry; it is ignored');
    expect(lines[201]).toBe('Note: and 19900 more');
    expect(refused).toBe('config.json is not a usable configuration; mistakes: 20000, notes: 20000.');
  });

  test('refuses a file that is not there', async () => {
    expect((await run(join(folder, 'none.json'))).refused).toMatch(/^The file none\.json cannot be read: /);
  });
});

test('a server does not start with a mistake in its settings, and names the place', async () => {
  const file = join(folder, 'server.json');
  await writeFile(file, '{\n  "allowGuests": 1\n}');
  await expect(readSettings(file)).rejects.toThrow(
    /server\.json:2:3: allowGuests: is a number, but must be true or false/,
  );
  await expect(readSettings(undefined)).resolves.toMatchObject({ applicationMode: 'canteen' });
});

describe('the configurations that are shipped', async () => {
  const shipped = fileURLToPath(new URL('../../../demo/settings/', import.meta.url));
  const names = (await readdir(shipped)).filter((name) => name.endsWith('.json'));

  test('CFG-59 there is one for each mode', () => {
    expect(names.sort()).toEqual(['canteen.json', 'shop.json', 'webcare.json']);
  });

  test.each(names)(
    'CFG-59, part of FORM-49: %s is without a mistake, asks for 8 characters and counts portions',
    async (name) => {
      const file = join(shipped, name);
      expect(await checkConfig(await readFile(file, 'utf8'), whyNotSentBeside(file))).toEqual({
        mistakes: [],
        notes: [],
      });
      expect(await readSettings(file)).toMatchObject({
        applicationMode: name.replace('.json', ''),
        passwordRules: { minLength: 8 },
        quantityIsRemaining: true,
      });
    },
  );
});

test('the example of the documents has neither mistake nor note', async () => {
  const file = fileURLToPath(new URL('../../../../docs/examples/webcare/config.json', import.meta.url));
  expect(await checkConfig(await readFile(file, 'utf8'), whyNotSentBeside(file))).toEqual({
    mistakes: [],
    notes: [],
  });
});
