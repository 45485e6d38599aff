import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { euAllergen } from '@refectory/domain/allergen';
import { calendarDay, weekdayOf } from '@refectory/domain/day';
import type { PlannedDay } from '@refectory/domain/menu-plan';
import { describe, expect, test } from 'vitest';
import { MenuFileError } from './menu-file-error.ts';
import { defaultMapping, readMapping } from './note-mapping.ts';
import { readOpenMensa } from './open-mensa.ts';
import { planMenu, type PlanOptions } from './plan-menu.ts';

const twoWeeks = readFileSync(join(import.meta.dirname, 'samples/two-weeks.xml'), 'utf8');

const fromTuesday: PlanOptions = {
  start: calendarDay('2026-11-24'),
  today: calendarDay('2026-11-20'),
  priceRole: 'other',
  portions: 100,
  mapping: defaultMapping,
};

const planOf = (xml: string, options = fromTuesday) => planMenu(readOpenMensa(xml), options);

function dishesOf(days: readonly PlannedDay[], day: string) {
  const planned = days.find((candidate) => candidate.day === day);
  return planned && 'dishes' in planned ? planned.dishes : [];
}

/** The days of a plan as short texts: the day and what stands on it. */
function outline(days: readonly PlannedDay[]): string[] {
  return days.map((planned) => `${planned.day} ${'closed' in planned ? 'closed' : planned.dishes.length}`);
}

function feed(inside: string): string {
  return `<?xml version="1.0"?>\n<openmensa version="2.1" xmlns="http://openmensa.org/open-mensa-v2">\n<canteen>\n${inside}\n</canteen>\n</openmensa>`;
}

function dayWith(inside: string, date = '2024-05-07'): string {
  return `<day date="${date}">\n${inside}\n</day>`;
}

function dayWithMeal(inside: string, date?: string): string {
  return dayWith(`<category name="Essen">\n<meal>\n${inside}\n</meal>\n</category>`, date);
}

function refusalOf(xml: string, options = fromTuesday): { line: number; reason: unknown } | 'accepted' {
  try {
    planOf(xml, options);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof MenuFileError)) throw error;
    return { line: error.line, reason: error.reason };
  }
}

