import { calendarDay, addDays } from '@refectory/domain/day';
import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';
import type { TestServer } from '../../../test/test-server.ts';

const main = { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } } as const;
const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;

/** The clock of the tests begins on this Friday. */
const FRIDAY = calendarDay('2026-11-20');
const SUNDAY = '2026-11-22';

const dish = (name: string, day: string = FRIDAY, more: object = {}) =>
  ({
    make: 'offering',
    as: name,
    with: { day, canteenId: '$main', product: { name: { en: name } }, ...more },
  }) as const;

const dishes = () =>
  page
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h3, h4')?.textContent);
const dayHeadings = () => page.getByRole('heading', { level: 2, name: /November|December/ }).elements();
const inStrip = (name: string | RegExp) =>
  page.getByRole('group', { name: 'Days' }).getByRole('button', { name });
const calendar = page.getByRole('dialog');
const inCalendar = (name: string | RegExp) => calendar.getByRole('button', { name });
const menuCalls = async (server: TestServer) =>
  (await server.requests(/GET .*\/canteenmenu/)).map(({ path }) =>
    Object.fromEntries(new URL(path, 'http://canteen').searchParams),
  );

/** Answers every menu call with one dish on each of so many days from the Friday on. */
const manyDays = (count: number) =>
  handMadeMenu(
    Array.from({ length: count }, (_, index) => ({
      name: `Dish ${index}`,
      price: 40,
      date: addDays(FRIDAY, index),
    })),
  );

