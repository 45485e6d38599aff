import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createCanteen } from '@refectory/database/factories';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const database = useTestDatabase();
const program = fileURLToPath(new URL('../cli.ts', import.meta.url));

let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-cli-'));
  const { connection } = inject('testCluster');
  const { rows } = await database.current.pool.query<{ name: string }>('select current_database() as name');
  const { host, port, user } = connection;
  url = `postgres://${user}@/${rows[0]?.name}?host=${encodeURIComponent(host)}&port=${port}`;
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command line as a person would. */
function refectory(parameters: readonly string[], databaseUrl = url) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', program, ...parameters], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

async function menuFile(name: string, meals: string) {
  const file = join(folder, name);
  await writeFile(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>
<openmensa version="2.1" xmlns="http://openmensa.org/open-mensa-v2">
 <canteen>
  <day date="2026-11-30">
   <category name="Hauptgericht">
${meals}
   </category>
  </day>
 </canteen>
</openmensa>
`,
  );
  return file;
}

const dishes = async () =>
  (
    await database.current.pool.query(
      `select o.day, p.name, array_agg(f.price_level || ' ' || f.unit_price order by f.price_level) as prices
         from offering o join product p on p.id = o.product_id left join offering_price f on f.offering_id = o.id
        group by o.id, p.id order by o.id`,
    )
  ).rows;

describe('import-menu', () => {
  test('a file is put on sale from its start day, and a second time changes nothing', async () => {
    await createCanteen(database.current, { key: 'main' });
    const file = await menuFile(
      'menu.xml',
      '<meal><name>Linseneintopf</name><price role="student">2.50</price><price role="employee">3.70</price></meal>',
    );
    const parameters = ['import-menu', file, '--canteen', 'main', '--start', '2026-12-07'];
    const first = await refectory(parameters);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/added: 1, changed: 0, unchanged: 0, removed: 0; notes: 0\.\n$/);
    expect(await dishes()).toEqual([
      {
        day: '2026-12-07',
        name: { und: 'Linseneintopf' },
        prices: ['employee 37000', 'other 37000', 'student 25000'],
      },
    ]);
    const second = await refectory(parameters);
    expect(second.out).toMatch(/added: 0, changed: 0, unchanged: 1, removed: 0/);
  });

  test('a file with a mistake is refused whole in one sentence with the line and the reason', async () => {
    await createCanteen(database.current, { key: 'garden' });
    const before = await dishes();
    const file = await menuFile(
      'wrong.xml',
      '<meal><name>Suppe</name><price role="other">1.20</price></meal>\n<meal><name>Salat</name><price role="other">1,20</price></meal>',
    );
    const answer = await refectory(['import-menu', file, '--canteen', 'garden', '--start', '2026-12-07']);
    expect(answer).toMatchObject({ code: 1, out: '' });
    expect(answer.err).toBe(`Nothing was imported: ${file}, line 7: "1,20" is not a price like 1.20.\n`);
    expect(await dishes()).toEqual(before);
  });

  test.each([
    [
      'a canteen that there is not',
      ['--canteen', 'none', '--start', '2026-12-07'],
      /no canteen "none"; there are: /,
    ],
    ['a start that is no day', ['--canteen', 'main', '--start', '2026-02-30'], /date like 2026-11-30/],
    [
      'a price role that there is not',
      ['--canteen', 'main', '--start', '2026-12-07', '--price-role', 'x'],
      /student, employee, other/,
    ],
    ['no start', ['--canteen', 'main'], /--start/],
  ])('%s is refused', async (_, options, sentence) => {
    const file = await menuFile('fine.xml', '<meal><name>Suppe</name></meal>');
    const answer = await refectory(['import-menu', file, ...options]);
    expect(answer.code).toBe(1);
    expect(answer.err).toMatch(sentence);
    expect(answer.err).not.toContain('    at ');
  });

  test('a file that is not there and a database that is away are told in a sentence', async () => {
    const options = ['--canteen', 'main', '--start', '2026-12-07'];
    const noFile = await refectory(['import-menu', join(folder, 'none.xml'), ...options]);
    expect(noFile.code).toBe(1);
    expect(noFile.err).toMatch(/^The file .*none\.xml cannot be read: .*\n$/);
    const file = await menuFile('fine.xml', '<meal><name>Suppe</name></meal>');
    const away = await refectory(['import-menu', file, ...options], `postgres://x@/x?host=${folder}`);
    expect(away.code).toBe(1);
    expect(away.err).toMatch(/^The database cannot be reached: .*\n$/);
  });

  test('its help says what it does and gives an example', async () => {
    const { code, out } = await refectory(['import-menu', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('npx refectory import-menu menu.xml --canteen main --start 2026-11-30');
  });
});
