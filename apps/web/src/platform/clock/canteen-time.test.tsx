import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { pretendDevice } from '../../../test/device.ts';
import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp, type RenderedApp } from '../../../test/render-app.ts';

const NEW_YORK = 'America/New_York';
/** 20:00 of 14 March 2024 in New York, 01:00 of the next day in Prague. */
const NOW = '2024-03-15T00:00:00Z';

const kitchen = { make: 'canteen', as: 'kitchen' } as const;
const soup = (day: string, name: string) =>
  ({
    make: 'offering',
    with: {
      canteenId: '$kitchen',
      day,
      orderUntil: Date.parse(`${day}T10:30:00Z`),
      product: { name: { en: name } },
    },
  }) as const;
const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const seed = [kitchen, soup('2024-03-14', 'Thursday soup'), soup('2024-03-15', 'Friday soup')] as const;

const days = page.getByRole('group', { name: 'Days' });

async function rangesOf({ server }: RenderedApp): Promise<unknown[]> {
  const calls = await server.requests(/canteenmenu/);
  return calls.map(({ path }) => {
    const { searchParams } = new URL(path, location.origin);
    return [searchParams.get('from'), searchParams.get('to')];
  });
}

test("CFG-56 FMT-18 days and times are the canteen's, wherever the device is", async () => {
  await pretendDevice({ zone: NEW_YORK });
  await renderApp('/offer/WEEK', { seed, now: NOW, config: { timeZone: 'Europe/Prague' } });
  await expect.element(page.getByText('Friday soup')).toBeVisible();
  await expect.element(days.getByRole('button', { name: 'Friday 15. March, today' })).toBeVisible();
  await expect.element(page.getByText('order until 11:30')).toBeVisible();
});