describe('the custom period', () => {
  test('OFFER-13 one that is too long in the address is shortened, and says so', async () => {
    await renderApp('/offer/TIMESPAN?start=2026-11-20&end=2027-11-20', { seed: [main, dish('Broth')] });
    await expect.poll(dishes).toEqual(['Broth']);
    await expect
      .element(page.getByText('At most 62 days are shown at once, here up to 20. 01.', { exact: true }))
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Fri 20. 11. – Wed 20. 01.' }));
    await expect.element(calendar.getByText('At most 62 days at once.')).toBeVisible();
  });

  test('OFFER-04 OFFER-13 its first and last day are chosen in a calendar, stand in the address and stay', async () => {
    const { server, history, reload } = await renderApp('/offer/TIMESPAN', {
      seed: [
        main,
        dish('Broth'),
        dish('Roast', SUNDAY),
        dish('Stew', '2026-11-25'),
        dish('Pie', '2026-11-26'),
      ],
    });
    await expect.poll(dishes).toEqual(['Broth', 'Roast', 'Stew', 'Pie']);
    await userEvent.click(page.getByRole('button', { name: 'Fri 20. 11. – Thu 03. 12.' }));
    // Saturday has no offer.
    await userEvent.click(inCalendar(/^Saturday 21. November/));
    await userEvent.click(inCalendar(/^Wednesday 25. November/));
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.poll(dishes).toEqual(['Roast', 'Stew']);
    expect(history.location.search).toBe('?start=2026-11-21&end=2026-11-25');
    expect((await menuCalls(server)).at(-1)).toMatchObject({
      timeSpan: 'custom',
      from: '2026-11-21',
      to: '2026-11-25',
    });
    await reload();
    await expect.element(page.getByRole('button', { name: 'Sat 21. 11. – Wed 25. 11.' })).toBeVisible();
    await expect.poll(dishes).toEqual(['Roast', 'Stew']);
  });

  test('its groups are found by their day', async () => {
    await renderApp('/offer/TIMESPAN', { seed: [main, dish('Broth'), dish('Roast', SUNDAY)] });
    await expect.poll(dishes).toEqual(['Broth', 'Roast']);
    const names = page
      .getByRole('region', { name: /^Main course/ })
      .elements()
      .map((region) =>
        region
          .getAttribute('aria-labelledby')
          ?.split(' ')
          .map((id) => document.getElementById(id)?.textContent),
      );
    expect(names).toEqual([
      ['Main course', expect.stringMatching(/^Friday 20. November/)],
      ['Main course', expect.stringMatching(/^Sunday 22. November/)],
    ]);
  });

  test('OFFER-14 OFFER-16 FMT-15 the calendar begins on Monday, and is used by the keyboard alone', async () => {
    await renderApp('/offer/TIMESPAN', { seed: [main, dish('Broth'), dish('Roast', SUNDAY)] });
    await expect.poll(dishes).toEqual(['Broth', 'Roast']);
    const button = page.getByRole('button', { name: /^Fri 20/ });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(inCalendar(/^Friday 20. November, today/)).toHaveFocus();
    expect(calendar.element().querySelector('thead th')?.textContent).toBe('Mon');
    // Yesterday is before the limit, so the focus stays; Enter begins the period and leads on to the next day.
    await userEvent.keyboard('{ArrowLeft}{Enter}{ArrowRight}{Enter}');
    await expect.element(page.getByRole('button', { name: 'Fri 20. 11. – Sun 22. 11.' })).toHaveFocus();
    await expect.poll(dishes).toEqual(['Broth', 'Roast']);
  });

  test('OFFER-16, part of FORM-36: the row of days has none after the limit', async () => {
    await renderApp('/offer/DAY', {
      seed: [main, dish('Broth'), dish('Roast', SUNDAY), dish('Late', calendarDay('2026-11-27'))],
      config: { maxDaysAhead: 3 },
    });
    await expect.poll(dishes).toEqual(['Broth']);
    const strip = page.getByRole('group', { name: 'Days' });
    await expect
      .element(strip.getByRole('button', { name: /^Sunday 22/ }))
      .not.toHaveAttribute('aria-disabled');
    await expect
      .element(strip.getByRole('button', { name: /^Friday 27/ }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  test('OFFER-16, part of FORM-36: neither yesterday nor a day after the limit can be chosen', async () => {
    const { history } = await renderApp('/offer/TIMESPAN', {
      seed: [main, dish('Broth')],
      config: { maxDaysAhead: 12 },
    });
    await userEvent.click(page.getByRole('button', { name: /^Fri 20/ }));
    await expect.element(inCalendar(/^Thursday 19. November/)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(inCalendar(/^Friday 20. November/)).not.toHaveAttribute('aria-disabled');
    await expect.element(inCalendar('Previous month')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(inCalendar('Next month'));
    await expect.element(inCalendar(/^Thursday 3. December/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(inCalendar(/^Thursday 3. December/), { force: true });
    // It keeps the keyboard, which would otherwise be nowhere.
    await expect.element(inCalendar('Next month')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(inCalendar('Next month')).toHaveFocus();
    expect(history.location.search).toBe('');
    await userEvent.click(inCalendar(/^Wednesday 2. December/));
    await userEvent.click(inCalendar(/^Tuesday 1. December/));
    await expect.poll(() => history.location.search).toBe('?start=2026-12-01&end=2026-12-02');
  });
});

describe('the calendar of a day', () => {
  test('OFFER-14 OFFER-15 available days, closed days and days with orders are told apart, and one is chosen', async () => {
    const { server } = await renderApp('/login', {
      seed: [
        main,
        jana,
        dish('Broth'),
        { make: 'order', as: 'order', with: { customer: 'jana', offering: 'Broth' } },
      ],
    });
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu(
        [
          { name: 'Broth', price: 40 },
          { name: 'Stew', price: 40, date: '2026-12-18' },
        ],
        { closedDays: [{ date: '2026-11-24', reason: 'Stocktaking' }] },
      ),
    });
    const app = await renderApp('/offer/DAY', { server, as: 'jana' });
    await expect.poll(dishes).toEqual(['Broth']);
    await expect.element(inStrip(/^Friday 20/)).not.toHaveAttribute('aria-disabled');
    await expect
      .element(inStrip('Wednesday 25. November, nothing on offer'))
      .toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(page.getByRole('button', { name: 'Calendar' }));
    const friday = inCalendar(/^Friday 20. November, today, ordered$/);
    await expect.element(friday).toBeVisible();
    await expect.element(friday.element().closest('td') ?? friday).toHaveAttribute('aria-selected', 'true');
    await expect
      .element(inCalendar('Tuesday 24. November, closed: Stocktaking'))
      .toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(calendar.getByText('Tue 24. 11. closed: Stocktaking', { exact: true }))
      .toBeVisible();
    await expect
      .element(inCalendar('Wednesday 25. November, nothing on offer'))
      .toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(inCalendar(/^Wednesday 25/), { force: true });
    await userEvent.click(inCalendar('Next month'));
    await userEvent.click(inCalendar('Friday 18. December'));
    await expect.poll(dishes).toEqual(['Stew']);
    expect(app.history.location.search).toContain('2026-12-18');
    expect(storedSnapshot(app.storage).selection).toMatchObject({
      selectedDay: '2026-12-18',
      selectedDayTimestamp: Date.parse('2026-12-18T00:00:00+01:00'),
    });
  });

  test.each(['2001-01-01', '2099-12-31', '2027-01-15', '2027-01-16'])(
    'the row of days is no longer for a day that is far from today: %s',
    async (day) => {
      await renderApp(`/offer/DAY?day=${day}`, { seed: [main, dish('Broth', day)] });
      await expect.poll(dishes).toEqual(['Broth']);
      await expect
        .element(page.getByRole('group', { name: 'Days' }).getByRole('button', { pressed: true }))
        .toBeVisible();
      const days = page.getByRole('group', { name: 'Days' }).getByRole('button').elements();
      expect(days.length).toBeGreaterThanOrEqual(21);
      expect(days.length).toBeLessThan(85);
    },
  );

  test.each(['DAY', 'WEEK'])(
    'OFFER-16 in the calendar of %s neither a day before today nor one after the limit can be chosen',
    async (period) => {
      const { history } = await renderApp(`/offer/${period}`, {
        seed: [
          main,
          ...['2026-11-18', FRIDAY, '2026-12-02', '2026-12-03'].map((day) => dish(`Dish ${day}`, day)),
        ],
        config: { maxDaysAhead: 12 },
      });
      await expect.poll(dishes).toContain(`Dish ${FRIDAY}`);
      await userEvent.click(page.getByRole('button', { name: 'Calendar' }));
      await expect.element(inCalendar(/^Friday 20. November/)).not.toHaveAttribute('aria-disabled');
      await expect.element(inCalendar(/^Wednesday 18. November$/)).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(inCalendar('Next month'));
      await expect.element(inCalendar(/^Thursday 3. December$/)).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(inCalendar(/^Wednesday 2. December$/));
      await expect.poll(() => history.location.search).toContain('2026-12-02');
    },
  );

  test('OFFER-16 in the row of days those before today cannot be chosen', async () => {
    const { server } = await renderApp('/offer/DAY', {
      seed: [main, dish('Broth'), dish('Stew', '2026-11-18')],
    });
    await expect.poll(dishes).toEqual(['Broth']);
    await expect.element(inStrip(/^Wednesday 18/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(inStrip(/^Wednesday 18/), { force: true });
    await expect.element(inStrip(/^Friday 20/)).toHaveAttribute('aria-pressed', 'true');
    expect(await menuCalls(server)).toHaveLength(1);
  });
});

describe('how much is drawn', () => {
  test('OFFER-08 OFFER-09 LIMIT-16 eight days at first, eight more each time the end comes into view', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    // The hand-made menu is older than what the live stream tells, which would have it read again.
    await server.fault(/GET .*\/live$/, { hold: true });
    await server.fault(/GET .*canteenmenu/, { answer: manyDays(20) });
    await renderApp('/offer/TIMESPAN?start=2026-11-20&end=2026-12-20', { server });
    await expect.poll(() => dayHeadings().length).toBe(8);
    const toTheEnd = () => scrollTo(0, document.documentElement.scrollHeight);
    toTheEnd();
    await expect.poll(() => dayHeadings().length).toBe(16);
    toTheEnd();
    await expect.poll(() => dayHeadings().length).toBe(20);
    expect(page.getByRole('button', { name: 'Show more days' }).elements()).toEqual([]);
    expect(await menuCalls(server)).toHaveLength(1);
  });

  test('OFFER-09 a button shows more days too, and the keyboard reads on at the first of them', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await server.fault(/GET .*canteenmenu/, { answer: manyDays(9) });
    await renderApp('/offer/TIMESPAN?start=2026-11-20&end=2026-12-20', { server });
    await expect.poll(() => dayHeadings().length).toBe(8);
    (page.getByRole('button', { name: 'Show more days' }).element() as HTMLElement).click();
    await expect.poll(() => dayHeadings().length).toBe(9);
    expect(document.activeElement?.textContent).toMatch(/^Saturday 28. November.*Dish 8/);
  });

  test('OFFER-10 OFFER-11 LIMIT-17 ten dishes of a list at first, ten more by the button', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    const many = Array.from({ length: 25 }, (_, index) => ({ name: `Dish ${index}`, price: 40 }));
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([...many, { name: 'Broth', price: 40, group: 'Soup' }]),
    });
    await renderApp('/offer/DAY', { server });
    const group = page.getByRole('region', { name: 'Main course' });
    const shown = () => group.getByRole('article').elements().length;
    await expect.poll(shown).toBe(10);
    await userEvent.click(group.getByRole('button', { name: 'Show 10 more' }));
    await expect.poll(shown).toBe(20);
    expect(document.activeElement?.textContent).toContain('Dish 10');
    await userEvent.click(group.getByRole('button', { name: 'Show 5 more' }));
    await expect.poll(shown).toBe(25);
    expect(group.getByRole('button', { name: /^Show/ }).elements()).toEqual([]);
    await expect.element(page.getByRole('region', { name: 'Soup' }).getByRole('article')).toBeVisible();
  });
});

describe('a server that does not know the days asked for', () => {
  const friday = { name: 'Broth', price: 40 };
  const saturday = { name: 'Roast', price: 40, date: '2026-11-21' };
  const availableDays = ['2026-11-20', '2026-11-21'];
  // Such a server has no live stream; the one of ours would tell of another menu and have this one read again.
  const holdLive = (server: TestServer) => server.fault(/GET .*\/live$/, { hold: true });

  test('OFFER-42 is asked for the week once, whose dishes of the day are shown', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await holdLive(server);
    await server.fault(/canteenmenu.*timeSpan=day/, { answer: handMadeMenu([friday], { availableDays }) });
    await server.fault(/canteenmenu.*timeSpan=week/, {
      answer: handMadeMenu([friday, saturday], { availableDays }),
    });
    await renderApp('/offer/DAY', { server });
    await expect.poll(dishes).toEqual(['Broth']);
    await server.forgetRequests();
    await userEvent.click(inStrip(/^Saturday 21/));
    await expect.poll(dishes).toEqual(['Roast']);
    expect((await menuCalls(server)).map(({ timeSpan }) => timeSpan)).toEqual(['day', 'week']);
  });

  test.each(['DAY', 'WEEK'])(
    'OFFER-42 of %s is asked for a custom period once at the end, and then no more',
    async (period) => {
      const { server } = await renderApp('/login', { seed: [main] });
      await holdLive(server);
      await server.fault(/canteenmenu/, {
        answer: handMadeMenu([friday], { availableDays: ['2026-11-20', '2026-11-28'] }),
      });
      await renderApp(`/offer/${period}?day=2026-11-28`, { server });
      await expect.element(page.getByRole('heading', { name: 'Nothing on offer' })).toBeVisible();
      const spans = period === 'DAY' ? ['day', 'week', 'custom'] : ['week', 'custom'];
      expect((await menuCalls(server)).map(({ timeSpan }) => timeSpan)).toEqual(spans);
    },
  );

  test('OFFER-42 is asked once for a day that nothing is announced for', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await holdLive(server);
    await server.fault(/canteenmenu/, { answer: handMadeMenu([], { availableDays: [] }) });
    await renderApp('/offer/DAY?day=2026-11-21', { server });
    await expect.element(page.getByRole('heading', { name: 'Nothing on offer' })).toBeVisible();
    expect((await menuCalls(server)).map(({ timeSpan }) => timeSpan)).toEqual(['day']);
  });

  test.each(['DAY', 'WEEK'])('OFFER-42 of %s what a custom period alone brings is shown', async (period) => {
    const { server } = await renderApp('/login', { seed: [main] });
    await holdLive(server);
    const days = { availableDays: ['2026-11-20', '2026-11-28'] };
    const stew = { name: 'Stew', price: 40, date: '2026-11-28' };
    await server.fault(/canteenmenu.*timeSpan=(?:day|week)/, { answer: handMadeMenu([friday], days) });
    await server.fault(/canteenmenu.*timeSpan=custom/, { answer: handMadeMenu([friday, stew], days) });
    await renderApp(`/offer/${period}?day=2026-11-28`, { server });
    await expect.poll(dishes).toEqual(['Stew']);
    await expect.element(inStrip(/^Saturday 28/)).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('a day that is not shown', () => {
  test.each([
    ['has nothing on offer', 'DAY?day=2026-11-21', 'Sat\\s21\\.\\s11\\. has nothing on offer'],
    ['is over', 'DAY?day=2026-11-19', 'Thu\\s19\\.\\s11\\. is over'],
  ])('says so in one line where it %s, until another one is chosen', async (_, address, text) => {
    await renderApp(`/offer/${address}`, {
      seed: [main, dish('Broth'), dish('Roast', '2026-11-23'), dish('Stew', '2026-11-24')],
    });
    const line = page.getByText(new RegExp(`^${text}, so this is \\w+\\s\\d+\\.\\s11\\.$`));
    await expect.element(line).toBeVisible();
    await userEvent.click(inStrip(/^Tuesday 24/));
    await expect.poll(dishes).toEqual(['Stew']);
    await expect.element(line).not.toBeInTheDocument();
  });

  test('says so where it is closed, and why the canteen closes it', async () => {
    const { server } = await renderApp('/login', { seed: [main] });
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Broth', price: 40 }], {
        closedDays: [{ date: '2026-11-21', reason: 'Stocktaking' }],
      }),
    });
    await renderApp('/offer/DAY?day=2026-11-21', { server });
    await expect.poll(dishes).toEqual(['Broth']);
    await expect
      .element(page.getByText('Sat 21. 11. is closed, so this is Fri 20. 11.', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('Sat 21. 11. closed: Stocktaking').first()).toBeVisible();
  });

  test('says which day it is where ordering for today is over', async () => {
    const { history } = await renderApp('/offer/DAY', {
      now: '2026-11-20T12:30:00+01:00',
      seed: [main, dish('Broth'), dish('Roast', '2026-11-23')],
    });
    await expect.poll(dishes).toEqual(['Roast']);
    const line = page.getByText('Ordering for today is over. This is Monday 23. November.', { exact: true });
    await expect.element(line).toBeVisible();
    await expect.poll(() => history.location.search).toContain('2026-11-23');
    await expect.element(line).toBeVisible();
    await userEvent.click(inStrip(/^Friday 20/));
    await expect.poll(dishes).toEqual(['Broth']);
    await expect.element(line).not.toBeInTheDocument();
  });

  describe('C184 another day than today, chosen on an earlier visit,', () => {
    const until = (day: string) => ({ orderUntil: Date.parse(`${day}T10:00:00+01:00`) });
    const seed = [
      main,
      dish('Broth', FRIDAY, until(FRIDAY)),
      dish('Roast', '2026-11-23', until('2026-11-23')),
    ];
    const line = page.getByText('This is Monday 23. November.');

    test('says so, and leads to today', async () => {
      const { history } = await renderApp('/offer/DAY?day=2026-11-23', { seed });
      await expect.poll(dishes).toEqual(['Roast']);
      await expect.element(line).toBeVisible();
      await userEvent.click(page.getByRole('button', { name: 'Show today' }));
      await expect.poll(dishes).toEqual(['Broth']);
      await expect.element(line).not.toBeInTheDocument();
      // Who presses the day knows which one it is.
      await userEvent.click(inStrip(/^Monday 23/));
      await expect.poll(dishes).toEqual(['Roast']);
      expect(line.elements()).toEqual([]);
      await userEvent.click(page.getByRole('radio', { name: 'Week' }));
      await expect.poll(() => dayHeadings().length).toBeGreaterThan(0);
      await userEvent.click(page.getByRole('radio', { name: 'Day' }));
      await expect.poll(dayHeadings).toEqual([]);
      expect(line.elements()).toEqual([]);
      history.push('/login');
      await expect.poll(dishes).toEqual([]);
      history.push('/');
      await expect.poll(dishes).toEqual(['Roast']);
      await expect.element(line).toBeVisible();
    });

    test('says nothing once it is too late for today', async () => {
      await renderApp('/offer/DAY?day=2026-11-23', { seed, now: '2026-11-20T10:00:01+01:00' });
      await expect.poll(dishes).toEqual(['Roast']);
      expect(line.elements()).toEqual([]);
    });
  });

  test('C161 says how many portions others offer today, which leads to the first dish they offer', async () => {
    await page.viewport(360, 740);
    const { history, platform } = await renderApp('/offer/DAY', {
      now: '2026-11-20T12:30:00+01:00',
      seed: [
        main,
        ...Array.from({ length: 8 }, (_, position) => dish(`Soup ${position}`, FRIDAY, { position })),
        dish('Broth', FRIDAY, { position: 8 }),
        dish('Roast', '2026-11-23'),
        { make: 'customer', as: 'eva' },
        { make: 'order', with: { customer: 'eva', offering: 'Broth', quantity: 2, offered: true } },
      ],
    });
    const offered = page.getByRole('button', { name: 'On the exchange today: 2 portions' });
    await expect.element(offered).toBeVisible();
    // The day that is shown is read again by its name.
    await platform.queries.invalidateQueries();
    await expect.element(offered).toBeVisible();
    await userEvent.click(offered);
    const broth = page.getByRole('button', { name: 'Broth', exact: true });
    await expect.element(broth).toHaveFocus();
    await expect.element(broth).toBeInViewport();
    await expect.poll(dishes).toHaveLength(9);
    await expect.element(offered).not.toBeInTheDocument();
    // The way back to this day does not lead there again.
    history.back();
    await expect.poll(dishes).toEqual(['Roast']);
    history.forward();
    await expect.poll(dishes).toHaveLength(9);
    await expect.element(broth).not.toHaveFocus();
  });

  test('is not spoken of where nobody chose one', async () => {
    await renderApp('/offer/DAY', { seed: [main, dish('Roast', '2026-11-23')] });
    await expect.poll(dishes).toEqual(['Roast']);
    expect(page.getByText(/, so this is /).elements()).toEqual([]);
  });
});

test('another day begins at its top, also where it was chosen from far down', async () => {
  await page.viewport(360, 740);
  const many = [FRIDAY, calendarDay('2026-11-23')].flatMap((day) =>
    Array.from({ length: 8 }, (_, position) => dish(`${day} ${position}`, day, { position })),
  );
  await renderApp('/offer/DAY', { seed: [main, ...many] });
  await expect.poll(dishes).toHaveLength(8);
  scrollTo(0, 600);
  await expect.poll(() => scrollY).toBe(600);
  await userEvent.click(inStrip(/^Monday 23/));
  await expect.poll(() => dishes()[0]).toBe('2026-11-23 0');
  expect(scrollY).toBe(0);
});

test('a day of the strip that cannot be chosen says why', async () => {
  const { server } = await renderApp('/offer/DAY', { seed: [main, dish('Broth')] });
  await expect.poll(dishes).toEqual(['Broth']);
  const told = page.getByRole('region', { name: 'Notifications' });
  for (const [name, why] of [
    ['Thursday 19. November, this day is over', 'Thursday 19. November: this day is over'],
    ['Monday 23. November, nothing on offer', 'Monday 23. November: nothing on offer'],
  ] as const) {
    await userEvent.click(inStrip(name), { force: true });
    await expect.element(told.getByText(why, { exact: true })).toBeVisible();
  }
  await renderApp('/offer/DAY', { server, config: { maxDaysAhead: 2 } });
  await userEvent.click(inStrip('Monday 23. November, cannot be ordered yet').last(), { force: true });
  await expect
    .element(told.getByText('Monday 23. November: cannot be ordered yet', { exact: true }))
    .toBeVisible();
  expect(dishes()).toContain('Broth');
});

test('on a phone the strip marks the day of the week that is scrolled to', async () => {
  await page.viewport(360, 740);
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const many = days.flatMap((day) =>
    Array.from({ length: 9 }, (_, position) => dish(`${day} ${position}`, day, { position })),
  );
  // At its top, whatever day its address names.
  await renderApp('/offer/WEEK?day=2026-11-22', { seed: [main, ...many] });
  const saturday = page.getByRole('heading', { level: 2, name: 'Saturday 21. November' });
  await expect.element(inStrip(/^Friday 20/)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(saturday).toBeInTheDocument();
  saturday.element().scrollIntoView();
  await expect.element(inStrip(/^Saturday 21/)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(inStrip(/^Friday 20/)).toHaveAttribute('aria-pressed', 'false');
});

test('on a phone the strip marks the day that is pressed, also after another one was scrolled to', async () => {
  await page.viewport(360, 740);
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'];
  const many = days.flatMap((day) =>
    Array.from({ length: day === '2026-11-22' ? 1 : 9 }, (_, position) =>
      dish(`${day} ${position}`, day, { position }),
    ),
  );
  await renderApp('/offer/WEEK?day=2026-11-20', { seed: [main, ...many] });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const marked = async (day: RegExp) => {
    await expect.element(inStrip(day)).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => page.getByRole('button', { pressed: true, name: /November/ }).elements())
      .toHaveLength(1);
  };
  const saturday = heading('Saturday 21. November');
  await expect.element(saturday).toBeInTheDocument();
  saturday.element().scrollIntoView();
  await marked(/^Saturday 21/);
  // The last day of the week is too short to reach the top.
  await userEvent.click(inStrip(/^Sunday 22/));
  await expect.element(heading('Sunday 22. November')).toBeInViewport();
  await marked(/^Sunday 22/);
  saturday.element().scrollIntoView();
  await marked(/^Saturday 21/);
  // The first day of another week.
  await userEvent.click(inStrip(/^Monday 23/));
  await expect.element(heading('Monday 23. November')).toBeVisible();
  await marked(/^Monday 23/);
});

test('a press on a day of the week brings it into view on a phone, each time', async () => {
  await page.viewport(360, 740);
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const many = days.flatMap((day) =>
    Array.from({ length: 5 }, (_, position) => dish(`${day} ${position}`, day, { position })),
  );
  await renderApp('/offer/WEEK?day=2026-11-20', { seed: [main, ...many] });
  const heading = page.getByRole('heading', { level: 2, name: 'Sunday 22. November' });
  await expect.element(heading).toBeVisible();
  const top = () => heading.element().getBoundingClientRect().top;
  const header = page.getByRole('banner').element().firstElementChild;
  for (const _ of [1, 2]) {
    scrollTo(0, 0);
    expect(top()).toBeGreaterThan(innerHeight);
    await userEvent.click(inStrip(/^Sunday 22/));
    await expect.poll(top).toBeLessThan(innerHeight / 2);
    expect(top()).toBeGreaterThanOrEqual(header?.getBoundingClientRect().bottom ?? 0);
  }
});
