import { languages } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, describe, expect, test } from 'vitest';

import { card, sentOrders } from '../../../test/offer-page.ts';
import { dish, FRIDAY, jana, main, shownDishes } from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';

const prague = (time: string) => Date.parse(`${FRIDAY}T${time}:00+01:00`);
const topOf = (name: string) => card(name).element().getBoundingClientRect().top;

const times = { cancelUntil: prague('10:00'), pickupFrom: prague('11:00'), pickupTo: prague('14:30') };
const soup = (name: string, more: object = {}) =>
  dish(name, { mealGroup: { en: 'Soups' }, allowMultipleOrder: false, ...times, ...more });
const product = {
  description: { en: 'with bread' },
  size: { en: '0.33 l' },
  healthIndex: 'HEALTHY',
  additionalData: [{ variableId: 'energy', value: { en: '320 kcal' } }],
  allergens: [{ shortName: '1', longName: { en: 'Gluten' } }],
};
/** A dish of which everything is known. */
const told = (name: string, more: object = {}) =>
  soup(name, { product: { ...product, name: { en: name } }, ...more });
const salads = Array.from({ length: 9 }, (_, index) =>
  dish(`Salad ${index}`, { mealGroup: { en: 'Salads' }, position: 9 + index, ...times }),
);
const seed = [
  main,
  jana,
  soup('Broth', { filters: ['vegan'] }),
  soup('Goulash', { position: 1, orderUntil: prague('09:45') }),
  ...salads,
];

