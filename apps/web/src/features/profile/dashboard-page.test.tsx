import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { profileSwitches } from '../../../test/whole-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    balance: 123_456,
    bonus: { amount: 700, currencyFormat: { en: '{0} points' } },
    customData: [{ label: { en: 'Cost centre' }, value: '4711' }],
  },
} as const;
const nameless = {
  make: 'customer',
  as: 'firma',
  with: { userName: 'firma', password: PASSWORD, type: 'Company', companyName: '' },
} as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { price: 390_000, product: { name: { en: 'Beef broth' } } },
} as const;
const order = { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth' } } as const;
const config = {
  allowProfileDashboard: true,
  allowVouchersReport: true,
  allowBills: true,
  allowGuestComments: true,
  showBonusBalance: true,
  showCustomData: true,
};

const now = '2026-11-20T08:00:00+01:00';
const main = page.getByRole('main');
const header = page.getByRole('banner');
const menu = page.getByRole('navigation', { name: 'Profile' });
const panel = (name: string) => main.getByRole('region', { name });

/** Opens jana's dashboard at `now`, before a server that answers by hand. */
const openDashboard = (server: TestServer, own: Readonly<Record<string, unknown>> = {}) =>
  renderApp('/profile/dashboard', {
    server,
    now,
    deviceNow: () => Date.parse(now),
    as: 'jana',
    config: { ...config, ...own },
  });

test('PROF-03, part of CFG-23: the dashboard shows name, balances, custom data, the next meals and the way to the other pages', async () => {
  await renderApp('/profile', { seed: [jana, broth, order], as: 'jana', config });
  await expect.element(main.getByRole('heading', { name: 'Jana Nováková', level: 1 })).toBeVisible();
  await expect.element(panel('Balance').getByText('CZK\u00a01,195.56')).toBeVisible();
  await expect.element(panel('Balance').getByText('7.00\u00a0points')).toBeVisible();
  await expect.element(panel('Balance').getByText('4711')).toBeVisible();
  await expect.element(panel('Next meals').getByRole('article', { name: 'Beef broth' })).toBeVisible();
  const links = panel('More about your account').getByRole('link').elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(['Vouchers', 'Bills', 'Comment']);
  await userEvent.click(panel('More about your account').getByRole('link', { name: 'Vouchers' }));
  await expect.element(main.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
});

test('PROF-03 what the settings do not allow is neither shown nor asked for', async () => {
  const { server } = await renderApp('/profile/dashboard', {
    seed: [jana, broth, order],
    as: 'jana',
    config: { allowProfileDashboard: true, showAccountBalance: 0, allowShopping: false },
  });
  await expect.element(main.getByRole('heading', { name: 'Jana Nováková', level: 1 })).toBeVisible();
  expect(main.getByRole('region', { name: /Balance|Next meals|More/ }).elements()).toEqual([]);
  expect(await server.requests(/account|customdata|canteenorders/)).toEqual([]);
});

test('a next meal names what was chosen with it', async () => {
  const modifierGroups = [
    {
      id: 's',
      name: { en: 'Side' },
      min: 1,
      max: 1,
      options: [{ id: 'rice', name: { en: 'Rice' }, price: 0 }],
    },
  ];
  await renderApp('/profile/dashboard', {
    seed: [
      jana,
      { make: 'offering', as: 'broth', with: { ...broth.with, modifierGroups } },
      { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth', modifiers: ['rice'] } },
    ],
    as: 'jana',
    config,
  });
  const meal = panel('Next meals').getByRole('article', { name: 'Beef broth' });
  await expect.element(meal.getByText('Rice', { exact: true })).toBeVisible();
});

test('a next meal says when it is handed out, and its code', async () => {
  const server = await startTestServer({ seed: [jana], now });
  const orderItem = { mealId: 1, date: '2026-11-23', quantity: 2 };
  const meal = { id: 7, canteenId: 1, name: 'Roast', orderPrice: 220, pickupCode: 'B42', orderItem };
  const pickup = { pickupFrom: '2026-11-23 11:00:00', pickupTo: '2026-11-23 14:30:00' };
  await server.fault(/canteenorders/, { answer: handMade({ orders: [{ ...meal, ...pickup }] }, now) });
  await openDashboard(server);
  const next = panel('Next meals').getByRole('article', { name: 'Roast' });
  await expect.element(next.getByText(/11:00–14:30/)).toBeVisible();
  await expect.element(next.getByText('B42')).toBeVisible();
});

test.each([['Main', 'Garden'], ['Main']])(
  'a next meal says where it is, where there are several canteens: %s',
  async (...names) => {
    const server = await startTestServer({ seed: [jana], now });
    const orderItem = { mealId: 1, date: '2026-11-23', quantity: 1 };
    const meal = { id: 7, canteenId: 1, name: 'Roast', orderPrice: 220, orderItem };
    const canteens = names.map((name, place) => ({ id: place + 1, name }));
    await server.fault(/canteenorders/, { answer: handMade({ orders: [meal] }, now) });
    await server.fault(/canteens/, { answer: handMade({ canteens }, now) });
    await openDashboard(server);
    const next = panel('Next meals').getByRole('article', { name: 'Roast' });
    await expect.element(next).toBeVisible();
    expect(next.getByText('Main', { exact: true }).elements()).toHaveLength(names.length - 1);
  },
);

test('the name of a next meal has most of its row, also in a panel beside others', async () => {
  await page.viewport(1440, 900);
  const server = await startTestServer({ seed: [jana], now });
  const orderItem = { mealId: 1, date: '2026-11-23', quantity: 1 };
  const name = 'Meatloaf, mashed potatoes, pickled gherkin';
  const ordered = { id: 7, canteenId: 1, name, orderPrice: 220, pickupCode: 'B42', orderItem };
  await server.fault(/canteenorders/, { answer: handMade({ orders: [ordered] }, now) });
  await openDashboard(server);
  const row = panel('Next meals').getByRole('article', { name });
  const widthOf = (locator: typeof row) => locator.element().getBoundingClientRect().width;
  await expect.element(row).toBeVisible();
  expect(widthOf(row.getByRole('heading', { name }))).toBeGreaterThan(widthOf(row) / 2);
});

test('the dashboard has what was spent in the last six months, this one included', async () => {
  const server = await startTestServer({ seed: [jana], now });
  const meal = { recipe: 'Roast', price: 70, taxSubsidy: 30, nonTaxSubsidy: 10 };
  const days = ['2026-11-02 12:00:00', '2026-11-03 12:00:00', '2026-09-01 12:00:00'];
  const consumption = days.map((dateTime) => ({ ...meal, id: dateTime, dateTime }));
  await server.fault(/consumption/, { answer: handMade({ consumption }, now) });
  await openDashboard(server, { allowConsumptionReport: true });
  const table = panel('What you spent').getByRole('table');
  await expect.element(table).toBeInTheDocument();
  const rows = table.getByRole('row').elements();
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'MonthYou paidSubsidies',
    'June 2026CZK\u00a00.00CZK\u00a00.00',
    'July 2026CZK\u00a00.00CZK\u00a00.00',
    'August 2026CZK\u00a00.00CZK\u00a00.00',
    'September 2026CZK\u00a070.00CZK\u00a040.00',
    'October 2026CZK\u00a00.00CZK\u00a00.00',
    'November 2026CZK\u00a0140.00CZK\u00a080.00',
  ]);
  const [request] = await server.requests(/consumption/);
  expect(request?.path).toMatch(/from=2026-06-01.*to=2026-11-20/);
});

test('the dashboard names vouchers that end within 14 days, and pairings that wait for an answer', async () => {
  const server = await startTestServer({ seed: [jana], now });
  const voucher = (voucherType: string, validTo: string) => ({
    id: voucherType,
    voucherType,
    voucherSet: 'Set',
    validTo,
  });
  const vouchers = [
    voucher('Over', '2026-11-19 23:59:59'),
    voucher('Last', '2026-12-04 23:59:59'),
    voucher('Later', '2026-12-05 00:00:00'),
  ];
  await server.fault(/vouchers/, { answer: handMade({ vouchers }, now) });
  const pairing = (loyaltySystem: string, pairingStatus: string) => ({
    loyaltySystem,
    pairingStatus,
    pairingToken: loyaltySystem,
    requestValidTillDT: '2026-11-27 08:00:00',
  });
  const pairings = [pairing('Book club', 'pending'), pairing('Gym', 'valid')];
  await server.fault(/pairing\/list/, { answer: handMade({ pairings }, now) });
  const { history } = await openDashboard(server, {
    allowPairingManagement: true,
    capabilities: { customersPairing: 1 },
  });
  const ending = panel('Vouchers that expire soon');
  await expect.element(ending.getByText('Last, Set')).toBeVisible();
  await expect.element(ending.getByText('until 4. 12. 2026')).toBeVisible();
  expect(ending.getByText(/Over|Later/).elements()).toEqual([]);
  const waiting = panel('Pairings waiting for your answer');
  await expect.element(waiting.getByText('Book club')).toBeVisible();
  await expect.element(waiting.getByText('until 27. 11. 2026')).toBeVisible();
  expect(waiting.getByText('Gym').elements()).toEqual([]);
  await userEvent.click(waiting.getByRole('link', { name: 'Pairing' }));
  await expect.poll(() => history.location.pathname).toBe('/profile/pairing');
});

test('answers that were cut off are said to have failed, and no amount on the dashboard becomes zero', async () => {
  const server = await startTestServer({ seed: [jana], now });
  for (const [call, whole] of [
    [/account\/balance/, { success: true, balance: 1_234.56, pluginData: {} }],
    [/consumption/, { success: true, consumption: [{ id: 1, price: 70 }], totalCount: 1 }],
    [/canteenorders/, { success: true, orders: [{ id: 1, name: 'Roast' }] }],
  ] as const)
    await server.fault(call, { answer: { ...handMade({}, now), body: JSON.stringify(whole).slice(0, -12) } });
  await openDashboard(server, { showAccountBalance: 2, allowConsumptionReport: true });
  for (const name of ['Balance', 'What you spent', 'Next meals'])
    await expect.element(panel(name).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(page.getByText('0.00').elements()).toEqual([]);
  expect(panel('Next meals').getByRole('link', { name: 'To the menu' }).elements()).toEqual([]);
});

test('without an order the dashboard leads to the menu', async () => {
  const { history } = await renderApp('/profile/dashboard', { seed: [jana, broth], as: 'jana', config });
  await userEvent.click(panel('Next meals').getByRole('link', { name: 'To the menu' }));
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
});

test('PROF-01 the profile menu has what is enabled in its order, and marks the page that is open', async () => {
  await renderApp('/profile/vouchers', {
    seed: [jana],
    as: 'jana',
    config: { ...config, allowProfileEdit: true },
  });
  await expect.element(menu.getByRole('link', { name: 'Vouchers' })).toHaveAttribute('aria-current', 'page');
  const links = menu.getByRole('link').elements();
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Edit profile',
    'Vouchers',
    'Bills',
    'Comment',
  ]);
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toHaveLength(1);
});

