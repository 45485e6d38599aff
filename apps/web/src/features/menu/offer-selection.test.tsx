import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import {
  bistro,
  dish,
  FRIDAY,
  garden,
  jana,
  main,
  SATURDAY,
  shownDishes,
} from '../../../test/offer-seeds.ts';
import { pickCanteen } from '../../../test/pick-canteen.ts';
import { renderApp, storageWith, storedSnapshot } from '../../../test/render-app.ts';
import type { TestServer } from '../../../test/test-server.ts';

const menuCalls = (server: TestServer) => server.requests(/GET .*\/canteenmenu/);
const picker = page.getByRole('dialog', { name: 'Choose a canteen' });
const options = page.getByRole('button', { name: /^Options/ });
const filter = (name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });
const searchBox = page.getByRole('searchbox', { name: 'Search dishes' });
const inStrip = (name: string | RegExp) =>
  page.getByRole('group', { name: 'Days' }).getByRole('button', { name });

const filters = [
  { id: 'a', name: 'Plain' },
  { id: 'b', name: 'Spicy' },
  { id: 'c', name: 'Sweet' },
];
const filtered = handMadeMenu(
  [
    { name: 'Rice', price: 40, filter: 'a' },
    { name: 'Curry', price: 40, filter: ['b', 'a'] },
    { name: 'Cake', price: 40, filter: 'c', group: 'Dessert' },
    { name: 'Bread', price: 40 },
  ],
  { filters },
);

describe('filters', () => {
  test('OFFER-17 OFFER-18 several filters show what answers to any of them, and empty groups are hidden', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    // This menu says no time, so the stream would have it read again.
    await server.fault(/GET .*\/live$/, { hold: true });
    await server.fault(/GET .*canteenmenu/, { answer: filtered });
    await renderApp('/offer/DAY', { server });
    await expect.poll(shownDishes).toEqual(['Rice', 'Curry', 'Bread', 'Cake']);
    await userEvent.click(filter('Plain'));
    await expect.poll(shownDishes).toEqual(['Rice', 'Curry']);
    expect(page.getByRole('heading', { name: 'Dessert' }).elements()).toEqual([]);
    await userEvent.click(filter('Sweet'));
    await expect.poll(shownDishes).toEqual(['Rice', 'Curry', 'Cake']);
    await userEvent.click(filter('Plain'));
    await userEvent.click(filter('Sweet'));
    await expect.poll(shownDishes).toEqual(['Rice', 'Curry', 'Bread', 'Cake']);
    expect(await menuCalls(server)).toHaveLength(1);
  });

  test('OFFER-18 diet filters narrow together, and with others', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu(
        [
          { name: 'Rice', price: 40, filter: ['a', 'b'] },
          { name: 'Curry', price: 40, filter: ['b', 'c'] },
          { name: 'Cake', price: 40, filter: ['a'] },
        ],
        { filters: filters.map(({ id, name }) => ({ id, name, ...(id !== 'c' && { kind: 'diet' }) })) },
      ),
    });
    await renderApp('/offer/DAY', { server });
    await userEvent.click(filter('Plain'));
    await expect.poll(shownDishes).toEqual(['Rice', 'Cake']);
    await userEvent.click(filter('Spicy'));
    await expect.poll(shownDishes).toEqual(['Rice']);
    await userEvent.click(filter('Sweet'));
    await expect.poll(shownDishes).toEqual([]);
    await expect.element(page.getByText('Nothing on this menu matches the chosen filters.')).toBeVisible();
    await userEvent.click(filter('Sweet'));
    await userEvent.fill(searchBox.last(), 'cake');
    await expect
      .element(page.getByText('Nothing on this menu matches “cake” and the chosen filters.'))
      .toBeVisible();
  });

  test('OFFER-18 a filter that a new menu does not know is dropped for good', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await server.fault(/GET .*canteenmenu/, { answer: filtered });
    const { history, storage } = await renderApp('/offer/DAY?filter=a&filter=z', { server });
    await expect.poll(shownDishes).toEqual(['Rice', 'Curry']);
    await expect.poll(() => decodeURIComponent(history.location.search)).toMatch(/filter=a$/);
    expect(storedSnapshot(storage).selection.filters).toEqual(['a']);
  });

  test('OFFER-32 the options open and close: closed at first where the page is narrow, open elsewhere, and not stored', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await server.fault(/GET .*canteenmenu/, { answer: filtered });
    const app = await renderApp('/offer/DAY', { server });
    await expect.element(options).toHaveAttribute('aria-expanded', 'true');
    await expect.element(filter('Plain')).toBeVisible();
    await userEvent.click(options);
    await expect.element(options).toHaveAttribute('aria-expanded', 'false');
    await expect.element(filter('Plain')).not.toBeInTheDocument();
    await app.reload();
    await expect.element(filter('Plain')).toBeVisible();
    await page.viewport(899, 740);
    await expect.element(filter('Plain')).not.toBeInTheDocument();
    await page.viewport(900, 740);
    await expect.element(filter('Plain')).toBeVisible();
    await page.viewport(360, 740);
    await expect.element(filter('Plain')).not.toBeInTheDocument();
    await userEvent.click(options);
    await expect.element(filter('Plain')).toBeVisible();
  });
});