describe('what a dish becomes', () => {
  const { days, warnings } = planOf(twoWeeks, fromTuesday);
  const [soup, bowl, secondBowl, dressing] = dishesOf(days, '2026-11-24');

  test('name and category stay as they are, in no language', () => {
    expect(soup?.name).toEqual({ und: 'Klare Brühe & Eierstich' });
    expect(soup?.group).toEqual({ und: 'Suppen' });
    expect(dressing?.name).toEqual({ und: 'Kräuter-Dressing <hausgemacht>' });
  });

  test('each role has its own price, in 1/10,000', () => {
    expect(soup?.prices).toEqual({ student: 6_000, employee: 12_000, other: 13_025 });
  });

  test('the chosen role stands in for levels without a price', () => {
    expect(secondBowl?.prices).toEqual({ student: 14_500, employee: 14_500, other: 14_500 });
    const [quark] = dishesOf(planOf(twoWeeks, { ...fromTuesday, priceRole: 'student' }).days, '2026-11-27');
    expect(quark?.prices).toEqual({ student: 20_000, employee: 20_000, other: 20_000 });
  });

  test('where the chosen role has none either, the levels stay without and a warning says so', () => {
    const [quark] = dishesOf(days, '2026-11-27');
    expect(quark?.prices).toEqual({ student: 20_000 });
    expect(quark?.state).toBe('open');
    expect(warnings).toContainEqual({
      code: 'levels-without-price',
      line: 54,
      day: '2024-05-10',
      name: 'Quark mit Leinöl',
      levels: ['employee', 'other'],
    });
  });

  test('a dish without any price is only shown, with a warning', () => {
    expect(dressing?.state).toBe('readonly');
    expect(dressing?.prices).toEqual({});
    const name = 'Kräuter-Dressing <hausgemacht>';
    expect(warnings).toContainEqual({ code: 'no-price', line: 46, day: '2024-05-07', name });
  });

  test('DATA-06 OFFER-26 OFFER-27 notes are the health index, filters, allergens and marks', () => {
    expect([soup, bowl, secondBowl, dressing].map((dish) => dish?.healthIndex)).toEqual([
      'HEALTHY',
      'HEALTHY',
      'NORMAL',
      'UNHEALTHY',
    ]);
    expect(soup?.filters).toEqual(['vegetarian', 'healthy']);
    expect(bowl?.filters).toEqual(['vegetarian', 'vegan', 'healthy']);
    expect(secondBowl?.filters).toEqual([]);
    expect(soup?.allergens).toEqual([euAllergen(3)]);
    expect(soup?.additionalData).toMatchObject([{ variableId: 'mark', value: { en: 'vegetarian' } }]);
  });

  test('of two traffic lights the less healthy counts', () => {
    const notes =
      '<name>A</name><note>grün (Ampel)</note><note>gelb (Ampel)</note><price role="other">1</price>';
    const [dish] = dishesOf(planOf(feed(dayWithMeal(notes)), fromTuesday).days, '2026-11-24');
    expect(dish?.healthIndex).toBe('NORMAL');
  });

  test('the same dish twice in a category has two keys, the same at every import', () => {
    expect([bowl?.sourceKey, secondBowl?.sourceKey]).toEqual([
      'Salate/Kleine Schale',
      'Salate/Kleine Schale/2',
    ]);
    expect(dishesOf(days, '2026-11-30').map((dish) => dish.sourceKey)).toEqual(['Suppen/Kleine Schale']);
    expect(planOf(twoWeeks, fromTuesday)).toEqual({ days, warnings });
  });

  test('a dish whose name looks like a numbered key does not take the key of another', () => {
    const meals = ['A/2', 'A', 'A'].map((name) => `<meal><name>${name}</name></meal>`).join('');
    const { days: planned } = planOf(feed(dayWith(`<category name="X">${meals}</category>`)), fromTuesday);
    expect(dishesOf(planned, '2026-11-24').map((dish) => dish.sourceKey)).toEqual(['X/A/2', 'X/A', 'X/A/3']);
  });

  test('a price for pupils is left out with a warning', () => {
    const [stew] = dishesOf(days, '2026-11-28');
    expect(stew?.prices).toEqual({ student: 40_000, employee: 40_000, other: 40_000 });
    expect(warnings.filter(({ code }) => code === 'role-left-out')).toHaveLength(1);
  });

  test('the number of portions is the one that was asked for', () => {
    expect(soup?.capacity).toBe(100);
    expect(dishesOf(planOf(twoWeeks, { ...fromTuesday, portions: 7 }).days, '2026-11-24')[0]?.capacity).toBe(
      7,
    );
  });
});

describe('where the days come to lie', () => {
  const outlineFrom = (start: string) =>
    outline(planOf(twoWeeks, { ...fromTuesday, start: calendarDay(start) }).days);

  test('the first open weekday falls on the start; from the same weekday every day keeps its own', () => {
    expect(outlineFrom('2026-11-24')).toEqual([
      '2026-11-24 4',
      '2026-11-27 1',
      '2026-11-28 1',
      '2026-11-30 1',
      '2026-12-01 closed',
    ]);
  });

  test('from another weekday, weekdays stay weekdays and a Saturday stays a Saturday', () => {
    expect(outlineFrom('2026-11-27')).toEqual([
      '2026-11-27 4',
      '2026-12-02 1',
      '2026-12-03 1',
      '2026-12-04 closed',
      '2026-12-05 1',
    ]);
  });

  test.each(['2026-11-28', '2026-11-29'])('a start on the weekend (%s) is the Monday after it', (start) => {
    expect(outlineFrom(start)).toEqual(outlineFrom('2026-11-30'));
    expect(outlineFrom(start)[0]).toBe('2026-11-30 4');
  });

  test('a weekend with dishes before the first open weekday is left out with a warning', () => {
    const meal = '<name>A</name><price role="other">1</price>';
    const xml = feed(dayWithMeal(meal, '2024-05-05') + dayWithMeal(meal, '2024-05-06'));
    const { days, warnings } = planOf(xml, fromTuesday);
    expect(outline(days)).toEqual(['2026-11-24 1']);
    expect(warnings).toEqual([{ code: 'before-start', line: 6, day: '2024-05-05', dishes: 1 }]);
  });

  test('days that stand in the wrong order in the file are put in order', () => {
    const meal = '<name>A</name><price role="other">1</price>';
    const xml = feed(
      dayWithMeal(meal, '2024-05-08') + dayWith('<closed/>', '2024-05-09') + dayWithMeal(meal),
    );
    expect(outline(planOf(xml, fromTuesday).days)).toEqual([
      '2026-11-24 1',
      '2026-11-25 1',
      '2026-11-26 closed',
    ]);
  });
});