test.each([
  [
    'en',
    'Profile',
    [
      'Dashboard',
      'Edit profile',
      'Orders',
      'Transactions',
      'Consumption',
      'Vouchers',
      'Bonuses',
      'Bills',
      'Top-up',
      'Pairing',
      'Card',
      'Comment',
    ],
  ],
  [
    'cs',
    'Profil',
    [
      'Přehled',
      'Upravit profil',
      'Objednávky',
      'Transakce',
      'Spotřeba',
      'Poukázky',
      'Bonusy',
      'Účtenky',
      'Dobití',
      'Párování',
      'Karta',
      'Zpráva jídelně',
    ],
  ],
] as const)(
  'PROF-01 in %s the profile menu has all its pages in their order',
  async (language, name, pages) => {
    await renderApp('/profile/dashboard', {
      seed: [jana],
      as: 'jana',
      language,
      config: profileSwitches,
    });
    const links = page.getByRole('navigation', { name, exact: true }).getByRole('link');
    await expect.element(links.first()).toBeVisible();
    expect(links.elements().map(({ textContent }) => textContent)).toEqual(pages);
    const addresses = links.elements().map((link) => link.getAttribute('href')?.split('/').at(-1));
    expect(addresses.join(' ')).toBe(
      'dashboard edit orders transactions consumption vouchers bonuses bills top-up pairing manage-card comment',
    );
  },
);

