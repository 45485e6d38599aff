import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { euAllergen } from '@refectory/domain/allergen';
import { calendarDay } from '@refectory/domain/day';
import { describe, expect, test } from 'vitest';

import { describeWarnings } from './describe-warnings.ts';
import { readMenuFile } from './read-menu-file.ts';
import { MenuFileError } from './menu-file-error.ts';
import { menuFileReason } from './menu-file-reason.ts';
import { defaultMapping, readMapping } from './note-mapping.ts';
import { planMenu, type PlanOptions } from './plan-menu.ts';

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/menus.md'), 'utf8');
const sample = (name: string) => readFileSync(join(import.meta.dirname, 'samples', name));
const bytes = (text: string) => new TextEncoder().encode(text);

const options: PlanOptions = {
  today: calendarDay('2026-11-20'),
  priceRole: 'employee',
  portions: 100,
  mapping: defaultMapping,
};
const planOf = (name: string, content: Uint8Array, changed: Partial<PlanOptions> = {}) =>
  planMenu(readMenuFile(name, content), { ...options, ...changed });

/** What a refused file is told, `line 3: ...`; `accepted` for a good one. */
function refusalOf(read: () => unknown): string {
  try {
    read();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof MenuFileError)) throw error;
    return `line ${error.line}: ${menuFileReason(error.reason)}`;
  }
}

test.each(['week.csv', 'week.json', 'notes.json'])('the example %s is the one of docs/menus.md', (name) => {
  expect(docs).toContain(`\n${sample(name).toString()}\`\`\``);
});