describe('what is refused, whole', () => {
  const name = '<name>A</name>';
  const price = (text: string) => feed(dayWithMeal(`${name}\n<price role="other">${text}</price>`));

  test.each(['1,20', '-', '-1.20', '1.20000', '', '1e2', '.5', '1.', '1 200', '99999999999999', 'NaN', '٣'])(
    'the price "%s", with its line',
    (text) => {
      expect(refusalOf(price(text))).toEqual({ line: 8, reason: { code: 'bad-price', found: text } });
    },
  );

  test.each([
    ['nothing at all', '', 1, 'not-well-formed'],
    ['no XML', 'Montag: Suppe', 1, 'not-well-formed'],
    ['an element left open', feed('<day date="2024-05-07">'), 5, 'not-well-formed'],
    ['an entity of its own', feed(dayWithMeal('<name>&soup;</name>')), 7, 'not-well-formed'],
    ['a doctype', `<!DOCTYPE openmensa [<!ENTITY a "aaa">]>${feed('')}`, 1, 'doctype'],
    ['an external doctype', `<!DOCTYPE openmensa SYSTEM "file:///etc/passwd">\n${feed('')}`, 1, 'doctype'],
    ['another format', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 1, 'not-openmensa-2'],
    ['version 1', feed('').replace('2.1', '1.0'), 2, 'not-openmensa-2'],
    ['another namespace', feed('').replace('mensa-v2', 'mensa-v1'), 2, 'not-openmensa-2'],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${feed('').slice(22)}`, 1, 'not-utf-8'],
    ['a day that does not exist', feed(dayWithMeal(name, '2024-02-30')), 4, 'bad-date'],
    ['a day without a date', feed('<day><closed/></day>'), 4, 'bad-date'],
    ['a day twice', feed(`${dayWithMeal(name)}\n${dayWith('<closed/>')}`), 11, 'duplicate-day'],
    [
      'a closed day with dishes',
      feed(dayWith(`<closed/><category name="E"><meal>${name}</meal></category>`)),
      5,
      'closed-with-dishes',
    ],
    ['a meal without a name', feed(dayWithMeal('<price role="other">1.20</price>')), 6, 'no-name'],
    ['a meal with an empty name', feed(dayWithMeal('<name> </name>')), 6, 'no-name'],
    ['a category without a name', feed(dayWith(`<category><meal>${name}</meal></category>`)), 5, 'no-name'],
    ['a meal with two names', feed(dayWithMeal(`${name}\n${name}`)), 8, 'duplicate-name'],
    ['a price without a role', feed(dayWithMeal(`${name}<price>1</price>`)), 7, 'bad-role'],
    ['a price for an unknown role', feed(dayWithMeal(`${name}<price role="guest">1</price>`)), 7, 'bad-role'],
    [
      'two prices for one role',
      feed(dayWithMeal(`${name}${'<price role="other">1</price>'.repeat(2)}`)),
      7,
      'duplicate-price',
    ],
    ['a meal outside a category', feed(dayWith(`<meal>${name}</meal>`)), 5, 'unexpected-element'],
    [
      'an element the format does not have',
      feed(dayWithMeal(`${name}<prize role="other">1</prize>`)),
      7,
      'unexpected-element',
    ],
    ['words before an element', feed(dayWithMeal(`Suppe ${name}`)), 7, 'unexpected-text'],
    [
      'words after an element',
      feed(dayWith(`<category name="E"><meal>${name}</meal></category>\nSuppe`)),
      7,
      'unexpected-text',
    ],
    ['a feed that is never open', feed(dayWith('<closed/>')), 1, 'no-open-weekday'],
  ])('%s', (_, xml, line, code) => {
    expect(refusalOf(xml)).toMatchObject({ line, reason: { code } });
  });

  test('an error in the last dish refuses the whole of a good file', () => {
    expect(refusalOf(twoWeeks)).toBe('accepted');
    const broken =
      twoWeeks.slice(0, twoWeeks.lastIndexOf('1.45')) +
      twoWeeks.slice(twoWeeks.lastIndexOf('1.45')).replace('1.45', '1,45');
    expect(refusalOf(broken)).toEqual({ line: 73, reason: { code: 'bad-price', found: '1,45' } });
  });

  test('a file saved with a byte order mark or with line ends of Windows is read like any other', () => {
    const plain = planOf(twoWeeks, fromTuesday);
    expect(planOf(`\ufeff${twoWeeks}`, fromTuesday)).toEqual(plain);
    expect(planOf(twoWeeks.replaceAll('\n', '\r\n'), fromTuesday)).toEqual(plain);
  });
});

/** Feeds of invented canteens, as whole and as uneven as canteens publish them. */
const feedText = (file: string) => readFileSync(join(import.meta.dirname, 'feeds', file), 'utf8');
const worksNotes = readMapping(feedText('works-canteen-notes.json'));

/** How many warnings of each kind there are. */
function countByCode(warnings: readonly { readonly code: string }[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...new Set(warnings.map(({ code }) => code))].map((code) => [
      code,
      warnings.filter((warning) => warning.code === code).length,
    ]),
  );
}

describe('whole feeds', () => {
  const university = () => planOf(feedText('university-canteen.xml')).days;
  const works = () => planOf(feedText('works-canteen.xml'), { ...fromTuesday, mapping: worksNotes }).days;
  const dishNamed = (days: readonly PlannedDay[], day: string, name: string) =>
    dishesOf(days, day).filter((dish) => dish.name.und === name);

  test.each([
    {
      file: 'university-canteen.xml',
      mapping: defaultMapping,
      placed: [
        '2026-11-24 9',
        '2026-11-25 11',
        '2026-11-26 9',
        '2026-11-27 8',
        '2026-11-30 8',
        '2026-12-01 7',
        '2026-12-02 8',
        '2026-12-03 closed',
        '2026-12-04 7',
        '2026-12-05 2',
        '2026-12-06 1',
        '2026-12-07 7',
        '2026-12-12 closed',
      ],
      expected: { dishes: 77, warnings: { 'no-price': 10, 'same-name': 1 } },
    },
    {
      file: 'works-canteen.xml',
      mapping: worksNotes,
      placed: [
        '2026-11-24 6',
        '2026-11-25 6',
        '2026-11-26 4',
        '2026-11-27 closed',
        '2026-11-30 5',
        '2026-12-01 6',
        '2026-12-02 4',
        '2026-12-03 4',
        '2026-12-04 closed',
        '2026-12-07 3',
      ],
      expected: { dishes: 38, warnings: { 'no-price': 2, 'same-name': 1, 'levels-without-price': 2 } },
    },
    {
      file: 'campus-bistro.xml',
      mapping: defaultMapping,
      placed: [
        '2026-11-24 4',
        '2026-11-25 4',
        '2026-11-26 closed',
        '2026-11-27 4',
        '2026-11-30 4',
        '2026-12-05 2',
      ],
      expected: { dishes: 18, warnings: { 'role-left-out': 9, 'levels-without-price': 1 } },
    },
  ])('$file is imported with every dish it has', ({ file, mapping, placed, expected }) => {
    const xml = feedText(file);
    const { days, warnings } = planOf(xml, { ...fromTuesday, mapping });
    expect(outline(days)).toEqual(placed);
    expect(countByCode(warnings)).toEqual(expected.warnings);
    const dishes = days.flatMap((planned) => ('dishes' in planned ? planned.dishes : []));
    expect(dishes).toHaveLength(expected.dishes);
    expect(dishes).toHaveLength(xml.split('<meal>').length - 1);
    expect(dishes.filter((dish) => dish.state === 'readonly').map(({ name }) => name.und)).toEqual(
      warnings.flatMap((warning) => (warning.code === 'no-price' ? [warning.name] : [])),
    );
    expect(
      dishes.flatMap((dish) => dish.additionalData).filter(({ variableId }) => variableId === 'note'),
    ).toEqual([]);
    const onWeekends = xml
      .split('<day date="')
      .slice(1)
      .filter((part) => weekdayOf(calendarDay(part.slice(0, 10))) > 5);
    expect(
      days.filter(({ day }) => weekdayOf(day) > 5).flatMap((planned) => dishesOf([planned], planned.day)),
    ).toHaveLength(onWeekends.join('').split('<meal>').length - 1);
    for (const planned of days) {
      if ('dishes' in planned) {
        expect(new Set(planned.dishes.map((dish) => dish.sourceKey)).size).toBe(planned.dishes.length);
      }
    }
  });

  test('a dish with several notes has its prices, allergens, marks and additives', () => {
    const name = 'Seelachs im Knuspermantel mit Zitronen-Kapern-Remoulade';
    expect(dishNamed(university(), '2026-11-26', name)).toEqual([
      {
        sourceKey: `Tagesteller/${name}`,
        name: { und: name },
        group: { und: 'Tagesteller' },
        filters: [],
        healthIndex: 'NORMAL',
        allergens: [euAllergen('1a'), euAllergen(3), euAllergen(4), euAllergen(10)],
        additionalData: [
          expect.objectContaining({
            variableId: 'mark',
            value: expect.objectContaining({ en: 'sustainable fishing (MSC)' }),
          }),
          expect.objectContaining({
            variableId: 'additive',
            value: expect.objectContaining({ en: 'antioxidant' }),
          }),
        ],
        prices: { student: 41_000, employee: 60_500, other: 76_000 },
        capacity: 100,
        state: 'open',
        allowMultipleOrder: false,
      },
    ]);
  });

  test('two dishes of the same name on one day keep their own notes', () => {
    expect(dishNamed(university(), '2026-11-25', 'Bandnudeln mit Bärlauchpesto')).toMatchObject([
      {
        sourceKey: 'Nudelstation/Bandnudeln mit Bärlauchpesto',
        filters: ['vegetarian'],
        allergens: [euAllergen('1a'), euAllergen(7), euAllergen('8a')],
      },
      {
        sourceKey: 'Nudelstation/Bandnudeln mit Bärlauchpesto/2',
        filters: ['vegetarian', 'vegan', 'healthy'],
        allergens: [euAllergen('1a'), euAllergen('8a')],
      },
    ]);
  });

  test('notes with the numbers of allergens are allergens by the mapping of the canteen', () => {
    const name = 'Svíčková na smetaně, karlovarský knedlík, brusinkový terč';
    expect(dishNamed(works(), '2026-11-25', name)).toMatchObject([
      {
        allergens: [euAllergen(1), euAllergen(3), euAllergen(7), euAllergen(9), euAllergen(10)],
        prices: { student: 1_550_000, employee: 990_000, other: 1_550_000 },
      },
    ]);
    const { days, warnings } = planOf(feedText('works-canteen.xml'));
    expect(dishNamed(days, '2026-11-25', name)).toMatchObject([{ allergens: [] }]);
    expect(countByCode(warnings)).toMatchObject({ 'unknown-note': 87 });
  });

  test('a dish with a price for employees alone has no price for the others', () => {
    expect(dishNamed(works(), '2026-11-30', 'Bramborák <velký> s kysaným zelím')).toMatchObject([
      { prices: { employee: 580_000 }, state: 'open', group: { und: 'Noční směna' } },
    ]);
  });
});