describe('search', () => {
  const seed = [
    main,
    dish('Svíčková', { product: { name: { en: 'Svíčková' }, description: { en: 'with cream' } } }),
    dish('Broth', { position: 1 }),
  ];

  test('SHELL-03 a word of one dish shows this one only, and nothing is asked of the server', async () => {
    const { server } = await renderApp('/offer/DAY', { seed });
    await expect.poll(shownDishes).toEqual(['Svíčková', 'Broth']);
    await userEvent.fill(searchBox, 'SVICK cream');
    await expect.poll(shownDishes).toEqual(['Svíčková']);
    await userEvent.fill(searchBox, 'pizza');
    await expect.element(page.getByText('Nothing on this menu matches “pizza”.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show all dishes' }));
    await expect.poll(shownDishes).toEqual(['Svíčková', 'Broth']);
    await expect.element(searchBox).toHaveValue('');
    expect(await menuCalls(server)).toHaveLength(1);
  });

  test('SHELL-03 from another page Enter leads to the offer with the text kept, and logout empties it', async () => {
    const { history } = await renderApp('/orders', { seed: [jana, ...seed], as: 'jana' });
    await userEvent.fill(searchBox, 'broth');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(history.location.pathname).toBe('/offer/DAY');
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.poll(shownDishes).toEqual(['Svíčková', 'Broth']);
    await expect.element(searchBox).toHaveValue('');
  });
});

describe('the canteen', () => {
  const three = [
    main,
    garden,
    bistro,
    dish('Broth'),
    dish('Salad', { canteenId: '$garden' }),
    dish('Toast', { canteenId: '$bistro' }),
  ];

  test('OFFER-19 OFFER-20 of several without a default one has to be picked before a menu is read', async () => {
    const { server, reload } = await renderApp('/offer/DAY', { seed: three });
    await expect.element(picker).toBeVisible();
    const names = picker
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Main canteen', 'Garden canteen', 'Bistro']);
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(picker).toBeVisible();
    expect(await menuCalls(server)).toEqual([]);
    await userEvent.click(picker.getByRole('button', { name: 'Bistro' }));
    await expect.poll(shownDishes).toEqual(['Toast']);
    await expect.element(picker).not.toBeInTheDocument();
    const again = await reload();
    await expect.poll(shownDishes).toEqual(['Toast']);
    expect(storedSnapshot(again.storage).selection.canteenId).toBe(server.ids['bistro']);
  });

  test('OFFER-19 with one chosen the picker marks it, closes without a change, and another reloads the menu', async () => {
    await renderApp('/offer/DAY', { seed: three, config: { defaultCanteen: 'main' } });
    await expect.poll(shownDishes).toEqual(['Broth']);
    await userEvent.click(page.getByRole('button', { name: 'Canteen: Main canteen' }));
    await expect
      .element(picker.getByRole('button', { name: 'Main canteen' }))
      .toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(picker).not.toBeInTheDocument();
    await expect.poll(shownDishes).toEqual(['Broth']);
    await pickCanteen('Garden canteen');
    await expect.poll(shownDishes).toEqual(['Salad']);
  });

  test('OFFER-20 the only canteen is selected without asking', async () => {
    await renderApp('/offer/DAY', { seed: [main, dish('Broth')] });
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(picker.elements()).toEqual([]);
  });

  test('CFG-36 OFFER-21 the default is found by key and by id, and a later choice holds', async () => {
    const first = await renderApp('/offer/DAY', { seed: three, config: { defaultCanteen: 'garden' } });
    await expect.poll(shownDishes).toEqual(['Salad']);
    await pickCanteen('Bistro');
    await expect.poll(shownDishes).toEqual(['Toast']);
    first.history.push('/login');
    first.history.push('/offer');
    await expect.poll(shownDishes).toEqual(['Toast']);
    const reloaded = await first.reload();
    await expect.poll(shownDishes).toEqual(['Toast']);
    reloaded.history.push('/login');
    await expect.poll(shownDishes).toEqual([]);
    await renderApp('/offer/DAY', {
      server: first.server,
      storage: storageWith({ language: 'en' }),
      config: { defaultCanteen: first.server.ids['garden'] },
    });
    await expect.poll(shownDishes).toEqual(['Salad']);
  });

  test.each([
    ['en', 'The default canteen is set incorrectly.', 'Notifications'],
    ['cs', 'Výchozí jídelna je nastavena nesprávně.', 'Oznámení'],
  ] as const)('ERR-08 in %s a default that names no canteen is told', async (language, text, region) => {
    await renderApp('/offer/DAY', { seed: three, config: { defaultCanteen: 'nowhere' }, language });
    await expect.element(page.getByLabelText(region).getByText(text)).toBeVisible();
  });

  test('OFFER-22 ERR-08, part of ERR-32: a default that names no canteen is told once, and one is picked by hand', async () => {
    const { platform, reload } = await renderApp('/offer/DAY', {
      seed: three,
      config: { defaultCanteen: 'nowhere' },
    });
    await expect
      .element(page.getByLabelText('Notifications').getByText('The default canteen is set incorrectly.'))
      .toBeVisible();
    expect(platform.toasts.getState().map(({ count }) => count)).toEqual([1]);
    await userEvent.click(picker.getByRole('button', { name: 'Main canteen' }));
    await expect.poll(shownDishes).toEqual(['Broth']);
    const again = await reload();
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(again.platform.toasts.getState()).toEqual([]);
  });
});