test('REP-24 the account balance and what comes with it stand on the dashboard', async () => {
  const { server } = await renderApp('/profile', {
    seed: [jana],
    as: 'jana',
    config: { ...config, showAccountBalance: 2 },
  });
  await expect.element(panel('Balance').getByText('CZK\u00a01,234.56', { exact: true })).toBeVisible();
  await expect.element(header.getByText('CZK\u00a01,234.56', { exact: true })).toBeVisible();
  await expect.element(panel('Balance').getByRole('term').getByText('Prices', { exact: true })).toBeVisible();
  await expect.element(panel('Balance').getByRole('definition').getByText('Guests')).toBeVisible();
  expect(await server.requests(/GET \/api\/customer\/account\/balance$/)).toHaveLength(1);
});

test('PROF-02 NAV-42 a company without a name has no sidebar, and reaches the pages from the dashboard', async () => {
  await renderApp('/profile/dashboard', { seed: [nameless], as: 'firma', config });
  await expect.element(panel('More about your account').getByRole('link', { name: 'Bills' })).toBeVisible();
  expect(menu.elements()).toEqual([]);
});

test.each([
  [{}, []],
  [{ endSessions: true }, ['Sign out on every device']],
  [{ export: true }, ['Download my data']],
])('API-56 a server that announces %j has these offered: %j', async (capabilities, offered) => {
  const { platform } = await renderApp('/profile/dashboard', { seed: [jana], as: 'jana', config });
  platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities } }));
  await expect.element(panel('Balance')).toBeVisible();
  const names = () =>
    main
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(offered);
});