describe('a menu in our JSON', () => {
  const { days, warnings } = planOf('week.json', sample('week.json'));

  test('DATA-06 is taken as it stands, with every field', () => {
    expect(days).toEqual([
      {
        day: '2026-11-30',
        dishes: [
          {
            sourceKey: 'soup',
            name: { cs: 'Bramboračka', en: 'Potato soup' },
            group: { cs: 'Polévky', en: 'Soups' },
            filters: ['vegetarian', 'healthy'],
            healthIndex: 'HEALTHY',
            allergens: [euAllergen('1a'), euAllergen('9')],
            additionalData: [],
            prices: { student: 390_000, employee: 390_000, other: 390_000 },
            capacity: 80,
            state: 'open',
            allowMultipleOrder: false,
          },
          {
            sourceKey: 'Hlavní jídla/Svíčková na smetaně, knedlík',
            name: { und: 'Svíčková na smetaně, knedlík' },
            group: { cs: 'Hlavní jídla', en: 'Main courses' },
            description: { cs: 'hovězí, brusinky', en: 'beef, cranberries' },
            size: { und: '350 g' },
            image: '/plates/cake.svg',
            filters: [],
            allergens: [euAllergen('9')],
            additionalData: [{ variableId: 'mark', value: expect.objectContaining({ en: 'organic' }) }],
            prices: { student: 1_190_000, employee: 1_459_000, other: 1_623_333 },
            modifierGroups: [
              {
                id: 'dumplings',
                name: { cs: 'Knedlíky', en: 'Dumplings' },
                min: 1,
                max: 1,
                options: [
                  { id: 'bread', name: { cs: 'houskové', en: 'bread' }, price: 0 },
                  { id: 'carlsbad', name: { cs: 'karlovarské', en: 'Carlsbad' }, price: 150_000 },
                ],
              },
              {
                id: 'extras',
                name: { cs: 'Navíc', en: 'Extras' },
                min: 0,
                max: 1,
                options: [{ id: 'cranberries', name: { cs: 'brusinky', en: 'cranberries' }, price: 99_000 }],
              },
            ],
            subsidies: { student: { tax: 200_000, nonTax: 233_333 } },
            capacity: 100,
            state: 'open',
            allowMultipleOrder: true,
            pickupFrom: '11:00',
            pickupTo: '14:30',
          },
        ],
      },
      { day: '2026-12-01', closed: { reason: { cs: 'Inventura', en: 'Stocktaking' } } },
    ]);
    expect(warnings).toEqual([]);
  });

  const dish = (fields: string) =>
    `{ "days": [\n{ "date": "2026-11-30", "dishes": [\n{ "name": "A", "group": "B",\n${fields} }\n] } ] }`;

  test.each([
    ['a price with a comma', dish('"price": "1,20"'), 'line 4: "price" has to be a price like 45.90'],
    ['part of FMT-19: a price of too many decimals', dish('"price": 1.00001'), 'line 4: "price" has to be'],
    ['a negative price', dish('"price": -1'), 'line 4: "price" has to be'],
    ['a price for a level there is not', dish('"price": { "guest": 1 }'), 'line 4: "price" has to be'],
    [
      'a subsidy of no level',
      dish('"subsidies": { "guest": { "tax": 1 } }'),
      'line 4: "subsidies" has to be',
    ],
    [
      'a subsidy of another kind',
      dish('"subsidies": { "student": { "vat": 1 } }'),
      'line 4: "subsidies" has to be',
    ],
    [
      'a negative subsidy',
      dish('"subsidies": { "student": { "tax": -1 } }'),
      'line 4: "subsidies" has to be',
    ],
    ['portions that are none', dish('"portions": 1.5'), 'line 4: "portions" has to be a number of portions'],
    [
      'an allergen there is not',
      dish('"allergens": ["7",\n"15"]'),
      'line 5: "allergens" has to be the number of',
    ],
    [
      'a filter there is not',
      dish('"filters": ["cheap"]'),
      'line 4: "filters" has to be one of vegetarian, vegan',
    ],
    [
      'a health there is not',
      dish('"healthIndex": "GOOD"'),
      'line 4: "healthIndex" has to be one of UNHEALTHY',
    ],
    [
      'an image elsewhere',
      dish('"image": "https://elsewhere.example/x.png"'),
      'line 4: "image" has to be the address',
    ],
    [
      'an image that only browsers read as elsewhere',
      dish('"image": "/\\\\elsewhere.example/x.png"'),
      'line 4: "image" has to be the address',
    ],
    [
      'a time that is none',
      dish('"pickupFrom": "25:00"'),
      'line 4: "pickupFrom" has to be a time like 11:30',
    ],
    ['a language there is not', dish('"size": { "de": "S" }'), 'line 4: "size" has to be a text, or texts'],
    ['a field there is not', dish('"prize": 1'), 'line 4: "prize" is nothing a menu knows'],
    ['a field twice', dish('"price": 1,\n"price": 2'), 'line 5: "price" is there twice'],
    ['a prototype', dish('"__proto__": {}'), 'line 4: "__proto__" is nothing a menu knows'],
    [
      'a dish without a name',
      '{ "days": [{ "date": "2026-11-30", "dishes": [\n{ "group": "B" }] }] }',
      'line 2: "name" is missing',
    ],
    ['a day without a date', '{ "days": [\n{ "dishes": [] }] }', 'line 2: "date" is missing'],
    [
      'a day that is none',
      '{ "days": [\n{ "date": "2026-02-30", "dishes": [] }] }',
      'line 2: "date" has to be a date like 2026-11-30, and is "2026-02-30"',
    ],
    ['a day of nothing', '{ "days": [\n{ "date": "2026-11-30" }] }', 'line 2: "dishes" is missing'],
    [
      'a closed day with dishes',
      dish('"price": 1').replace('"dishes"', '"closed": "x", "dishes"'),
      'line 2: the day 2026-11-30 is closed and has dishes',
    ],
    [
      'a day twice',
      '{ "days": [{ "date": "2026-11-30", "dishes": [] },\n{ "date": "2026-11-30", "dishes": [] }] }',
      'line 2: the day 2026-11-30 is in the file twice',
    ],
    [
      'an id twice on a day',
      '{ "days": [{ "date": "2026-11-30", "dishes": [{ "id": "x", "name": "A", "group": "B" },\n{ "id": "x", "name": "C", "group": "B" }] }] }',
      'line 2: two dishes on 2026-11-30 have the id "x"',
    ],
    ['no days', '{ "days": [] }', 'line 1: there is no day in the file'],
    ['another document', '[1]', 'line 1: the file has to be a menu such as'],
    ['a file that is cut off', sample('week.json').toString().slice(0, 300), 'is not well-formed JSON'],
    ['nothing', '', 'line 1: the file is not well-formed JSON'],
    [
      'comments',
      '// menu\n{ "days": [] }',
      'line 1: the file is not well-formed JSON (invalid comment token)',
    ],
    [
      'a hundred thousand brackets',
      '['.repeat(100_000),
      'line 1: the file is not well-formed JSON (it is nested too deeply)',
    ],
  ])('%s is refused with its line', (_, text, sentence) => {
    expect(refusalOf(() => planOf('menu.json', bytes(text)))).toContain(sentence);
  });

  const group = (fields: string, choices = '{ "id": "x", "name": "X" }') =>
    dish(`"modifierGroups": [\n{ "id": "g", "name": "G",\n"options": [${choices}]${fields} }]`);
  const many = Array.from({ length: 101 }, (_, id) => `{ "id": "${id}", "name": "X" }`).join(',\n');

  test.each([
    [
      'more to choose than there is',
      group(', "min": 2'),
      'line 5: of the group "g" at least 2 and at most 1 of 1 are chosen, which nobody can do',
    ],
    ['at least more than at most', group(', "min": 2, "max": 1'), 'line 5: of the group "g" at least 2'],
    ['at most more than there is', group(', "max": 2'), 'line 5: of the group "g" at least 0 and at most 2'],
    ['a group without options', group('', ''), 'line 5: the group "g" has no options'],
    ['fewer than nothing', group(', "min": -1'), 'line 6: "min" has to be a whole number, 0 to 100'],
    ['at most nothing', group(', "max": 0'), 'line 6: "max" has to be a whole number, 1 to 100'],
    ['a half', group(', "max": 1.5'), 'line 6: "max" has to be a whole number'],
    [
      'a negative price',
      group('', '{ "id": "x", "name": "X", "price": -1 }'),
      'line 6: "price" has to be what it adds to the price of a portion',
    ],
    [
      'a price beyond what can be summed',
      group('', '{ "id": "x", "name": "X", "price": 1000000.01 }'),
      'line 6: "price" has to be what it adds',
    ],
    ['a field there is not', group(', "most": 1'), 'line 6: "most" is nothing a menu knows'],
    [
      'a field of an option there is not',
      group('', '{ "id": "x", "name": "X", "prize": 1 }'),
      'line 6: "prize" is nothing a menu knows',
    ],
    ['an option without an id', group('', '{ "name": "X" }'), 'line 6: "id" is missing'],
    ['a group without a name', dish('"modifierGroups": [{ "id": "g", "options": [] }]'), '"name" is missing'],
    [
      'an option twice',
      group('', '{ "id": "x", "name": "X" },\n{ "id": "x", "name": "Y" }'),
      'line 7: two options of a dish have the id "x"',
    ],
    [
      'a group twice',
      dish(
        '"modifierGroups": [{ "id": "g", "name": "G", "options": [{ "id": "x", "name": "X" }] },\n{ "id": "g", "name": "H", "options": [{ "id": "y", "name": "Y" }] }]',
      ),
      'line 5: two groups of a dish have the id "g"',
    ],
    ['more options than an order can name', group(', "max": 1', many), 'a dish has more than 100 options'],
    [
      'a name nobody can read',
      group('', '{ "id": "x", "name": "\\u0000" }'),
      'line 3: "name" has a character in it that nobody can read',
    ],
    ['no list', dish('"modifierGroups": {}'), 'line 4: "modifierGroups" has to be a list of groups'],
  ])('a dish with %s is refused with its line', (_, text, sentence) => {
    expect(refusalOf(() => planOf('menu.json', bytes(text)))).toContain(sentence);
  });
});

