import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const header = page.getByRole('banner');
const kitchen = { make: 'canteen', as: 'kitchen' } as const;
const soup = (more: object = {}) =>
  ({
    make: 'offering',
    as: 'soup',
    with: { canteenId: '$kitchen', price: 35_000, product: { name: { en: 'Soup' } }, ...more },
  }) as const;
const jana = (balance: number, bonus = 0) =>
  ({
    make: 'customer',
    as: 'jana',
    with: {
      userName: 'jana',
      password: PASSWORD,
      balance,
      ...(bonus > 0 && { bonus: { amount: bonus, currencyFormat: { en: '{0} b.' } } }),
    },
  }) as const;

test('FMT-10 FMT-11 CFG-39 the price of a dish has the format of the language, also after a change of it', async () => {
  const config = { currencyFormat: { cs: '{0} Kč', en: 'CZK {0}' }, languages: ['en', 'cs'] };
  await renderApp('/offer/DAY', { seed: [kitchen, soup()], config });
  await expect.element(page.getByText('CZK 3.50', { exact: true })).toBeVisible();
  await userEvent.selectOptions(header.getByRole('combobox', { name: 'Language' }), 'Čeština');
  await expect.element(page.getByText(/^3,50\sKč$/)).toBeVisible();
});

test('FMT-05 FMT-06 FMT-15 a week begins on Monday, in English too, with its days short on the page and long in calls', async () => {
  const { server } = await renderApp('/offer/WEEK?day=2024-03-07', {
    seed: [kitchen, soup({ day: '2024-03-05' })],
    now: '2024-03-04T07:00:00Z',
  });
  await expect.element(page.getByRole('heading', { level: 1, name: '04. 03. – 10. 03.' })).toBeVisible();
  const days = page.getByRole('group', { name: 'Days' }).getByRole('button');
  await expect.element(days.first()).toHaveAccessibleName(/^Monday 4\. March/);
  await expect.element(days.first()).toHaveTextContent(/Mon04\. 03\.$/);
  await expect.element(page.getByText('Soup')).toBeVisible();
  const [call] = await server.requests(/canteenmenu/);
  const query = new URL(call?.path ?? '', 'http://canteen').searchParams;
  expect([query.get('from'), query.get('to')]).toEqual(['2024-03-04', '2024-03-10']);
});

test('FMT-07 FMT-08 the heading of a day names its month, and the year where it is another one', async () => {
  const seed = [kitchen, soup({ day: '2023-12-29' }), soup({ day: '2024-01-02' })] as const;
  const { history } = await renderApp('/offer/DAY?day=2023-12-29', { seed, now: '2023-12-28T07:00:00Z' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent(/^Friday 29\. December$/);
  history.push('/offer/DAY?day=2024-01-02');
  await expect.element(heading).toHaveTextContent(/^Tuesday 2\. January 2024$/);
});

test('part of FMT-12: a balance below zero is shown with its sign', async () => {
  const { server, reload } = await renderApp('/orders', {
    seed: [jana(0)],
    as: 'jana',
    config: { showAccountBalance: 1 },
  });
  await server.fault(/account\/balance/, { answer: { status: 200, body: { success: true, balance: -1 } } });
  await reload();
  await expect.element(header.getByText('CZK -1.00')).toBeVisible();
});

test.each([
  [0, 1, undefined],
  [0, 2, 'CZK 0.00'],
  [1250, 2, 'CZK 12.50'],
  [1250, 0, undefined],
] as const)(
  'FMT-13, part of FMT-12: a balance of %s hundredths is in the header of mode %s as %s',
  async (balance, showAccountBalance, expected) => {
    const { server } = await renderApp('/orders', {
      seed: [jana(balance)],
      as: 'jana',
      config: { showAccountBalance },
    });
    await expect.element(header.getByText('jana').last()).toBeVisible();
    if (expected) await expect.element(header.getByText(expected)).toBeVisible();
    else {
      const calls = showAccountBalance === 0 ? 0 : 1;
      await expect.poll(() => server.requests(/account\/balance/)).toHaveLength(calls);
      await expect.element(page.getByText('No records to display')).toBeVisible();
      await expect.element(header.getByText(/CZK/)).not.toBeInTheDocument();
    }
  },
);

test.each([
  [1200, '12.00 b.'],
  [0, undefined],
] as const)(
  'part of FMT-14: a bonus balance of %s hundredths is in the header as %s',
  async (bonus, expected) => {
    const { server } = await renderApp('/orders', {
      seed: [jana(0, bonus)],
      as: 'jana',
      config: { showBonusBalance: true },
    });
    await expect.poll(() => server.requests(/account\/bonusbalance/)).toHaveLength(1);
    if (expected) await expect.element(header.getByText(expected)).toBeVisible();
    else {
      await expect.element(page.getByText('No records to display')).toBeVisible();
      await expect.element(header.getByText('Bonus balance')).not.toBeInTheDocument();
    }
  },
);
