import { page, userEvent, type Locator } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { card } from '../../../test/offer-page.ts';
import {
  bistro,
  dish,
  FRIDAY,
  garden,
  jana,
  main,
  SATURDAY,
  shownDishes,
  SUNDAY,
} from '../../../test/offer-seeds.ts';
import { pickCanteen } from '../../../test/pick-canteen.ts';
import { renderApp } from '../../../test/render-app.ts';
import type { TestServer } from '../../../test/test-server.ts';

const MONDAY = '2026-11-16';
const WEDNESDAY = '2026-11-18';
const NEXT_MONDAY = '2026-11-23';

const period = (name: string) => page.getByRole('radio', { name });
const day = (name: string | RegExp) =>
  page.getByRole('group', { name: 'Days' }).getByRole('button', { name });

/** The queries of the menu calls so far. */
const menuCalls = async (server: TestServer) =>
  (await server.requests(/GET .*\/canteenmenu/)).map(({ path }) =>
    Object.fromEntries(new URL(path, 'http://canteen').searchParams),
  );

/** The texts of the headings of a level within, in their order. */
const headings = (level: number, within: Locator = page.getByRole('main')) =>
  within
    .getByRole('heading', { level })
    .elements()
    .map(({ textContent }) => textContent);

describe('period and day', () => {
  test('OFFER-01 OFFER-02 the period is chosen on the page and in the address, and bounds what is listed', async () => {
    const { history } = await renderApp('/offer/DAY', {
      seed: [
        main,
        dish('Broth'),
        dish('Roast', { day: SUNDAY }),
        dish('Stew', { day: NEXT_MONDAY }),
        dish('Pie', { day: '2026-12-04' }),
      ],
    });
    await expect.poll(shownDishes).toEqual(['Broth']);
    await userEvent.click(day(/^Sunday 22/));
    await expect.poll(shownDishes).toEqual(['Roast']);
    await userEvent.click(day(/^Friday 20/));
    await expect.poll(shownDishes).toEqual(['Broth']);

    await userEvent.click(period('Week'));
    await expect.poll(shownDishes).toEqual(['Broth', 'Roast']);
    expect(history.location.pathname).toBe('/offer/WEEK');
    await expect.element(period('Week')).toBeChecked();

    await userEvent.click(period('Custom'));
    await expect.poll(shownDishes).toEqual(['Broth', 'Roast', 'Stew']);
    expect(history.location.pathname).toBe('/offer/TIMESPAN');

    await userEvent.click(period('Day'));
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(history.location.pathname).toBe('/offer/DAY');
  });

  test('OFFER-03 the week of a Wednesday goes from Monday to Sunday', async () => {
    await renderApp(`/offer/DAY?day=${WEDNESDAY}`, {
      now: '2026-11-16T06:00:00Z',
      seed: [
        main,
        dish('Last Sunday', { day: '2026-11-15' }),
        dish('Monday', { day: MONDAY }),
        dish('Wednesday', { day: WEDNESDAY }),
        dish('Sunday', { day: SUNDAY }),
        dish('Next Monday', { day: NEXT_MONDAY }),
      ],
    });
    await expect.poll(shownDishes).toEqual(['Wednesday']);
    await userEvent.click(period('Week'));
    await expect.poll(shownDishes).toEqual(['Monday', 'Wednesday', 'Sunday']);
  });

  test('OFFER-02 OFFER-03 OFFER-06 of a server that sends any days in any order the chosen ones are listed in theirs', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    const names = { [NEXT_MONDAY]: 'Next', [SUNDAY]: 'Roast', [FRIDAY]: 'Broth', [MONDAY]: 'Stew' };
    const sent = Object.entries(names).map(([date, name]) => ({ date, name, price: 40 }));
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(sent) });
    await renderApp(`/offer/WEEK?day=${FRIDAY}`, { server });
    await expect.poll(shownDishes).toEqual(['Stew', 'Broth', 'Roast']);
    expect(headings(2).filter((name) => name?.includes('November'))).toEqual([
      'Monday 16. November',
      'Friday 20. November',
      'Sunday 22. November',
    ]);
    await userEvent.click(period('Day'));
    await expect.poll(shownDishes).toEqual(['Broth']);
    await userEvent.click(period('Custom'));
    await expect.poll(shownDishes).toEqual(['Broth', 'Roast', 'Next']);
  });

  test('OFFER-05 API-47 API-48 the menu is read once for what is chosen, and again only when that changes', async () => {
    const { server, history } = await renderApp('/offer/DAY', {
      config: { defaultCanteen: 'main' },
      seed: [
        main,
        garden,
        dish('Broth'),
        dish('Roast', { day: SATURDAY }),
        dish('Salad', { canteenId: '$garden' }),
        dish('Cake', { canteenId: '$garden', day: SATURDAY }),
        dish('Stew', { canteenId: '$garden', day: NEXT_MONDAY }),
      ],
    });
    await expect.poll(shownDishes).toEqual(['Broth']);
    // The address follows the day that the server chose, without asking once more.
    await expect.poll(() => history.location.search).toContain(FRIDAY);
    const canteenId = String(server.ids['main']);
    expect(await menuCalls(server)).toEqual([{ timeSpan: 'day', canteenId }]);
    expect(await server.requests(/GET .*\/canteens/)).toHaveLength(1);

    const step = async (act: () => Promise<unknown>, names: string[], calls: object[]) => {
      await server.forgetRequests();
      await act();
      await expect.poll(shownDishes).toEqual(names);
      // What is cached is shown before its call arrives.
      await expect.poll(() => menuCalls(server)).toEqual(calls);
    };
    const saturday = { timeSpan: 'day', canteenId, from: SATURDAY, to: SATURDAY };
    await step(() => userEvent.click(day(/^Saturday 21/)), ['Roast'], [saturday]);
    const friday = { timeSpan: 'day', canteenId, from: FRIDAY, to: FRIDAY };
    await step(() => userEvent.click(day(/^Friday 20/)), ['Broth'], [friday]);
    await step(() => userEvent.click(day(/^Saturday 21/)), ['Roast'], [saturday]);

    const other = String(server.ids['garden']);
    await step(() => pickCanteen('Garden canteen'), ['Cake'], [{ ...saturday, canteenId: other }]);
    const week = { timeSpan: 'week', canteenId: other, from: MONDAY, to: SUNDAY };
    await step(() => userEvent.click(period('Week')), ['Salad', 'Cake'], [week]);
    // Another day of the week on screen is no other choice.
    await step(() => userEvent.click(day(/^Friday 20/)), ['Salad', 'Cake'], []);
    await expect.element(day(/^Friday 20/)).toHaveAttribute('aria-pressed', 'true');
    expect(await menuCalls(server)).toEqual([]);
    const next = { ...week, from: NEXT_MONDAY, to: '2026-11-29' };
    await step(() => userEvent.click(day(/^Monday 23/)), ['Stew'], [next]);

    const custom = { timeSpan: 'custom', canteenId: other, from: FRIDAY, to: '2026-12-03' };
    await step(() => userEvent.click(period('Custom')), ['Salad', 'Cake', 'Stew'], [custom]);
    const choose = async () => {
      await userEvent.click(page.getByRole('button', { name: /^Fri 20/ }));
      for (const name of [/^Saturday 21. November/, /^Monday 23. November/])
        await userEvent.click(page.getByRole('button', { name }).last());
    };
    await step(choose, ['Cake', 'Stew'], [{ ...custom, from: SATURDAY, to: NEXT_MONDAY }]);
  });

  test('OFFER-05 a custom period begins today and is asked for at once', async () => {
    const { server } = await renderApp('/offer/TIMESPAN', {
      seed: [main, dish('Stew', { day: NEXT_MONDAY })],
    });
    await expect.poll(shownDishes).toEqual(['Stew']);
    expect(await menuCalls(server)).toEqual([
      { timeSpan: 'custom', canteenId: String(server.ids['main']), from: FRIDAY, to: '2026-12-03' },
    ]);
  });

  test.each(['DAY', 'WEEK'])(
    'OFFER-12 %s opens at the first available day when the one wanted has none',
    async (name) => {
      const { server, history } = await renderApp(`/offer/${name}?day=${FRIDAY}`, {
        seed: [main, dish('Roast', { day: NEXT_MONDAY })],
      });
      await expect.poll(shownDishes).toEqual(['Roast']);
      await expect.element(day(/^Monday 23/)).toHaveAttribute('aria-pressed', 'true');
      expect(history.location.search).toContain(NEXT_MONDAY);
      expect(await menuCalls(server)).toHaveLength(2);
    },
  );

  test('OFFER-12 the week of a closed day stays on screen', async () => {
    const { history } = await renderApp('/offer/WEEK?day=2026-11-12', {
      seed: [main, dish('Stew', { day: '2026-11-11' }), dish('Broth')],
    });
    await expect.poll(shownDishes).toEqual(['Stew']);
    await expect.poll(() => history.location.search).toContain('2026-11-11');
  });

  test.each(['DAY', 'WEEK'])(
    'OFFER-12 %s without a day opens at the first one of the answer',
    async (name) => {
      const { server } = await renderApp(`/offer/${name}`, {
        seed: [main, dish('Roast', { day: NEXT_MONDAY })],
      });
      await expect.poll(shownDishes).toEqual(['Roast']);
      await expect.element(day(/^Monday 23/)).toHaveAttribute('aria-pressed', 'true');
      expect(await menuCalls(server)).toHaveLength(1);
    },
  );
});