describe('a menu in our CSV', () => {
  const { days, warnings } = planOf('week.csv', sample('week.csv'));
  const dishes = days.flatMap((day) => ('dishes' in day ? day.dishes : []));

  test('DATA-06 is taken row by row: decimal commas, days of a spreadsheet, lists in a cell', () => {
    expect(dishes.map(({ name, prices, capacity, state }) => [name.und, prices, capacity, state])).toEqual([
      ['Bramboračka', { student: 390_000, employee: 390_000, other: 390_000 }, 80, 'open'],
      [
        'Svíčková na smetaně, knedlík',
        { student: 1_190_000, employee: 1_459_000, other: 1_459_000 },
        60,
        'open',
      ],
      ['Čočka na kyselo, vejce', { student: 890_000, employee: 1_095_000, other: 1_095_000 }, 100, 'open'],
      ['Okurkový salát', {}, 100, 'readonly'],
    ]);
    expect(dishes[1]?.allergens).toEqual(['1a', '3', '7', '9', '10'].map((code) => euAllergen(code as '3')));
    expect(dishes[3]?.filters).toEqual(['vegan']);
    expect(days.at(-1)).toEqual({ day: '2026-12-01', closed: { reason: { und: 'Inventura' } } });
  });

  test('what was not understood is told with its line', () => {
    expect(describeWarnings(warnings)).toEqual([
      'line 4 (2026-11-30): the note "sirup z agáve" is not known; it is shown as it is (a --mapping file can say what it means)',
      'line 5 (2026-11-30): "Okurkový salát" has no price: it is shown and cannot be ordered',
    ]);
    expect(dishes[2]?.additionalData.at(-1)).toEqual({ variableId: 'note', value: { und: 'sirup z agáve' } });
  });

  test.each([
    [
      'commas',
      (text: string) =>
        text
          .replaceAll('"', '')
          .trimEnd()
          .split('\n')
          .map((row) =>
            row
              .split(';')
              .map((cell) => `"${cell}"`)
              .join(','),
          )
          .join('\n'),
    ],
    ['tabulators', (text: string) => text.replaceAll(';', '\t')],
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['columns with capitals', (text: string) => text.replace(/^.*/, (header) => header.toUpperCase())],
    ['empty columns behind', (text: string) => text.replaceAll('\n', ';;\n')],
    ['a long dash', (text: string) => text.replace(';-;', ';–;')],
    ['empty rows', (text: string) => text.replaceAll('\n', '\n;;;;;;;;;\n\n')],
  ])('with %s it is the same menu', (_, change) => {
    expect(planOf('week.csv', bytes(change(sample('week.csv').toString()))).days).toEqual(days);
  });

  test('texts by language, a price by level, and a dish of several lines', () => {
    const text =
      'date,id,name.cs,name.en,group,price.student,price.other,allowMultipleOrder,description\n' +
      '2026-11-30,a,Polévka,Soup,Polévky,2,3.5,yes,"first\nsecond"\n2026-11-30,b,Čaj,Tea,Nápoje,x,1,no,\n';
    expect(refusalOf(() => planOf('menu.csv', bytes(text)))).toContain(
      'line 4: "price" has to be a price like 45.90',
    );
    const [day] = planOf('menu.csv', bytes(text.replace(',x,', ',,')), { priceRole: 'other' }).days;
    expect(day && 'dishes' in day ? day.dishes[0] : undefined).toMatchObject({
      sourceKey: 'a',
      name: { cs: 'Polévka', en: 'Soup' },
      description: { und: 'first\nsecond' },
      prices: { student: 20_000, employee: 35_000, other: 35_000 },
      allowMultipleOrder: true,
    });
  });

  const row = (cells: string, header = 'date;group;name;price;closed') => `${header}\n${cells}\n`;

  test.each([
    [
      'a price that may mean a thousand',
      row('2026-11-30;B;A;1,200;'),
      'line 2: "price" has to be a price like 45.90, or prices by level such as { "student": 39, "other": 45.90 }, or left out, and is "1,200"',
    ],
    ['a price in words', row('2026-11-30;B;A;free;'), 'line 2: "price" has to be'],
    ['a date of another order', row('11/30/2026;B;A;1;'), 'line 2: "date" has to be a date like 2026-11-30'],
    ['a date that is none', row('31. 11. 2026;B;A;1;'), 'line 2: "date" has to be'],
    ['a dish without a name', row('2026-11-30;B;;1;'), 'line 2: "name" is missing'],
    [
      'a closed day with a dish',
      row('2026-11-30;B;A;1;yes'),
      'line 2: the day 2026-11-30 is closed and has dishes',
    ],
    [
      'a day that closes after its dishes',
      row('2026-11-30;B;A;1;\n2026-11-30;;;;yes'),
      'line 3: the day 2026-11-30 is closed and has dishes',
    ],
    [
      'a column there is not',
      row('2026-11-30;B;A;1;', 'date;group;name;prize;closed'),
      'line 1: "prize" is no column of a menu; there are: date, closed, id, name, group, description',
    ],
    [
      'a cell in a column without a name',
      row('2026-11-30;B;A;1;;x;', 'date;group;name;price;closed;;'),
      'line 2: "x" stands in a column that the first line has no name for',
    ],
    [
      'a column twice',
      row('2026-11-30;B;A;1;', 'date;group;name;name;closed'),
      'line 1: "name" is there twice',
    ],
    [
      'a name with and without language',
      row('2026-11-30;B;A;1;', 'date;group;name;name.cs;closed'),
      'line 1: "name" is there twice',
    ],
    [
      'a row that is cut off',
      row('2026-11-30;B;A;1;\n2026-11-30;B'),
      'line 3: the row has 2 cells, and the first line names 5 columns',
    ],
    ['a row that is too long', row('2026-11-30;B;A;1;2;3'), 'line 2: the row has 6 cells'],
    [
      'a price with the sign between cells in it',
      'date,group,name,price\n2026-11-30,B,A,1,20\n',
      'line 2: the row has 5 cells, and the first line names 4 columns; what has the sign between cells in it, such as a price with a comma, stands in quotes',
    ],
    [
      'a column of what no cell can say',
      row('2026-11-30;B;A;1;2', 'date;group;name;price;subsidies'),
      'line 1: "subsidies" is no column of a menu; there are: date, closed, id, name, group, description, size, image, price, portions,',
    ],
    [
      'yes in Czech',
      row('2026-11-30;B;A;ano', 'date;group;name;allowMultipleOrder'),
      'line 2: "allowMultipleOrder" has to be yes or no',
    ],
    [
      'a price that may be cut off',
      row('2026-11-30;B;A;145.90\n2026-11-30;B;C;14', 'date;group;name;price').trimEnd(),
      'line 3: the file ends with the price "14" and without a line end, and other prices have 2 decimals',
    ],
    [
      'a price of a level that may be cut off',
      row('2026-11-30;B;A;145,90;90\n2026-11-30;B;C;39;14', 'date;group;name;price;price.student').trimEnd(),
      'line 3: the file ends with the price "14"',
    ],
    ['a NUL', row('2026-11-30;B;A\0;1;'), 'line 2: "name" has a character in it that nobody can read'],
    ['a name of a megabyte', row(`2026-11-30;B;${'A'.repeat(1e6)};1;`), 'line 2: "name" is longer than 200'],
    ['a quote that does not end', row('2026-11-30;B;"A;1;'), 'the file is not well-formed CSV'],
    ['only a header', 'date;group;name\n', 'line 1: there is no day in the file'],
    ['nothing', '', 'line 1: there is no day in the file'],
  ])('%s is refused with its line', (_, text, sentence) => {
    expect(refusalOf(() => planOf('menu.csv', bytes(text)))).toContain(sentence);
  });
});

