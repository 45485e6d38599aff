import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { CART, cartNames, putIntoCart } from '../../../test/cart.ts';
import { pretendDevice } from '../../../test/device.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { customer, dish, main } from '../../../test/offer-seeds.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

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

/** The places where balances are shown, as on the dashboard: the bar, what unfolds from the name, and the page. */
async function openBalances(config: object, answers: { balance?: number; bonusBalance?: number }) {
  const server = await startTestServer({ seed: [jana(0)] });
  const { balance = 0, bonusBalance = 0 } = answers;
  await server.fault(/account\/balance/, { answer: handMade({ balance }) });
  await server.fault(/account\/bonusbalance/, {
    answer: handMade({ bonusBalance, bonusBalanceCurrency: '{0} b.' }),
  });
  const { platform } = await renderApp('/profile/dashboard', {
    server,
    as: 'jana',
    config: { showAccountBalance: 1, showBonusBalance: true, allowProfileDashboard: true, ...config },
  });
  for (const name of ['getBalance', 'getBonusBalance'] as const)
    await expect
      .poll(() => platform.queries.getQueryData(platform.query(name, undefined).queryKey))
      .toBeDefined();
  await expect.element(page.getByRole('heading', { name: 'jana', level: 1 })).toBeVisible();
  await expect.element(page.getByText(/^Loading/)).not.toBeInTheDocument();
}
const inBar = (text: string) => header.getByText(text, { exact: true });
const onPage = (text: string) => page.getByRole('main').getByText(text, { exact: true });
/** Where something unfolds, all about the account does. */
const user = header.getByRole('button', { name: 'jana' }).last();

describe.each(['canteen', 'webcare'] as const)('on the dashboard in %s mode', (applicationMode) => {
  test('FMT-12 FMT-14, part of SHELL-09: balances of zero are in neither header, user bar nor page', async () => {
    await openBalances({ applicationMode }, {});
    if (user.elements().length > 0) await userEvent.click(user);
    expect(document.body.innerText).not.toMatch(/CZK|b\.|[Bb]alance/);
  });

  test('FMT-13, part of SHELL-09: where it is always shown, a balance of zero is in all of them', async () => {
    await openBalances({ applicationMode, showAccountBalance: 2 }, {});
    if (applicationMode === 'webcare') await userEvent.click(user);
    await expect.element(onPage('CZK 0.00')).toBeVisible();
    await expect.element(inBar('CZK 0.00').last()).toBeVisible();
  });

  test('FMT-12 FMT-14, part of SHELL-09: other balances are in all of them, with their sign', async () => {
    await openBalances({ applicationMode }, { balance: -1, bonusBalance: 12 });
    if (applicationMode === 'webcare') await userEvent.click(user);
    for (const text of ['CZK -1.00', '12.00 b.']) {
      await expect.element(onPage(text)).toBeVisible();
      await expect.element(inBar(text).last()).toBeVisible();
    }
  });
});

test('FMT-02 the date of an order has seconds, and is the time of the canteen wherever the device is', async () => {
  await pretendDevice({ zone: 'America/New_York' });
  const app = await renderApp('/orders', {
    seed: [main, customer('petr'), dish('Broth')],
    as: 'petr',
    now: '2026-11-20T08:07:09+01:00',
    config: { ...CART, timeZone: 'Europe/Prague' },
  });
  const { main: canteenId = 0, Broth: mealId = 0 } = app.server.ids;
  const { menu } = await app.platform.call('getMenu', { query: { timeSpan: 'day', canteenId } });
  putIntoCart(app, 'Broth', { mealId, canteenId, product: menu[0]?.product });
  app.history.push('/cart');
  await expect.poll(cartNames).toEqual(['Broth']);
  await userEvent.click(page.getByRole('region', { name: 'Order' }).getByRole('button', { name: /CZK/ }));
  await expect.element(page.getByRole('heading', { name: 'Thank you', level: 1 })).toBeVisible();
  const [sent] = await app.server.requests(/POST .*order\/cart$/);
  expect((JSON.parse(sent?.body ?? '') as { orderDate: string }).orderDate).toMatch(
    /^2026-11-20 08:07:\d\d$/,
  );
});

test.each([
  [0, 1, undefined],
  [0, 2, 'CZK 0.00'],
  [1250, 2, 'CZK 12.50'],
  [1250, 0, undefined],
  [0, 0, undefined],
  [1250, 1, 'CZK 12.50'],
] as const)(
  'FMT-12 FMT-13 CFG-20 a balance of %s hundredths is in the header of mode %s as %s',
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
  [1200, true, '12.00 b.'],
  [0, true, undefined],
  [1200, false, undefined],
] as const)(
  'CFG-21 CFG-54 FMT-14 a bonus balance of %s hundredths, shown: %s, is in the header as %s',
  async (bonus, showBonusBalance, expected) => {
    const { server } = await renderApp('/orders', {
      seed: [jana(0, bonus)],
      as: 'jana',
      config: { showBonusBalance },
    });
    const calls = showBonusBalance ? 1 : 0;
    await expect.poll(() => server.requests(/account\/bonusbalance/)).toHaveLength(calls);
    if (expected) await expect.element(header.getByText(expected)).toBeVisible();
    else {
      await expect.element(page.getByText('No records to display')).toBeVisible();
      await expect.element(header.getByText('Bonus balance')).not.toBeInTheDocument();
    }
  },
);
