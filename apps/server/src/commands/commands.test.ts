import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createCanteen, createCustomer, orderOf } from '@refectory/database/factories';
import { placeOrder } from '@refectory/database/order-functions';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import type { CalendarDay } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addressOf, runRefectory } from '../testing/run-refectory.ts';

const database = useTestDatabase();

let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-cli-'));
  url = addressOf(database.current.connection);
});
afterAll(() => rm(folder, { recursive: true }));

const now = Date.parse('2026-11-24T07:30:00+01:00');

const refectory = (words: readonly string[], databaseUrl = url) =>
  runRefectory(words, { place: { url: databaseUrl, dataDir: folder }, now });

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
  const stew = (prices: string) => `<meal><name>Linseneintopf</name>${prices}</meal>`;
  const students = '<price role="student">2.50</price><price role="employee">3.70</price>';

  test('a file is shown first, put on sale with --publish, and a second time changes nothing', async () => {
    await createCanteen(database.current, { key: 'main' });
    const file = await menuFile('menu.xml', stew(students));
    const parameters = ['import-menu', file, '--canteen', 'main', '--start', '2026-12-07'];
    for (const preview of [parameters, [...parameters, '--publish', '--dry-run']]) {
      const shown = await refectory(preview);
      expect(shown).toMatchObject({ code: 0, err: '' });
      expect(shown.out.split('\n')).toEqual([
        'Day         Dish           What changes                       Ordered',
        '----------  -------------  ---------------------------------  -------',
        '2026-12-07  Linseneintopf  new, 100 portions, 2.50/3.70/3.70',
        'Nothing was changed yet: the menu of "main" from 2026-12-07 to 2026-12-07 would have 1 new, 0 changed, ' +
          '0 off the menu, 0 unchanged dishes; days: 0 closed, 0 open again. Add --publish to put it on sale.',
        '',
      ]);
      expect(await dishes()).toEqual([]);
    }

    const published = await refectory([...parameters, '--publish']);
    expect(published).toMatchObject({ code: 0, err: '' });
    expect(published.out).toMatch(/^On sale: .*1 new, 0 changed, 0 off the menu, 0 unchanged.*\n$/);
    expect(await dishes()).toEqual([
      {
        day: '2026-12-07',
        name: { und: 'Linseneintopf' },
        prices: ['employee 37000', 'other 37000', 'student 25000'],
      },
    ]);
    const again = await refectory([...parameters, '--publish']);
    expect(again.out).toMatch(/^Nothing to change: .*0 new, 0 changed, 0 off the menu, 1 unchanged.*\n$/);
  });

  test('subsidies without a price are left out with a note, and a second time changes nothing', async () => {
    await createCanteen(database.current, { key: 'paid' });
    const file = join(folder, 'paid.json');
    const paid = '{ "student": { "tax": 20 }, "other": { "nonTax": 5 } }';
    const dish = `{ "name": "Stew", "group": "Mains", "price": { "student": 30 }, "subsidies": ${paid} }`;
    await writeFile(file, `{ "days": [{ "date": "2026-11-30", "dishes": [${dish}] }] }`);
    const publish = () => refectory(['import-menu', file, '--canteen', 'paid', '--publish']);
    const note = 'the subsidies of "Stew" were left out for: other; they have no price for it.';
    expect((await publish()).out).toContain(note);
    const again = (await publish()).out;
    expect(again).toContain(note);
    expect(again).toContain('Nothing to change');
  });

  test('orders of dishes that change or go are named, and stay', async () => {
    const { id: canteenId } = await createCanteen(database.current, { key: 'ordered' });
    const customer = await createCustomer(database.current);
    const parameters = (file: string) => ['import-menu', file, '--canteen', 'ordered', '--publish'];
    const file = await menuFile(
      'two.xml',
      `${stew(students)}${stew(students).replaceAll('Linsen', 'Bohnen')}`,
    );
    expect((await refectory(parameters(file))).out).toContain('On sale');
    const { rows } = await database.current.pool.query<{ id: number; day: CalendarDay }>(
      'select id, day from offering where canteen_id = $1 order by id',
      [canteenId],
    );
    for (const { id, day } of rows) {
      const dish = { id, canteenId, offering: { day } };
      const verdict = await placeOrder(
        database.current,
        orderOf(customer.id, dish, { price: money(370), now }),
      );
      expect(verdict.verdict).toBe('ordered');
    }
    const changed = await menuFile('one.xml', stew(students.replaceAll('3.70', '3.90')));
    const answer = await refectory(parameters(changed));
    expect(answer.out).toContain(
      'Ordered: "Linseneintopf" on 2026-11-30 changes (2.50/3.70/3.70 → 2.50/3.90/3.90), and 1 portion is ordered',
    );
    expect(answer.out).toContain(
      'Ordered: "Bohneneintopf" on 2026-11-30 goes off the menu, and 1 portion is ordered',
    );
    const placed = await database.current.pool.query(
      `select price from orders join offering on offering.id = offering_id where canteen_id = $1 and orders.state = 'placed'`,
      [canteenId],
    );
    expect(placed.rows).toEqual([{ price: 370 }, { price: 370 }]);
  });

  test('a file with a mistake is refused whole in one sentence with the line and the reason', async () => {
    await createCanteen(database.current, { key: 'garden' });
    const before = await dishes();
    const file = await menuFile(
      'wrong.xml',
      '<meal><name>Suppe</name><price role="other">1.20</price></meal>\n<meal><name>Salat</name><price role="other">1,20</price></meal>',
    );
    const answer = await refectory(['import-menu', file, '--canteen', 'garden', '--publish']);
    expect(answer).toMatchObject({ code: 1, out: '' });
    expect(answer.err).toBe(
      `Nothing was imported: ${file}, line 7: "1,20" is not a price like 1.20; a dish without one has none.\n`,
    );
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
    ['no canteen', [], /--canteen/],
    ['a number of portions that is none', ['--canteen', 'main', '--portions', 'many'], /whole number/],
    [
      'a mapping that is not there',
      ['--canteen', 'main', '--mapping', 'none.json'],
      /none\.json cannot be read/,
    ],
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
    expect(noFile.err).toMatch(/^The file .*none\.xml cannot be read: there is no such file\.\n$/);
    const file = await menuFile('fine.xml', '<meal><name>Suppe</name></meal>');
    const away = await refectory(['import-menu', file, ...options], `postgres://x@/x?host=${folder}`);
    expect(away.code).toBe(1);
    expect(away.err).toMatch(/^The database cannot be reached: .*\n$/);
  });

  test('a mapping in another encoding is refused in a sentence', async () => {
    const file = await menuFile('fine.xml', '<meal><name>Suppe</name></meal>');
    const mapping = join(folder, 'windows.json');
    await writeFile(mapping, Uint8Array.from([...new TextEncoder().encode('{ "notes": {\n"'), 0xe8]));
    const answer = await refectory(['import-menu', file, '--canteen', 'main', '--mapping', mapping]);
    expect(answer.code).toBe(1);
    expect(answer.err).toContain(`${mapping}, line 2: the file is not encoded as UTF-8`);
  });

  test('a name that would drive the terminal is shown without its signs', async () => {
    await createCanteen(database.current, { key: 'signs' });
    const file = join(folder, 'signs.json');
    const dish = { name: '\u001b[31mStew\nDay', group: 'G' };
    await writeFile(file, JSON.stringify({ days: [{ date: '2026-11-30', dishes: [dish] }] }));
    const { code, out } = await refectory(['import-menu', file, '--canteen', 'signs']);
    expect(code).toBe(0);
    expect(out).toContain('2026-11-30   [31mStew Day  new, 100 portions, no price\n');
  });

  test('its help says what it does and gives an example', async () => {
    const { code, out } = await refectory(['import-menu', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('npx refectory import-menu menu.csv --canteen main --publish');
  });
});