describe('a CSV file without a line end behind its last line', () => {
  const text = 'date;group;name;price\n2026-11-30;Soups;Broth;39\n2026-11-30;Soups;Goulash;45';

  test('is taken when its last price is like the others, with a note to look at its end', () => {
    const { days, warnings } = planOf('menu.csv', bytes(text), { priceRole: 'other' });
    expect(warnings).toEqual([{ code: 'unended', line: 3, day: '2026-11-30', found: '45' }]);
    expect(describeWarnings(warnings)).toEqual([
      'line 3 (2026-11-30): the file ends with "45" and without a line end; check that the file is complete',
    ]);
    expect(planOf('menu.csv', bytes(`${text}\n`), { priceRole: 'other' })).toEqual({ days, warnings: [] });
  });

  test('has no doubt about it when its last cell is empty or in quotes', () => {
    for (const end of [';', ';"45"'])
      expect(planOf('menu.csv', bytes(text.replace(/;45$/, end))).warnings).not.toContainEqual(
        expect.objectContaining({ code: 'unended' }),
      );
  });
});

test('a sign that is half of one is refused in every format', () => {
  const dish = String.raw`{ "group": "Soups", "name": "Broth \ud800", "price": 39 }`;
  const text = `{ "days": [{ "date": "2026-11-30", "dishes": [${dish}] }] }`;
  expect(refusalOf(() => planOf('menu.json', bytes(text)))).toBe(
    'line 1: "name" has a character in it that nobody can read',
  );
});