describe('the menu on a phone', () => {
  beforeEach(() => page.viewport(360, 740));

  test('OFFER-01 the row of days alone says which day it is, and of a week its heading says so', async () => {
    const { history } = await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed });
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Friday 20. November');
    expect(heading.element().getBoundingClientRect().height).toBe(1);
    await expect
      .element(page.getByRole('button', { name: /^Friday 20\. November/ }))
      .toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('combobox', { name: 'Period' }).selectOptions('Week');
    await expect.element(page.getByRole('heading', { level: 1, name: '16. 11. – 22. 11.' })).toBeVisible();
    expect(heading.element().getBoundingClientRect().height).toBeGreaterThan(20);
    await page.getByRole('combobox', { name: 'Period' }).selectOptions('Custom');
    await expect.poll(() => history.location.pathname).toBe('/offer/TIMESPAN');
    await page.getByRole('combobox', { name: 'Period' }).selectOptions('Day');
    await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  });

  test('begins with its first dish in the upper 240 px, and dishes are at most 165 px high', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed });
    await expect.element(page.getByRole('navigation', { name: 'Groups of dishes' })).toBeVisible();
    expect(topOf('Broth')).toBeLessThan(240);
    expect(card('Broth').element().getBoundingClientRect().height).toBeLessThan(165);
  });

  test.each([`DAY?day=${FRIDAY}`, `WEEK?day=${FRIDAY}`, `TIMESPAN?start=${FRIDAY}&end=2026-11-21`])(
    'OFFER-37 what dishes share is told once for the day, and a card says what differs, at %s',
    async (address) => {
      await renderApp(`/offer/${address}`, { seed });
      await expect
        .element(page.getByText('order until 10:00 · pickup 11:00–14:30', { exact: true }))
        .toBeVisible();
      await expect.element(card('Goulash').getByText('order until 09:45', { exact: true })).toBeVisible();
      expect(page.getByText(/order until/).elements()).toHaveLength(2);
      expect(page.getByText(/11:00–14:30/).elements()).toHaveLength(1);
    },
  );

  test('OFFER-29 more than ten portions left are told in the sheet of the dish alone, up to ten on its card too', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, {
      seed: [main, soup('Broth', { capacity: 140 }), soup('Goulash', { capacity: 10, position: 1 })],
    });
    await expect.element(card('Goulash').getByText('10 left', { exact: true })).toBeVisible();
    await expect.element(card('Broth').getByText('140 left')).not.toBeVisible();
    for (const [name, left] of [
      ['Broth', '140 left'],
      ['Goulash', '10 left'],
    ] as const) {
      await userEvent.click(card(name).getByRole('button', { name, exact: true }));
      const sheet = page.getByRole('dialog', { name });
      await expect.element(sheet.getByText(left, { exact: true })).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(sheet).not.toBeInTheDocument();
    }
  });

  test('the line of a day says until when an order can be cancelled where that is not until when to order', async () => {
    const limits = (friday: number, monday: number) =>
      ['Broth', 'Goulash'].flatMap((name, position) => [
        soup(name, { position, cancelUntil: friday }),
        soup(`${name} 2`, {
          position,
          day: '2026-11-23',
          orderUntil: Date.parse('2026-11-23T10:00:00+01:00'),
          cancelUntil: monday,
        }),
      ]);
    const { history } = await renderApp(`/offer/DAY?day=${FRIDAY}`, {
      seed: [main, ...limits(prague('07:00'), Date.parse('2026-11-22T07:00:00+01:00'))],
    });
    await expect
      .element(
        page.getByText('order until 10:00 · can no longer be cancelled · pickup 11:00–14:30', {
          exact: true,
        }),
      )
      .toBeVisible();
    history.push('/offer/DAY?day=2026-11-23');
    await expect
      .element(page.getByText(/^order until Mon 10:00 · cancel until Sun 07:00 · pickup/))
      .toBeVisible();
  });

  test('the page below the open menu of the header does not scroll until that closes', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed, as: 'jana' });
    await expect.element(page.getByRole('navigation', { name: 'Groups of dishes' })).toBeVisible();
    const banner = page.getByRole('banner');
    const menuButton = banner.getByRole('button', { name: 'jana' });
    const scrolls = () => getComputedStyle(document.documentElement).overflowY !== 'hidden';
    expect(scrolls()).toBe(true);
    await userEvent.click(menuButton);
    await expect.element(banner.getByRole('link', { name: 'Orders' })).toBeVisible();
    expect(scrolls()).toBe(false);
    await userEvent.click(menuButton);
    await expect.element(banner.getByRole('link', { name: 'Orders' })).not.toBeInTheDocument();
    expect(scrolls()).toBe(true);
  });

  test('a dish says which diets it suits', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed });
    await expect.element(card('Broth').getByText('Vegan', { exact: true })).toBeVisible();
    expect(card('Goulash').getByText('Vegan').elements()).toEqual([]);
  });

  test.each(['DAY', 'WEEK'])(
    'OFFER-24 OFFER-26 OFFER-27 OFFER-37 shows everything of a dish to read, whose name opens nothing, at %s',
    async (period) => {
      await renderApp(`/offer/${period}?day=${FRIDAY}`, {
        seed: [
          main,
          told('Broth'),
          told('To read', { state: 'readonly', position: 1, pickupTo: prague('15:00') }),
        ],
      });
      const toRead = card('To read');
      for (const text of ['with bread', '0.33 l', '320 kcal', 'Healthy', 'pickup 11:00–15:00'])
        await expect.element(toRead.getByText(text, { exact: true })).toBeVisible();
      const gluten = toRead.getByText('Gluten');
      await expect.element(gluten).not.toBeVisible();
      await userEvent.click(toRead.getByRole('button', { name: 'Allergens 1' }));
      await expect.element(gluten).toBeVisible();
      await userEvent.keyboard('{Escape}');

      await userEvent.click(card('Broth').getByRole('button', { name: 'Broth', exact: true }));
      const sheet = page.getByRole('dialog', { name: 'Broth' });
      for (const text of ['with bread', '0.33 l', '320 kcal', 'Healthy', 'Gluten'])
        await expect.element(sheet.getByText(text, { exact: true })).toBeVisible();
    },
  );

  test('leads to a group of dishes by its tab, which is marked', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed });
    const tabs = page.getByRole('navigation', { name: 'Groups of dishes' });
    const soups = tabs.getByRole('button', { name: 'Soups' });
    await expect.element(soups).toHaveAttribute('aria-current', 'location');
    await userEvent.click(tabs.getByRole('button', { name: 'Salads' }));
    await expect.element(tabs.getByRole('button', { name: 'Salads' })).toHaveAttribute('aria-current');
    await expect.element(soups).not.toHaveAttribute('aria-current');
    await expect.poll(() => topOf('Salad 0')).toBeLessThan(220);
    // The tabs and the days stay where they are.
    expect(tabs.element().getBoundingClientRect().top).toBeLessThan(80);
  });

  test('unfolds the search from the header, and ends it there', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed });
    await expect.element(card('Broth')).toBeVisible();
    const button = page.getByRole('banner').getByRole('button', { name: 'Search dishes' });
    await userEvent.click(button);
    const box = page.getByRole('searchbox', { name: 'Search dishes' });
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('broth');
    await expect.poll(shownDishes).toEqual(['Broth']);
    await userEvent.click(button);
    await expect.element(box).not.toBeInTheDocument();
    await expect.element(card('Goulash')).toBeVisible();
  });

  test('keeps the filters that are on in sight, and each can be taken off', async () => {
    await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed });
    const content = page.getByRole('main');
    await userEvent.click(content.getByRole('button', { name: 'Options' }));
    await userEvent.click(content.getByRole('button', { name: 'Vegan', pressed: false }));
    await userEvent.click(content.getByRole('button', { name: 'Options (1)' }));
    await expect.element(content.getByRole('button', { name: 'Vegetarian' })).not.toBeInTheDocument();
    await userEvent.click(content.getByRole('button', { name: 'Vegan', pressed: true }));
    await expect.element(card('Goulash')).toBeVisible();
    await expect.element(content.getByRole('button', { name: 'Vegan' })).not.toBeInTheDocument();
  });

  test.each(languages)(
    'the first filter that is chosen moves no filter up or down, in %s',
    async (language) => {
      const others = { position: 2, filters: ['vegetarian', 'glutenFree', 'lactoseFree'] };
      await renderApp(`/offer/DAY?day=${FRIDAY}`, {
        seed: [...seed, soup('Lentils', others)],
        as: 'jana',
        language,
      });
      await expect.element(card('Broth')).toBeVisible();
      const { messages } = await languageEntry(language).load();
      const content = page.getByRole('main');
      const options = messages.menu.options;
      await userEvent.click(content.getByRole('button', { name: options }));
      const chips = content.getByRole('group', { name: messages.menu.filters }).getByRole('button');
      await expect.poll(() => chips.elements().length).toBeGreaterThan(1);
      const tops = () => chips.elements().map((chip) => chip.getBoundingClientRect().top);
      const [first] = chips.elements();
      const before = tops();
      const left = first?.getBoundingClientRect().left;
      await userEvent.click(chips.first());
      await expect.element(content.getByRole('button', { name: `${options} (1)` })).toBeVisible();
      expect(tops()).toEqual(before);
      expect(first?.getBoundingClientRect().left).toBe(left);
    },
  );

  test('a week is rows of name, price and action; the name opens everything about the dish', async () => {
    await renderApp(`/offer/WEEK?day=${FRIDAY}`, { seed, as: 'jana' });
    await expect.element(card('Broth')).toBeVisible();
    expect(card('Broth').element().getBoundingClientRect().height).toBeLessThan(70);
    await userEvent.click(card('Broth').getByRole('button', { name: 'Broth', exact: true }));
    await expect.element(page.getByRole('dialog', { name: 'Broth' }).getByText(/11:00–14:30/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(card('Broth').getByRole('button', { name: /^Order, Broth/ }));
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
  });

  test('OFFER-28 several portions of a dish in a week are counted in its sheet, and ordered at once', async () => {
    const { server } = await renderApp(`/offer/WEEK?day=${FRIDAY}`, {
      seed: [main, jana, soup('Tea', { allowMultipleOrder: true })],
      as: 'jana',
    });
    await userEvent.click(card('Tea').getByRole('button', { name: 'Tea', exact: true }));
    const sheet = page.getByRole('dialog', { name: 'Tea' });
    await userEvent.fill(sheet.getByRole('textbox'), '3');
    await userEvent.click(sheet.getByRole('button', { name: /^Order, Tea/ }));
    await expect.poll(() => sentOrders(server)).toMatchObject([{ item: { quantity: 3 } }]);
  });

  test('OFFER-06 C151 a week begins with today, the days that are past come last; on a desk they are in their order', async () => {
    const days = ['2026-11-18', '2026-11-19', FRIDAY, '2026-11-21'];
    await renderApp(`/offer/WEEK?day=${FRIDAY}`, {
      seed: [main, ...days.map((day) => dish(`Dish ${day}`, { day }))],
    });
    const names = (of: readonly string[]) => of.map((day) => `Dish ${day}`);
    await expect.poll(shownDishes).toEqual(names([FRIDAY, '2026-11-21', '2026-11-18', '2026-11-19']));
    await page.viewport(1440, 900);
    await expect.poll(shownDishes).toEqual(names(days));
  });

  test('a week that is chosen on another day than today opens at that day', async () => {
    const days = [FRIDAY, '2026-11-21', '2026-11-22'];
    await renderApp('/offer/DAY?day=2026-11-22', {
      seed: [
        main,
        ...days.flatMap((day) =>
          Array.from({ length: 9 }, (_, index) => dish(`Dish ${day} ${index}`, { day, position: index })),
        ),
      ],
    });
    await expect.element(card('Dish 2026-11-22 0')).toBeVisible();
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Period' }), 'Week');
    await expect.element(card('Dish 2026-11-20 0')).toBeInTheDocument();
    const strip = page.getByRole('group', { name: 'Days' });
    const heading = page.getByRole('heading', { name: 'Sunday 22. November' });
    const dayBefore = page.getByRole('heading', { name: 'Saturday 21. November' });
    const edges = (of: typeof heading) => of.element().getBoundingClientRect();
    // Right below the strip of days, which covers the heading of the day before.
    await expect.poll(() => edges(heading).top).toBeLessThan(90);
    expect(edges(heading).top).toBeGreaterThanOrEqual(edges(strip).bottom - 4);
    expect(edges(dayBefore).bottom).toBeLessThanOrEqual(edges(strip).bottom);
  });
});