test('API-56 on every device, the server ends every session, and this one is over here', async () => {
  const app = await renderApp('/login', { seed: [jana, broth], config });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(main.getByRole('button', { name: 'Sign in' }));
  await userEvent.click(header.getByRole('link', { name: 'Profile' }));
  const { sessionToken } = storedSnapshot(app.storage).session.authentication;
  await userEvent.click(main.getByRole('button', { name: 'Sign out on every device' }));
  const question = page.getByRole('dialog', { name: 'Sign out on every device?' });
  await userEvent.click(question.getByRole('button', { name: 'Yes' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }))
    .toHaveTextContent(/^You are signed out on every device\.$/);
  expect(app.history.location.pathname).toBe('/offer/DAY');
  const [ended] = await app.server.requests(/sessions\/end/);
  expect(ended?.headers['x-asw-token']).toBe(sessionToken);
  expect(await app.server.requests(/customer\/logout/)).toEqual([]);
});

test('API-56 a server that cannot end the sessions says so, and the customer stays', async () => {
  const app = await renderApp('/profile/dashboard', { seed: [jana], as: 'jana', config });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { endSessions: true } },
  }));
  await app.server.fault(/sessions\/end/, {
    answer: { status: 500, body: { success: false, resultText: 'Not now' } },
  });
  await userEvent.click(main.getByRole('button', { name: 'Sign out on every device' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  await expect
    .element(page.getByRole('region', { name: 'Notifications' }).getByText('Not now'))
    .toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(storedSnapshot(app.storage).session.auth).toBe(true);
});

test('API-56 the own data are one file to take along, as the server gives them', async () => {
  const { server, platform } = await renderApp('/profile/dashboard', {
    seed: [jana, broth, order],
    as: 'jana',
    config,
  });
  platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities: { export: true } } }));
  const saved = new Promise<HTMLAnchorElement>((resolve) => {
    const catchLink = (event: Event) => {
      const [link] = event.composedPath();
      if (!(link instanceof HTMLAnchorElement) || !link.download) return;
      // The browser would ask where to put it.
      event.preventDefault();
      document.removeEventListener('click', catchLink);
      resolve(link);
    };
    document.addEventListener('click', catchLink);
  });
  await userEvent.click(main.getByRole('button', { name: 'Download my data' }));
  const link = await saved;
  expect(link.download).toBe('refectory.json');
  const file: unknown = await (await fetch(link.href)).json();
  expect(await server.requests(/customer\/export/)).toHaveLength(1);
  expect(file).toMatchObject({
    customer: { userName: 'jana' },
    account: { balance: 1195.56 },
    orders: [{ name: 'Beef broth', orderPrice: 39 }],
  });
});

test('a question of the server is asked in its words, and after a no the button works again', async () => {
  const { server, platform } = await renderApp('/profile/dashboard', { seed: [jana], as: 'jana', config });
  platform.snapshot.setState(({ session }) => ({ session: { ...session, capabilities: { export: true } } }));
  const question = { message: 'Do you really want that?', answers: ['Yes', 'No'] };
  await server.fault(/customer\/export/, {
    answer: { status: 449, body: { success: false, error: { force: question } } },
  });
  const download = main.getByRole('button', { name: 'Download my data' });
  await userEvent.click(download);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Do you really want that?')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }).first());
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(download).not.toHaveAttribute('aria-busy', 'true');
});