describe('any menu file', () => {
  test('stays where it is without a start, and days that are over are left alone', () => {
    const { days, warnings } = planOf('week.json', sample('week.json'), { today: calendarDay('2026-12-01') });
    expect(days.map(({ day }) => day)).toEqual(['2026-12-01']);
    expect(warnings).toEqual([{ code: 'past-day', line: 3, day: '2026-11-30' }]);
    expect(
      refusalOf(() => planOf('week.json', sample('week.json'), { today: calendarDay('2026-12-02') })),
    ).toBe('line 50: every day is over (the last is 2026-12-01); --start moves the menu to days to come');
  });

  test('moves to a start', () => {
    const { days } = planOf('week.csv', sample('week.csv'), { start: calendarDay('2027-01-18') });
    expect(days.map(({ day }) => day)).toEqual(['2027-01-18', '2027-01-19']);
  });

  test('has a name that says its format', () => {
    expect(refusalOf(() => planOf('MENU.JSON', sample('week.json')))).toBe('accepted');
    expect(refusalOf(() => planOf('menu.xls', sample('week.json')))).toContain(
      'ends with .xml (OpenMensa), .json or .csv, not with "xls"',
    );
    expect(refusalOf(() => planOf('menu', sample('week.json')))).toContain('not with ""');
    expect(refusalOf(() => planOf('menu.constructor', sample('week.json')))).toContain(
      'not with "constructor"',
    );
  });

  test('is UTF-8, and another encoding is told with the first line that shows it', () => {
    const windows1250 = Uint8Array.from([...bytes('date;group;name\n2026-11-30;B;'), 0xe8, ...bytes('aj\n')]);
    expect(refusalOf(() => planOf('menu.csv', windows1250))).toBe(
      'line 2: the file is not encoded as UTF-8 (a spreadsheet saves it as "CSV UTF-8")',
    );
    const utf16 = Uint8Array.from([0xff, 0xfe, 0x64, 0x00]);
    expect(refusalOf(() => planOf('menu.csv', utf16))).toContain('line 1: the file is encoded as UTF-16');
  });

  test('has at most 5 MB, 1,000 days and 20,000 dishes', () => {
    expect(refusalOf(() => planOf('menu.csv', new Uint8Array(5 * 1024 * 1024 + 1)))).toBe(
      'line 1: the file is larger than 5 MB',
    );
    const rows = (count: number, row: (index: number) => string) =>
      bytes(
        `date;group;name;closed\n${Array.from({ length: count }, (_, index) => row(index)).join('\n')}\n`,
      );
    expect(
      refusalOf(() =>
        planOf(
          'menu.csv',
          rows(20_001, (index) => `2026-11-30;B;${index};`),
        ),
      ),
    ).toContain('more than 20000 dishes');
    const day = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
    expect(
      refusalOf(() =>
        planOf(
          'menu.csv',
          rows(1_001, (index) => `${day(index)};;;yes`),
        ),
      ),
    ).toContain('more than 1000 days');
  });

  test('the same dish twice on a day is kept as two, and a day of nothing is told', () => {
    const text = 'date;group;name;price\n2026-11-30;B;A;1\n2026-11-30;B;A;2\n';
    const { days, warnings } = planOf('menu.csv', bytes(text));
    expect(days).toMatchObject([{ dishes: [{ sourceKey: 'B/A' }, { sourceKey: 'B/A/2' }] }]);
    expect(warnings).toEqual([{ code: 'same-name', line: 3, day: '2026-11-30', name: 'A' }]);
    const empty = planOf('menu.json', bytes('{ "days": [{ "date": "2026-11-30", "dishes": [] }] }'));
    expect(empty.warnings).toEqual([{ code: 'empty-day', line: 1, day: '2026-11-30' }]);
  });
});