describe('what is listed', () => {
  test('OFFER-06 OFFER-07 dishes stand under their day, ascending, and under their group', async () => {
    await renderApp('/offer/TIMESPAN', {
      seed: [
        main,
        dish('Cake', { day: SUNDAY, mealGroup: { en: 'Dessert' } }),
        dish('Broth', { mealGroup: { en: 'Soup' } }),
        dish('Roast', { day: SATURDAY, mealGroup: { en: 'Main' } }),
        dish('Goulash', { mealGroup: { en: 'Main' }, position: 1 }),
        dish('Lentils', { mealGroup: { en: 'Soup' }, position: 2 }),
      ],
    });
    await expect
      .poll(() => headings(2))
      .toEqual(['Friday 20. November', 'Saturday 21. November', 'Sunday 22. November']);
    const friday = page.getByRole('region', { name: 'Friday 20. November' });
    expect(headings(3, friday)).toEqual(['Soup', 'Main']);
    expect(headings(4, friday.getByRole('region', { name: 'Soup' }))).toEqual(['Broth', 'Lentils']);
    expect(headings(4, friday.getByRole('region', { name: 'Main' }))).toEqual(['Goulash']);
    expect(headings(4, page.getByRole('region', { name: 'Sunday 22. November' }))).toEqual(['Cake']);
  });

  test('OFFER-31 where there is nothing the page says so, and other days can be chosen', async () => {
    const { server } = await renderApp(`/offer/DAY?day=${FRIDAY}`, { seed: [main] });
    await expect.element(page.getByRole('heading', { name: 'Nothing on offer' })).toBeVisible();
    await server.seed([dish('Roast', { day: SATURDAY })]);
    await userEvent.click(period('Week'));
    await userEvent.click(day(/^Saturday 21/));
    await expect.poll(shownDishes).toEqual(['Roast']);
  });

  test('DATA-04 OFFER-36 filters, calendar and dishes are drawn from the answer', async () => {
    await renderApp('/offer/DAY', {
      seed: [
        main,
        dish('Salad', { filters: ['vegan', 'vegetarian'] }),
        dish('Omelette', { filters: ['vegetarian'], position: 1 }),
        dish('Roast', { position: 2 }),
        dish('Stew', { day: SUNDAY }),
      ],
    });
    await expect.poll(shownDishes).toEqual(['Salad', 'Omelette', 'Roast']);
    await expect.element(day(/^Friday 20/)).not.toHaveAttribute('aria-disabled');
    await expect.element(day(/^Sunday 22/)).not.toHaveAttribute('aria-disabled');
    await expect.element(day(/^Saturday 21.*nothing on offer/)).toHaveAttribute('aria-disabled', 'true');

    const filters = page.getByRole('group', { name: 'Filters' });
    await userEvent.click(filters.getByRole('button', { name: 'Vegetarian' }));
    await expect.poll(shownDishes).toEqual(['Salad', 'Omelette']);
    await userEvent.click(filters.getByRole('button', { name: 'Vegetarian' }));
    await userEvent.click(filters.getByRole('button', { name: 'Vegan' }));
    await expect.poll(shownDishes).toEqual(['Salad']);
    await userEvent.click(filters.getByRole('button', { name: 'Vegan' }));
    await expect.poll(shownDishes).toEqual(['Salad', 'Omelette', 'Roast']);
  });

  test('OFFER-31 with filters that nothing answers to the page says so and offers to show all', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    const menu = { name: 'Broth', filter: 'a', price: 40 };
    const filters = [
      { id: 'a', name: 'Plain' },
      { id: 'b', name: 'Spicy' },
    ];
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu([menu], { filters }) });
    await renderApp('/offer/DAY?filter=b', { server });
    await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show all dishes' }));
    await expect.poll(shownDishes).toEqual(['Broth']);
  });

  test('OFFER-31 filters that nothing answers to are said also of a week with a closed day', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    const menu = { name: 'Broth', filter: 'a', price: 40 };
    const filters = [{ id: 'b', name: 'Spicy' }];
    const closedDays = [{ date: '2026-11-19', reason: 'Holiday' }];
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu([menu], { filters, closedDays }) });
    await renderApp('/offer/WEEK?day=2026-11-20&filter=b', { server });
    await userEvent.click(page.getByRole('button', { name: 'Show all dishes' }));
    await expect.poll(shownDishes).toEqual(['Broth']);
  });

  test('OFFER-39 DATA-04 closed days are marked with their reason in the calendar and among the days', async () => {
    const { server } = await renderApp('/offer/WEEK', { seed: [main, dish('Broth')] });
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(day(/closed/).elements()).toEqual([]);
    expect(page.getByText('Holiday').elements()).toEqual([]);

    const closedDays = [{ date: '2026-11-19', reason: 'Holiday' }, { date: SATURDAY }];
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Broth', price: 40 }], { closedDays }),
    });
    await userEvent.click(period('Day'));
    await expect.element(day(/^Thursday 19.*closed: Holiday/)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(day(/^Saturday 21.*closed$/)).toBeInTheDocument();
    // On a touch screen the reason can be read by pressing the day.
    await userEvent.click(day(/^Thursday 19/), { force: true });
    await expect
      .element(page.getByLabelText('Notifications').getByText('Holiday', { exact: true }))
      .toBeVisible();
    await userEvent.click(period('Week'));
    const thursday = page.getByRole('region', { name: 'Thursday 19. November' });
    await expect.element(thursday.getByText('Closed: Holiday')).toBeVisible();

    await server.clearFaults();
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Broth', price: 40 }], {
        closedDays: [{ date: SATURDAY, reason: 'Fair' }],
      }),
    });
    await renderApp(`/offer/TIMESPAN?start=${FRIDAY}&end=${SUNDAY}`, { server });
    const saturday = page.getByRole('region', { name: 'Saturday 21. November' });
    await expect.element(saturday.getByText('Closed: Fair')).toBeVisible();
  });
});