test("OFFER-16 CFG-56 FMT-18 a custom period, its calendar and a report begin with the canteen's today", async () => {
  await pretendDevice({ zone: NEW_YORK });
  const app = await renderApp('/offer/TIMESPAN', {
    seed: [...seed, jana],
    as: 'jana',
    now: NOW,
    config: { timeZone: 'Europe/Prague', allowTransactionsReport: true },
  });
  await expect.element(page.getByText('Friday soup')).toBeVisible();
  expect(await rangesOf(app)).toEqual([['2024-03-15', '2024-03-28']]);
  await userEvent.click(page.getByRole('button', { name: /^Fri 15/ }));
  const calendar = page.getByRole('dialog').or(page.getByRole('grid')).first();
  await expect
    .element(calendar.getByRole('button', { name: /^Thursday 14. March/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(calendar.getByRole('button', { name: /^Friday 15. March/ }))
    .not.toHaveAttribute('aria-disabled');
  app.history.push('/profile/transactions');
  await expect.poll(() => app.server.requests(/account\/(?:balance)?transactions/)).not.toEqual([]);
  const [call] = await app.server.requests(/account\/(?:balance)?transactions/);
  expect(new URL(call?.path ?? '', location.origin).searchParams.get('to')).toBe('2024-03-15');
});

test("FORM-23 FORM-36 FMT-18 a date of a form is in the past, or ahead, of the canteen's today", async () => {
  await pretendDevice({ zone: NEW_YORK });
  const common = [
    { id: 'born', label: 'Born', type: 'date', inThePast: true },
    { id: 'since', label: 'Since', type: 'date', daysAhead: 10 },
  ];
  await renderApp('/registration', {
    now: NOW,
    config: { timeZone: 'Europe/Prague', allowRegistration: true, customerFields: { common } },
  });
  const form = page.getByRole('form', { name: 'Registration' });
  const born = form.getByLabelText('Born');
  const since = form.getByLabelText('Since');
  await expect.element(born).toHaveAttribute('max', '2024-03-14');
  await expect.element(since).toHaveAttribute('min', '2024-03-15');
  await expect.element(since).toHaveAttribute('max', '2024-03-25');
  await userEvent.fill(born, '2024-03-15');
  await userEvent.fill(since, '2024-03-14');
  await userEvent.click(form.getByRole('button', { name: 'Continue' }));
  await expect.element(form.getByText('Born is not a past date')).toBeVisible();
  await expect.element(form.getByText('Since has to be today or at most 10 days ahead')).toBeVisible();
  await userEvent.fill(born, '2024-03-14');
  await userEvent.fill(since, '2024-03-25');
  await expect.element(born).toBeValid();
  await expect.element(since).toBeValid();
});

test("CFG-56 FMT-18 without a zone of the canteen they are the device's", async () => {
  await pretendDevice({ zone: NEW_YORK });
  await renderApp('/offer/WEEK', { seed, now: NOW, config: { timeZone: undefined } });
  await expect.element(days.getByRole('button', { name: 'Thursday 14. March, today' })).toBeVisible();
  await expect.element(page.getByText('order until Fri 06:30')).toBeVisible();
});

test.each([
  ['Europe/Prague', '2024-04-01', '2024-04-01', ['Monday 1. April, today', 'Sunday 7. April']],
  [undefined, '2024-03-31', '2024-03-01', ['Monday 25. March', 'Sunday 31. March, today']],
])(
  'CFG-56 FMT-18 with the zone %s, and a device in New York, today is %s, the month begins on %s, and the week is %j',
  async (timeZone, today, monthBegin, ends) => {
    await pretendDevice({ zone: NEW_YORK });
    // 02:00 of a Monday in Prague, 20:00 of the Sunday before it in New York.
    const now = '2024-04-01T00:00:00Z';
    const app = await renderApp('/profile/transactions', {
      seed: [kitchen, jana],
      as: 'jana',
      now,
      deviceNow: () => Date.parse(now),
      config: {
        timeZone,
        allowTransactionsReport: true,
        allowProfileEdit: true,
        customerFields: { common: [{ id: 'since', label: 'Since', type: 'date', daysAhead: 10 }] },
      },
    });
    const asked = async () =>
      (await app.server.requests(/account\/transactions/)).map(({ path }) =>
        Object.fromEntries(new URL(path, location.origin).searchParams),
      );
    await expect.poll(asked).toEqual([{ from: monthBegin, to: today }]);

    app.history.push('/profile/edit');
    const since = page.getByRole('main').getByLabelText('Since');
    await expect.element(since).toHaveAttribute('min', today);

    // A server that has both days in one answer leaves it to the application which of them is today.
    const soups = [
      { name: 'Sunday soup', date: '2024-03-31' },
      { name: 'Monday soup', date: '2024-04-01' },
    ];
    await app.server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(soups, {}, now) });
    app.history.push('/offer/WEEK');
    for (const end of ends) await expect.element(days.getByRole('button', { name: end })).toBeVisible();
    expect(
      days
        .getByRole('button')
        .elements()
        .slice(0, 7)
        .map((button) => button.textContent?.match(/\d+/)?.[0]),
    ).toEqual(Array.from({ length: 7 }, (_, index) => String((timeZone === undefined ? 25 : 1) + index)));
  },
);

test("CFG-56 the device's clock does not decide what today is, the server's does", async () => {
  expect(Date.now()).toBeGreaterThan(Date.parse('2025-01-01'));
  await renderApp('/offer/DAY', { seed, now: '2024-03-14T12:00:00Z' });
  await expect.element(days.getByRole('button', { name: /^Thursday 14. March, today/ })).toBeVisible();
});

test.each([
  ['2024-03-31', '2024-03-25'],
  ['2024-10-27', '2024-10-21'],
])('FMT-18 the week of the clock change on %s has each day once', async (sunday, monday) => {
  await pretendDevice({ zone: NEW_YORK });
  const config = { timeZone: 'Europe/Prague' };
  const app = await renderApp(`/offer/WEEK?day=${sunday}`, {
    seed: [kitchen, soup(monday, 'Monday soup'), soup(sunday, 'Sunday soup')],
    now: `${monday}T08:00:00Z`,
    config,
  });
  await expect.element(page.getByText('Sunday soup')).toBeVisible();
  await expect.element(page.getByText('Monday soup')).toBeVisible();
  expect(await rangesOf(app)).toEqual([[monday, sunday]]);
  const shown = days.getByRole('button').elements().slice(0, 7);
  const first = Number(monday.slice(-2));
  expect(shown.map((button) => button.textContent?.match(/\d+/)?.[0])).toEqual(
    Array.from({ length: 7 }, (_, index) => String(first + index)),
  );
});