describe('what is taken though it may be a mistake is told', () => {
  const warned = (header: string, row: string) =>
    planOf('menu.csv', bytes(`date;group;name;price${header}\n${row}\n`)).warnings;

  test.each(['\u200b\u200d', '\u00ad', '\u3164', '\u2800'])('a name of %j', (name) => {
    const told = { code: 'invisible-name', line: 2, day: '2026-11-30' };
    expect(warned('', `2026-11-30;Soups;${name};1`)).toEqual([{ ...told, name }]);
    expect(warned('', `2026-11-30;${name};Soup;1`)).toEqual([{ ...told, name: 'Soup' }]);
    expect(warned('', `2026-11-30;Soups;Soup${name};1`)).toEqual([]);
  });

  test('a day more than a year away', () => {
    expect(warned('', '2027-11-21;Soups;Soup;1')).toEqual([]);
    expect(warned('', '2062-11-21;Soups;Soup;1')).toEqual([{ code: 'far-day', line: 2, day: '2062-11-21' }]);
  });

  test('an end of the hand-out before its beginning', () => {
    expect(warned(';pickupFrom;pickupTo', '2026-11-30;Soups;Soup;1;9:30;11:00')).toEqual([]);
    expect(warned(';pickupFrom;pickupTo', '2026-11-30;Soups;Soup;1;11:30;11:00')).toMatchObject([
      { code: 'pickup-backwards', name: 'Soup' },
    ]);
  });
});