describe('canteens', () => {
  const three = [
    main,
    garden,
    bistro,
    dish('Broth'),
    dish('Salad', { canteenId: '$garden' }),
    dish('Toast', { canteenId: '$bistro' }),
  ];

  test('DATA-03 the canteens are picked by name and asked for by id', async () => {
    const { server } = await renderApp('/offer/DAY', { seed: three, config: { defaultCanteen: 'main' } });
    await expect.poll(shownDishes).toEqual(['Broth']);
    await pickCanteen('Bistro');
    await expect.poll(shownDishes).toEqual(['Toast']);
    expect((await menuCalls(server)).at(-1)).toMatchObject({ canteenId: String(server.ids['bistro']) });
  });

  test('DATA-03 the configured default names the key or the id', async () => {
    const { server } = await renderApp('/offer/DAY', { seed: three, config: { defaultCanteen: 'garden' } });
    await expect.poll(shownDishes).toEqual(['Salad']);
    await renderApp('/offer/DAY', { server, config: { defaultCanteen: server.ids['bistro'] } });
    await expect.element(card('Toast')).toBeVisible();
  });
});

describe('while and after reading', () => {
  const seed = [
    main,
    garden,
    dish('Broth'),
    dish('Roast', { day: SATURDAY }),
    dish('Salad', { canteenId: '$garden' }),
  ];
  const config = { defaultCanteen: 'main' };
  const failure = { status: 500, body: { success: false, message: 'The kitchen is on fire' } };

  test('OFFER-30, part of DATA-35: canteens are seen to be read, to fail and to be there, and the menu is not asked for before', async () => {
    const server = (await renderApp('/orders', { seed })).server;
    const held = await server.fault(/GET .*\/canteens/, { hold: true }, 1);
    await renderApp('/offer/DAY', { server, config });
    await expect.element(page.getByText('Loading the canteens')).toBeInTheDocument();
    expect(await menuCalls(server)).toEqual([]);
    await held.release();
    await expect.element(card('Broth')).toBeVisible();
    expect(page.getByText('Loading the canteens').elements()).toEqual([]);
  });

  test('OFFER-30, part of DATA-35: canteens that cannot be read are read again by hand', async () => {
    const server = (await renderApp('/login', { seed })).server;
    await server.fault(/GET .*\/canteens/, { answer: failure }, 1);
    await renderApp('/offer/DAY', { server, config });
    await expect
      .element(page.getByRole('heading', { name: 'The canteens could not be loaded' }))
      .toBeVisible();
    await expect.element(page.getByText('The kitchen is on fire')).toBeVisible();
    // Its heading no longer waits for a day.
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Menu', exact: true }))
      .toHaveTextContent(/^Menu$/);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(card('Broth')).toBeVisible();
  });

  test('OFFER-30, part of DATA-35: the menu is seen to be read, to fail and to be there', async () => {
    const server = (await renderApp('/login', { seed })).server;
    const held = await server.fault(/GET .*canteenmenu/, { hold: true }, 1);
    await renderApp('/offer/DAY', { server, config });
    await expect.element(page.getByText('Loading the menu')).toBeInTheDocument();
    expect(shownDishes()).toEqual([]);
    await held.release();
    await expect.element(card('Broth')).toBeVisible();
    expect(page.getByText('Loading the menu').elements()).toEqual([]);

    await server.fault(/GET .*canteenmenu/, { answer: failure }, 1);
    await userEvent.click(day(/^Saturday 21/));
    await expect.element(page.getByRole('heading', { name: 'The menu could not be loaded' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(card('Roast')).toBeVisible();
  });

  test('OFFER-36 an answer for what is no longer chosen is ignored', async () => {
    const server = (await renderApp('/login', { seed })).server;
    // What the browser keeps of answers is full after 250 of them.
    performance.clearResourceTimings();
    const held = await server.fault(
      new RegExp(`canteenmenu.*canteenId=${server.ids['main']}`),
      { hold: true },
      1,
    );
    await renderApp('/offer/DAY', { server, config: { defaultCanteen: 'main' } });
    await pickCanteen('Garden canteen');
    await expect.poll(shownDishes).toEqual(['Salad']);
    await held.release();
    // The late answer has arrived, or was given up.
    const late = () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes(`canteenId=${server.ids['main']}`));
    await expect.poll(late).not.toEqual([]);
    expect(shownDishes()).toEqual(['Salad']);
  });

  test('a re-read that fails keeps what was there, says so and can be repeated', async () => {
    const { server } = await renderApp('/offer/DAY', { seed: [jana, ...seed], as: 'jana', config });
    const order = card('Broth').getByRole('button', { name: /^Order/ });
    await expect.element(order).toBeEnabled();
    await server.fault(/GET .*canteenmenu/, { answer: failure });
    await userEvent.click(order);
    await expect
      .element(page.getByRole('heading', { name: 'The menu on screen may be out of date' }))
      .toBeVisible();
    expect(shownDishes()).toEqual(['Broth']);
    await server.clearFaults();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(() => page.getByText('may be out of date').elements()).toEqual([]);
  });

  test('API-54 a logged-in customer who opens the offer reads the orders once, however late the menu comes', async () => {
    const server = (await renderApp('/login', { seed: [jana, ...seed] })).server;
    // So late that orders read at first count as old by then.
    await server.fault(/GET .*canteenmenu/, { delayMs: 1_500 }, 1);
    await renderApp('/offer/DAY', { server, as: 'jana', config });
    await expect.element(card('Broth'), { timeout: 5_000 }).toBeVisible();
    expect(await server.requests(/GET .*customer\/canteenorders/)).toHaveLength(1);
  });

  test('dishes come with what the customer ordered of them, and never later', async () => {
    const order = { make: 'order', with: { customer: 'jana', offering: 'Broth' } } as const;
    const server = (await renderApp('/login', { seed: [jana, ...seed, order] })).server;
    const held = await server.fault(/GET .*customer\/canteenorders/, { hold: true }, 1);
    await renderApp('/offer/DAY', { server, as: 'jana', config });
    // The menu is there: it names the day.
    await expect.element(page.getByRole('heading', { level: 1, name: 'Friday 20. November' })).toBeVisible();
    expect(shownDishes()).toEqual([]);
    await held.release();
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(card('Broth')).toHaveTextContent('Ordered');
  });

  test('OFFER-33 a filter stays on though the menu comes before the orders', async () => {
    const dishes = [dish('Broth', { filters: ['vegan'] }), dish('Goulash', { position: 1 })];
    const server = (await renderApp('/login', { seed: [main, jana, ...dishes] })).server;
    const held = await server.fault(/GET .*customer\/canteenorders/, { hold: true }, 1);
    const { history } = await renderApp('/offer/DAY?filter=vegan', { server, as: 'jana', config });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Friday 20. November' })).toBeVisible();
    await held.release();
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(history.location.search).toContain('filter=vegan');
  });

  test('orders that are long in coming hold the menu back for three seconds', async () => {
    const server = (await renderApp('/login', { seed: [jana, ...seed] })).server;
    const held = await server.fault(/GET .*customer\/canteenorders/, { hold: true });
    await renderApp('/offer/DAY', { server, as: 'jana', config });
    await expect.element(card('Broth'), { timeout: 10_000 }).toBeVisible();
    await held.release();
  });

  test('orders that cannot be read hold no menu back', async () => {
    const server = (await renderApp('/login', { seed: [jana, ...seed] })).server;
    await server.fault(/GET .*customer\/canteenorders/, { answer: failure });
    await renderApp('/offer/DAY', { server, as: 'jana', config });
    await expect.element(card('Broth')).toBeVisible();
  });

  test('API-54 OFFER-23 a guest reads no orders and has no summary of them', async () => {
    const { server } = await renderApp('/offer/DAY', { seed, config });
    await expect.poll(shownDishes).toEqual(['Broth']);
    expect(await server.requests(/canteenorders/)).toEqual([]);
    expect(page.getByRole('region', { name: 'Your orders' }).elements()).toEqual([]);
  });
});