describe('what is remembered', () => {
  const seed = [
    main,
    garden,
    jana,
    dish('Broth'),
    dish('Salad', { canteenId: '$garden', filters: ['vegan'] }),
    dish('Cake', { canteenId: '$garden', day: SATURDAY, filters: ['vegan'] }),
    dish('Roast', { canteenId: '$garden', day: SATURDAY, position: 1 }),
  ];
  const config = { defaultCanteen: 'main' };
  const chooseAll = async () => {
    await expect.poll(shownDishes).toEqual(['Broth']);
    await pickCanteen('Garden canteen');
    await expect.poll(shownDishes).toEqual(['Salad']);
    await userEvent.click(inStrip(/^Saturday 21/));
    await expect.poll(shownDishes).toEqual(['Cake', 'Roast']);
    await userEvent.click(filter('Vegan'));
    await expect.poll(shownDishes).toEqual(['Cake']);
    await userEvent.click(page.getByRole('radio', { name: 'Week' }));
    await expect.poll(shownDishes).toEqual(['Salad', 'Cake']);
  };

  test('CFG-52 OFFER-33 OFFER-15 DATA-22 NAV-01 day, canteen, filters and period are there after another page and a reload', async () => {
    const app = await renderApp('/offer/DAY', { seed, as: 'jana', config });
    await chooseAll();
    expect(storedSnapshot(app.storage).selection).toEqual({
      selectedDay: SATURDAY,
      selectedDayTimestamp: Date.parse(`${SATURDAY}T00:00:00+01:00`),
      canteenId: app.server.ids['garden'],
      filters: ['vegan'],
      periodSelected: 'WEEK',
    });
    const expectAll = async (history: typeof app.history) => {
      await expect.poll(shownDishes).toEqual(['Salad', 'Cake']);
      await expect.element(inStrip(/^Saturday 21/)).toHaveAttribute('aria-pressed', 'true');
      await expect.element(filter('Vegan')).toHaveAttribute('aria-pressed', 'true');
      expect(history.location.pathname).toBe('/offer/WEEK');
    };
    app.history.push('/orders');
    await expect.poll(shownDishes).toEqual([]);
    app.history.push('/');
    await expectAll(app.history);
    app.history.push('/orders');
    await expect.poll(shownDishes).toEqual([]);
    const again = await app.reload();
    again.history.push('/');
    await expectAll(again.history);
  });

  test('CFG-52 OFFER-33 the days of a custom period are there after another page and a reload', async () => {
    const app = await renderApp('/offer/TIMESPAN', { seed, as: 'jana', config });
    await expect.poll(shownDishes).toEqual(['Broth']);
    await userEvent.click(page.getByRole('button', { name: /^Fri 20/ }));
    const day = (name: RegExp) => page.getByRole('button', { name }).last();
    await userEvent.click(day(/^Saturday 21. November/));
    await userEvent.click(day(/^Monday 23. November/));
    const chosen = '?start=2026-11-21&end=2026-11-23';
    await expect.poll(() => app.history.location.search).toBe(chosen);
    expect(storedSnapshot(app.storage).selection).toMatchObject({ start: '2026-11-21', end: '2026-11-23' });
    app.history.push('/orders');
    await expect.poll(shownDishes).toEqual([]);
    app.history.push('/offer/TIMESPAN');
    await expect.poll(() => app.history.location.search).toContain('start=2026-11-21&end=2026-11-23');
    app.history.push('/orders');
    const again = await app.reload();
    again.history.push('/offer/TIMESPAN');
    await expect.poll(() => again.history.location.search).toContain('start=2026-11-21&end=2026-11-23');
  });

  test('OFFER-34 NAV-02 AUTH-15 logout resets day, canteen and filters, and the period chosen last stays', async () => {
    const app = await renderApp('/offer/DAY', { seed, as: 'jana', config });
    await chooseAll();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(app.history.location.pathname).toBe('/offer/WEEK');
    await expect.element(inStrip(/^Friday 20/)).toHaveAttribute('aria-pressed', 'true');
    await expect.element(page.getByRole('button', { name: 'Canteen: Main canteen' })).toBeVisible();
    expect(storedSnapshot(app.storage).selection).toEqual({ periodSelected: 'WEEK' });
  });

  test.each([
    ['day', 'WEEK', '/offer/DAY'],
    ['week', 'DAY', '/offer/WEEK'],
    ['custom', 'WEEK', '/offer/TIMESPAN'],
  ] as const)(
    'NAV-01 the start is the time span of the session, %s, before the period chosen last, %s',
    async (timespan, periodSelected, start) => {
      const session = { auth: false, authentication: {}, keepLogged: false, timespan };
      const storage = storageWith({ language: 'en', session, selection: { periodSelected } });
      const { history } = await renderApp('/', { seed, config, storage });
      await expect.poll(shownDishes).toEqual(['Broth']);
      expect(history.location.pathname).toBe(start);
    },
  );

  test('NAV-02 without anything chosen the start is the day', async () => {
    const { history } = await renderApp('/', { seed, config });
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(history.location.pathname).toBe('/offer/DAY');
  });

  test('OFFER-35 CFG-16 a guest may choose canteen, filter, day, options and period', async () => {
    await renderApp('/offer/DAY', { seed, config });
    await chooseAll();
    await userEvent.click(options);
    await expect.element(options).toHaveAttribute('aria-expanded', 'false');
  });

  test('DATA-22 a day that is past by now is not selected again, and what cannot be read is dropped', async () => {
    const { server } = await renderApp('/login', { seed });
    const session = { auth: false, authentication: {}, keepLogged: false };
    await renderApp('/offer', {
      server,
      config,
      storage: storageWith({
        language: 'en',
        session,
        selection: { selectedDay: '2020-01-01' as never, filters: [], canteenId: server.ids['garden'] ?? 0 },
      }),
    });
    await expect.poll(shownDishes).toEqual(['Salad']);
    await renderApp('/offer', {
      server,
      config,
      storage: storageWith({ language: 'en', session, selection: { canteenId: 'many' } as never }),
    });
    await expect.poll(shownDishes).toEqual(['Salad', 'Broth']);
  });

  test.each([
    ['DAY', { selectedDay: '9999-12-31' }],
    ['TIMESPAN', { start: '9999-12-30', end: '9999-12-31' }],
    ['TIMESPAN', { start: FRIDAY, end: '2100-01-01' }],
  ])('a remembered %s that no menu reaches is not selected again: %j', async (periodSelected, days) => {
    const session = { auth: false, authentication: {}, keepLogged: false };
    const selection = { periodSelected, ...days } as never;
    const { history } = await renderApp('/offer', {
      seed,
      config,
      storage: storageWith({ language: 'en', session, selection }),
    });
    await expect.poll(() => history.location.pathname).toBe(`/offer/${periodSelected}`);
    await expect.element(page.getByRole('group', { name: 'Period' })).toBeVisible();
    expect(history.location.search).not.toMatch(/9999|2100/);
  });
});