describe('a mapping', () => {
  test('OFFER-27 stands over the default: its meanings are taken, and the default knows the rest', () => {
    const text =
      'date;group;name;price;notes\n2026-11-30;B;A;1;NÜSSE|Hausgemacht|E 300| sirup  z agáve|Eier|Weizen\n';
    const mapping = readMapping(sample('notes.json').toString());
    const { days, warnings } = planOf('menu.csv', bytes(text), { mapping });
    expect(warnings).toEqual([]);
    expect(days).toMatchObject([
      {
        dishes: [
          {
            allergens: [euAllergen('1a'), euAllergen(3), euAllergen(8)],
            additionalData: [
              { variableId: 'additive', value: { en: 'ascorbic acid' } },
              { variableId: 'mark', value: { en: 'agave syrup' } },
            ],
          },
        ],
      },
    ]);
  });

  test.each([
    [
      'a meaning there is not',
      '{ "notes": {\n"a": { "allergen": ["1"] } } }',
      'line 2: "allergen" is nothing a menu knows',
    ],
    [
      'an allergen there is not',
      '{ "notes": {\n"a": { "allergens": ["99"] } } }',
      'line 2: "allergens" has to be the number of an allergen',
    ],
    ['a note twice', '{ "notes": {\n"a": {},\n"a": {} } }', 'line 3: "a" is there twice'],
    ['another document', '{}', 'line 1: "notes" is missing'],
  ])('with %s is refused with its line', (_, text, sentence) => {
    expect(refusalOf(() => readMapping(text))).toContain(sentence);
  });
});