test('what can be chosen with a dish changes with the file, and an order keeps what it had', async () => {
  const canteen = await createCanteen(database.current, { key: 'chosen' });
  const { id: customerId } = await createCustomer(database.current);
  const publish = async (name: string, price: number) => {
    const options = [{ id: 'ham', name, price }];
    const modifierGroups = [{ id: 'extras', name: 'Extras', options }];
    const pancake = { name: 'Pancake', group: 'Mains', price: 100, modifierGroups };
    const file = join(folder, 'chosen.json');
    await writeFile(file, JSON.stringify({ days: [{ date: '2026-11-30', dishes: [pancake] }] }));
    return (await refectory(['import-menu', file, '--canteen', 'chosen', '--publish'])).out;
  };
  expect(await publish('Ham', 15.505)).toMatch(/1 new/);
  expect(await publish('Ham', 15.505)).toMatch(/Nothing to change/);

  const { rows } = await database.current.pool.query<{ id: number; day: CalendarDay }>(
    'select id, day from offering where canteen_id = $1',
    [canteen.id],
  );
  const { id, day } = rows[0] ?? { id: 0, day: '' as CalendarDay };
  const ordered = await placeOrder(
    database.current,
    orderOf(
      customerId,
      { id, canteenId: canteen.id, offering: { day } },
      { modifiers: ['ham'], price: money(11_551), pickupCode: 'HAM1', now },
    ),
  );
  if (ordered.verdict !== 'ordered') throw new Error(ordered.verdict);
  expect(await publish('Smoked ham', 20)).toContain(
    'Ordered: "Pancake" on 2026-11-30 changes (what can be chosen), and 1 portion is ordered: the orders stay',
  );

  const { out: why } = await refectory(['explain-charge', String(ordered.orderId)]);
  expect(why).toContain('A portion costs 115.505 at the price level "other": 115.51 for 1 portion.');
  expect(why).toContain('That is 100.00 for the dish, and what was chosen with it: "Ham" for 15.505.');
  const { out: handedOut } = await runRefectory(
    ['hand-out', '--canteen', 'chosen', '--day', '2026-11-30', '--code', 'HAM1'],
    { place: { url, dataDir: folder }, now: Date.parse('2026-11-30T12:00:00+01:00') },
  );
  expect(handedOut).toContain('1 × "Pancake" with: Ham.');
});