test('on a phone the profile menu is a row, and nothing is wider than the screen', async () => {
  await page.viewport(360, 740);
  await renderApp('/profile/dashboard', { seed: [jana, broth, order], as: 'jana', config });
  await expect.element(panel('Next meals').getByRole('article')).toBeVisible();
  const [first, second] = menu.getByRole('link').elements();
  expect(first?.getBoundingClientRect().top).toBe(second?.getBoundingClientRect().top);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test.each([true, false])(
  'CFG-22 REP-25 DATA-02 custom data is read after the login and shown in its order where it is switched on: %s',
  async (showCustomData) => {
    const customData = [
      { label: { en: 'Cost centre' }, value: '4711' },
      { label: { en: 'Building' }, value: 'B' },
    ];
    const { server } = await renderApp('/profile', {
      seed: [{ ...jana, with: { ...jana.with, customData } }],
      as: 'jana',
      config: { ...config, showCustomData },
    });
    const account = panel('Balance');
    await expect.element(account).toBeVisible();
    await expect.element(account.getByText('Bonus balance')).toBeVisible();
    const textsOf = (role: 'term' | 'definition') =>
      account
        .getByRole(role)
        .elements()
        .map(({ textContent }) => textContent);
    const [labels, values] = [textsOf('term'), textsOf('definition')];
    const rows = labels
      .map((label, place) => [label, values[place]])
      .filter(([label]) => label !== 'Bonus balance' && label !== 'Prices');
    expect(rows).toEqual(
      showCustomData
        ? [
            ['Cost centre', '4711'],
            ['Building', 'B'],
          ]
        : [],
    );
    const asked = await server.requests(/account\/customdata/);
    expect(asked.length > 0).toBe(showCustomData);
  },
);

/** Everything that a customer has, as the answers of another server name it. */
const everything = {
  customer: {
    id: 7,
    customerId: 7,
    userName: 'karel',
    type: 'Company',
    company: true,
    companyName: 'Baker and sons',
    firstName: 'Karel',
    lastName: 'Baker',
    email: 'karel@example.org',
    additionalData: [{ variableId: 'floor', value: 'third floor' }],
    webidentcode: '2000000000015',
    supportedTopUpPayment: ['card'],
    cardStatus: 'BLOCKED',
    balance: 12,
    pluginData: [],
    bonusBalance: 3,
    bonusBalanceCurrency: '{0} b.',
    customData: [{ label: 'Cost centre', value: '4711' }],
    customersPairing: 1,
  },
  'account/balance': { balance: 12, pluginData: [{ label: 'Price level', value: 'Students' }] },
  'account/bonusbalance': { bonusBalance: 3, bonusBalanceCurrency: '{0} b.' },
  'account/customdata': { customData: [{ label: 'Cost centre', value: '4711' }] },
  'account/transactions': {
    transactions: [{ id: 1, name: 'Topped up', dateTime: '2026-11-19 12:00', amount: 5 }],
  },
  'account/consumption': {
    consumption: [{ id: 1, dateTime: '2026-11-19 12:00', recipe: 'Goulash', price: 5 }],
  },
  bills: { bills: [{ id: 1, dateTime: '2026-11-19 12:00', register: 'Till 9', priceWIT: 5 }] },
  'account/bonuses': { bonuses: [{ id: 1, bonus: 77, drawn: 0, balance: 77, currency: '{0} b.' }] },
  'account/vouchers': { vouchers: [{ id: 1, voucherType: 'Ice cream', validTo: '2026-12-31' }] },
  'pairing/list': { pairings: [{ pairingStatus: 'valid', loyaltySystem: 'Book club' }] },
} as const;

const allPages = {
  ...config,
  allowProfileEdit: true,
  allowTransactionsReport: true,
  allowConsumptionReport: true,
  allowBonusesReport: true,
  allowTopUp: true,
  topUpGateways: [{ id: 'card', url: '/payments' }],
  allowPairingManagement: true,
  allowCardAdministration: true,
  virtualCard: true,
  customerFields: {
    common: [{ id: 'email', type: 'email' }],
    company: { show: [], registration: [], update: [{ id: 'floor', label: 'Floor' }, { id: 'companyName' }] },
  },
};

/** Opens the profile before a server that gives these answers to what is asked of the customer. */
async function openAnswered(answers: Readonly<Record<string, object>>, more: object = {}) {
  const server = await startTestServer({ seed: [jana] });
  for (const [path, answer] of Object.entries(answers))
    await server.fault(new RegExp(`GET .*/${path}(?:\\?|$)`), {
      answer: handMade(answer as Readonly<Record<string, unknown>>),
    });
  return renderApp('/orders', { server, as: 'jana', config: { ...allPages, ...more } });
}

test('DATA-01 every value of a customer is shown where its area says', async () => {
  const app = await openAnswered(everything);
  const shows = async (address: string, texts: readonly string[]) => {
    app.history.push(address);
    for (const text of texts)
      await expect.element(main.getByText(text, { exact: true }).last()).toBeVisible();
  };
  await shows('/profile/dashboard', ['Baker and sons', 'CZK\u00a012.00', '3.00 b.', 'Students', '4711']);
  app.history.push('/profile/edit');
  for (const [name, value] of Object.entries({
    'E-mail': 'karel@example.org',
    Floor: 'third floor',
    'Company name': 'Baker and sons',
  }))
    await expect.element(main.getByRole('textbox', { name, exact: true })).toHaveValue(value);
  await shows('/profile/transactions', ['Topped up']);
  await shows('/profile/consumption', ['Goulash']);
  await shows('/profile/bills', ['Till 9']);
  await shows('/profile/bonuses', ['77.00 b.']);
  await shows('/profile/vouchers', ['Ice cream']);
  await shows('/profile/pairing', ['Book club']);
  await shows('/profile/manage-card', ['Blocked']);
  app.history.push('/profile/top-up');
  await expect.element(main.getByRole('radio', { name: 'Payment by card' })).toBeChecked();
  app.history.push('/profile/dashboard');
  await expect.element(header.getByText('Baker and sons').last()).toBeVisible();
});

test.each([
  ['with names', {}, 'Karel Baker'],
  ['without names', { firstName: undefined, lastName: undefined }, 'karel'],
])(
  'DATA-01 a person %s stands by what they are called, and has their virtual card',
  async (_, names, shown) => {
    const person = { ...everything.customer, type: 'Person', company: false, companyName: undefined };
    const customer = { ...person, cardStatus: 'USED', ...names };
    const app = await openAnswered({ ...everything, customer });
    await expect.element(header.getByText(shown, { exact: true }).last()).toBeVisible();
    app.history.push('/profile/manage-card');
    await expect.element(main.getByText('Active', { exact: true })).toBeVisible();
    await userEvent.click(main.getByRole('button', { name: 'Show the card' }));
    await expect.element(main.getByText(customer.webidentcode, { exact: true })).toBeVisible();
  },
);

test('the top-up of the dashboard is as large as its buttons', async () => {
  const app = await openAnswered(everything);
  app.history.push('/profile/dashboard');
  const topUp = main.getByRole('region', { name: 'Balance' }).getByRole('link', { name: 'Top-up' });
  await expect.element(topUp).toBeVisible();
  expect(topUp.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test('DATA-01 what is missing of a customer, or has another shape, breaks none of the pages', async () => {
  const empty = Object.fromEntries(
    Object.keys(everything).map((path) => [
      path,
      Object.fromEntries(
        Object.entries(everything[path as keyof typeof everything])
          .filter(
            ([name, value]) => path !== 'customer' && (Array.isArray(value) ? name !== 'pluginData' : true),
          )
          .map(([name, value]) => [name, Array.isArray(value) ? [{}] : value]),
      ),
    ]),
  );
  for (const customer of [
    {},
    {
      type: 5,
      company: 'yes',
      firstName: [],
      balance: 'much',
      cardStatus: 'LOST',
      additionalData: 'none',
      customData: 3,
      supportedTopUpPayment: 7,
    },
  ]) {
    const answers = { ...empty, customer: { customerId: 7, ...customer } };
    const app = await openAnswered(answers, { capabilities: { customersPairing: 1 } });
    for (const [address, title] of [
      ['/profile/edit', 'Edit profile'],
      ['/profile/transactions', 'Transactions'],
      ['/profile/consumption', 'Consumption'],
      ['/profile/bills', 'Bills'],
      ['/profile/bonuses', 'Bonuses'],
      ['/profile/vouchers', 'Vouchers'],
      ['/profile/manage-card', 'Card'],
      ['/profile/pairing', 'Pairing'],
      ['/profile/comment', 'Comment'],
      ['/profile/top-up', 'Top-up'],
      ['/profile/dashboard', 'My profile'],
    ] as const) {
      app.history.push(address);
      await expect.element(main.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      expect(page.getByText('Whoops, something went wrong').elements()).toEqual([]);
    }
    app.history.push('/login');
    await app.server.clearFaults();
  }
});
