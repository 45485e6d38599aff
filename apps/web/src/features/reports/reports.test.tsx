import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const config = {
  allowTransactionsReport: true,
  allowConsumptionReport: true,
  allowBills: true,
  allowBonusesReport: true,
  allowVouchersReport: true,
};
const main = page.getByRole('main');
const now = '2024-03-15T08:00:00+01:00';

/** The texts of a table's rows; what screen readers alone hear is left out. */
const rowsOf = (name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent));

/** Opens a report that a server of the same contract answers with these rows. */
async function openReport(
  address: string,
  call: RegExp,
  answer: object,
  options: Parameters<typeof renderApp>[1] = {},
) {
  const app = await renderApp('/login', {
    seed: [jana],
    as: 'jana',
    now,
    deviceNow: () => Date.parse(now),
    config,
    ...options,
  });
  await app.server.fault(call, {
    answer: handMade(answer as Readonly<Record<string, unknown>>, options.now ?? now),
  });
  app.history.push(address);
  return app;
}
const query = (request: { path: string } | undefined) =>
  Object.fromEntries(new URL(request?.path ?? '', 'http://x').searchParams);
const choosePeriod = (name: string) =>
  userEvent.selectOptions(main.getByRole('combobox', { name: 'Period' }), name);

const TRANSACTIONS = /^GET \/api\/customer\/account\/transactions\?/;
const transactions = [
  { id: 1, name: 'A', dateTime: '2024-03-05 14:07:09', amount: 5 },
  { id: 2, description: 'B', dateTime: '2024-03-06 12:00', amount: -3 },
  { id: 3, name: 'A', dateTime: '2024-03-07 12:00:00', amount: 10 },
];

test('REP-10 REP-11 REP-12 DATA-10 DATA-31 FMT-03 transactions are limited to a type, with the total of what is shown', async () => {
  await openReport('/profile/transactions', TRANSACTIONS, { transactions });
  await expect
    .poll(() => rowsOf('Transactions'))
    .toEqual([
      ['Name', 'Date', 'Amount'],
      ['A', '5. 3. 2024 14:07', 'CZK\u00a05.00'],
      ['B', '6. 3. 2024 12:00', 'CZK\u00a0-3.00'],
      ['A', '7. 3. 2024 12:00', 'CZK\u00a010.00'],
      ['Total change in balance', '', 'CZK\u00a012.00'],
    ]);
  const type = main.getByRole('combobox', { name: 'Type' });
  expect([...(type.element() as HTMLSelectElement).options].map(({ text, value }) => [text, value])).toEqual([
    ['All', 'All'],
    ['A', '=A'],
    ['B', '=B'],
  ]);
  await userEvent.selectOptions(type, 'A');
  await expect.poll(() => rowsOf('Transactions').at(-1)).toEqual(['Total', '', 'CZK\u00a015.00']);
  expect(rowsOf('Transactions')).toHaveLength(4);
  await userEvent.selectOptions(type, 'B');
  await expect.poll(() => rowsOf('Transactions').at(-1)).toEqual(['Total', '', 'CZK\u00a0-3.00']);
  await userEvent.selectOptions(type, 'All');
  await expect.poll(() => rowsOf('Transactions')).toHaveLength(5);
});

test('REP-12 the description of a transaction stands below its name, is found by the search, and takes no column', async () => {
  const row = {
    id: 9,
    name: 'Order',
    description: 'Beef broth',
    dateTime: '2024-03-05 14:07:09',
    amount: -5,
  };
  await openReport('/profile/transactions', TRANSACTIONS, { transactions: [row, ...transactions] });
  await expect
    .poll(() => rowsOf('Transactions').slice(0, 2))
    .toEqual([
      ['Name', 'Date', 'Amount'],
      ['OrderBeef broth', '5. 3. 2024 14:07', 'CZK\u00a0-5.00'],
    ]);
  const name = main.getByText('Order', { exact: true }).last().element();
  const description = main.getByText('Beef broth', { exact: true }).element();
  expect(description.getBoundingClientRect().top).toBeGreaterThan(name.getBoundingClientRect().top);
  await userEvent.fill(main.getByRole('searchbox'), 'BROTH');
  await expect.poll(() => rowsOf('Transactions')).toHaveLength(3);
  const saved = nextFile();
  await userEvent.click(main.getByRole('button', { name: 'Save as CSV' }));
  expect((await (await saved).text).trim().split('\r\n')).toEqual([
    expect.stringMatching(/Name,Date,Amount$/),
    'Order – Beef broth,2024-03-05 14:07,-5',
  ]);
});

test('REP-08 REP-24 the page of transactions begins with the balance, which the header and the dashboard have too', async () => {
  const { server } = await renderApp('/profile/transactions', {
    seed: [{ ...jana, with: { ...jana.with, balance: 2500 } }],
    as: 'jana',
    config: { ...config, showAccountBalance: 2, allowProfileDashboard: true },
  });
  await expect.element(main.getByText('Account balance: CZK\u00a025.00')).toBeVisible();
  await expect.element(page.getByRole('banner').getByText('CZK\u00a025.00').first()).toBeVisible();
  expect((await server.requests(/account\/balance/)).length).toBeGreaterThan(0);
  await userEvent.click(page.getByRole('link', { name: 'Dashboard' }));
  const panel = main.getByRole('region', { name: 'Balance' });
  await expect.element(panel.getByText('CZK\u00a025.00', { exact: true })).toBeVisible();
});

test('REP-08 the page of transactions shows the balance also where the settings show it nowhere else', async () => {
  await renderApp('/profile/transactions', {
    seed: [{ ...jana, with: { ...jana.with, balance: 2500 } }],
    as: 'jana',
    config: { ...config, showAccountBalance: 0 },
  });
  await expect.element(main.getByText('Account balance: CZK\u00a025.00')).toBeVisible();
  expect(page.getByRole('banner').getByText('CZK\u00a025.00').elements()).toEqual([]);
});

test('a balance that cannot be read is said not to be known', async () => {
  const app = await renderApp('/login', { seed: [jana], as: 'jana', config });
  await app.server.fault(/account\/balance/, { answer: { status: 404 } });
  app.history.push('/profile/transactions');
  await expect.element(main.getByText('Account balance: not known at the moment')).toBeVisible();
});

test('REP-09 REP-21 FMT-06 API-28 transactions are asked for by their days, and 365 days are not offered', async () => {
  const { server } = await openReport('/profile/transactions', TRANSACTIONS, { transactions });
  const asked = async () => (await server.requests(TRANSACTIONS)).map(query);
  await expect.poll(asked).toEqual([{ from: '2024-03-01', to: '2024-03-15' }]);
  const period = main.getByRole('combobox', { name: 'Period' });
  expect([...(period.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'Current month',
    'Last month',
    'All time',
  ]);
  await choosePeriod('Last month');
  await expect.poll(async () => (await asked()).at(-1)).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  await choosePeriod('All time');
  await expect.poll(async () => (await asked()).at(-1)).toEqual({ from: '1970-01-01', to: '2024-03-15' });
});

const CONSUMPTION = /^GET \/api\/customer\/account\/consumption\?/;
const eaten = [
  {
    id: 1,
    dateTime: '2024-03-05 11:30',
    costCenter: '4711',
    canteen: 'Main',
    register: 'Till 2',
    recipe: 'Broth',
    taxRate: 12,
    taxSubsidy: 1,
    nonTaxSubsidy: 10,
    price: 100,
  },
  {
    id: 2,
    dateTime: 'yesterday',
    canteen: 'Garden',
    recipe: 'Cake',
    taxRate: '21',
    taxSubsidy: 2,
    nonTaxSubsidy: 20,
    price: 200,
  },
];

test('REP-14 REP-15 DATA-11 FMT-03 FORM-31 consumption has every column, and totals by their own values', async () => {
  const { platform } = await openReport('/profile/consumption', CONSUMPTION, { consumption: eaten });
  await expect
    .poll(() => rowsOf('Consumption'))
    .toEqual([
      [
        'Date',
        'Cost centre',
        'Canteen',
        'Register',
        'Dish',
        'Tax rate',
        'Tax subsidy',
        'Non-tax subsidy',
        'Price',
      ],
      [
        '5. 3. 2024 11:30',
        '4711',
        'Main',
        'Till 2',
        'Broth',
        '12%',
        'CZK\u00a01.00',
        'CZK\u00a010.00',
        'CZK\u00a0100.00',
      ],
      ['Invalid date', '', 'Garden', '', 'Cake', '21%', 'CZK\u00a02.00', 'CZK\u00a020.00', 'CZK\u00a0200.00'],
      ['Total', '', '', '', '', '', 'CZK\u00a03.00', 'CZK\u00a030.00', 'CZK\u00a0300.00'],
    ]);
  platform.snapshot.setState({ language: 'cs' });
  await expect.poll(() => page.getByText('Neplatné datum').elements()).toHaveLength(1);
});

test('what was chosen with a dish stands below it in consumption, and in the items of a bill', async () => {
  const modifiers = [
    { id: 'a', name: 'Rice' },
    { id: 'b', name: 'Gravy', price: 2 },
  ];
  const { server, history } = await openReport('/profile/consumption', CONSUMPTION, {
    consumption: eaten.map((row) => (row.id === 1 ? { ...row, modifiers } : row)),
  });
  const dishes = () => rowsOf('Consumption').map((row) => row[4]);
  await expect.poll(dishes).toEqual(['Dish', 'BrothRice, Gravy', 'Cake', '']);
  await userEvent.fill(main.getByRole('searchbox'), 'gravy');
  await expect.poll(dishes).toEqual(['Dish', 'BrothRice, Gravy', '']);

  const [broth, tea] = bill.items;
  await server.fault(BILLS, {
    answer: handMade({ bills: [{ ...bill, items: [{ ...broth, modifiers }, tea] }] }, now),
  });
  history.push('/profile/bills');
  await userEvent.click(main.getByRole('button', { name: 'Items of the bill 41' }));
  await expect
    .poll(() => rowsOf('Items of the bill 41').map(([name]) => name))
    .toEqual(['Name', 'BrothRice, Gravy', 'Tea']);
});

test('REP-13 REP-23 REP-27 API-29 DATA-31 consumption is asked for by its days, and the totals are those of the answer', async () => {
  const { server } = await openReport('/profile/consumption', CONSUMPTION, { consumption: eaten });
  const total = () => rowsOf('Consumption').at(-1)?.at(-1);
  await expect.poll(total).toBe('CZK\u00a0300.00');
  await server.clearFaults();
  await server.fault(CONSUMPTION, {
    answer: handMade({ consumption: eaten.slice(0, 1) }, now),
  });
  const asked = async () => query((await server.requests(CONSUMPTION)).at(-1));
  expect(await asked()).toEqual({ from: '2024-03-01', to: '2024-03-15' });
  for (const [period, from, to] of [
    ['Last month', '2024-02-01', '2024-02-29'],
    ['Last 365 days', '2023-03-16', '2024-03-15'],
    ['All time', '1970-01-01', '2024-03-15'],
  ] as const) {
    await choosePeriod(period);
    await expect.poll(asked).toEqual({ from, to });
  }
  await expect.poll(total).toBe('CZK\u00a0100.00');
});

/** The lines of a picture as its table has them, each with the widths of its two bars in percent. */
const barsOf = (name: string) =>
  main
    .getByRole('table', { name, exact: true })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [
      ...[...row.querySelectorAll('th, td:not([aria-hidden])')].map(({ textContent }) => textContent),
      ...[...row.querySelectorAll('rect')].map((bar) => Math.round(Number(bar.getAttribute('width')))),
    ]);

test('what was paid by month and by canteen stands above the consumption, as bars and in the same figures', async () => {
  await openReport('/profile/consumption', CONSUMPTION, {
    consumption: [
      { id: 1, dateTime: '2024-02-05 11:30', canteen: 'Main', recipe: 'Broth', price: 40, taxSubsidy: 10 },
      { id: 2, dateTime: '2024-03-05 11:30', canteen: 'Main', recipe: 'Tea', price: 50, nonTaxSubsidy: 25 },
      { id: 3, dateTime: '2024-03-06 11:30', canteen: 'Garden', recipe: 'Cake', price: 20, taxSubsidy: 5 },
    ],
  });
  await expect
    .poll(() => barsOf('By month'))
    .toEqual([
      ['February 2024', 'CZK\u00a040.00', 'CZK\u00a010.00', 40, 10],
      ['March 2024', 'CZK\u00a070.00', 'CZK\u00a030.00', 70, 30],
    ]);
  expect(barsOf('By canteen')).toEqual([
    ['Main', 'CZK\u00a090.00', 'CZK\u00a035.00', 72, 28],
    ['Garden', 'CZK\u00a020.00', 'CZK\u00a05.00', 16, 4],
  ]);
  expect(rowsOf('Consumption').at(-1)?.slice(-3)).toEqual([
    'CZK\u00a015.00',
    'CZK\u00a025.00',
    'CZK\u00a0110.00',
  ]);
  const months = main.getByRole('table', { name: 'By month', exact: true });
  await expect.element(months.getByRole('columnheader', { name: 'You paid' })).toBeVisible();
  await expect.element(months.getByRole('columnheader', { name: 'Subsidies' })).toBeVisible();
  await expect.element(months.getByRole('rowheader', { name: 'February 2024' })).toBeVisible();
  // Who hears the page hears the figures alone.
  expect(main.getByRole('img').elements()).toEqual([]);

  // They are of the rows that are shown.
  await userEvent.fill(main.getByRole('searchbox'), 'main');
  await expect
    .poll(() => barsOf('By month').map(([, paid]) => paid))
    .toEqual(['CZK\u00a040.00', 'CZK\u00a050.00']);
  expect(main.getByRole('table', { name: 'By canteen' }).elements()).toEqual([]);
  await userEvent.fill(main.getByRole('searchbox'), 'garden');
  await expect.element(main.getByRole('table', { name: 'By month' })).not.toBeInTheDocument();
});

test('the bars of paid and subsidies can be told from each other and from the page, light and dark', async () => {
  await openReport('/profile/consumption', CONSUMPTION, { consumption: eaten });
  await expect.element(main.getByRole('table', { name: 'By canteen' })).toBeVisible();
  const [paid, subsidy] = main.getByRole('table', { name: 'By canteen' }).element().querySelectorAll('rect');
  const colours = () => [paid, subsidy].map((bar) => bar && getComputedStyle(bar).fill);
  const seen = [];
  for (const look of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = look;
    const ground = getComputedStyle(document.body).backgroundColor;
    const [first, second] = colours();
    expect(new Set([first, second, ground]).size, look).toBe(3);
    seen.push(ground);
  }
  delete document.documentElement.dataset['theme'];
  expect(new Set(seen).size).toBe(2);
});

const BILLS = /customer\/bills/;
const bill = {
  id: 7,
  serialNumber: 41,
  register: 'Till 1',
  costCenter: '4711',
  dateTime: '2024-03-05 11:30',
  priceWIT: 10.1,
  discount: 50,
  taxSubsidy: 4,
  nonTaxSubsidy: 2,
  usedBonus: 5.05,
  items: [
    {
      prodid: 1,
      name: 'Broth',
      amount: 2,
      priceWIT: 6.1,
      priceWOT: 5.45,
      taxRate: 12,
      taxSubsidy: 3,
      nonTaxSubsidy: 1,
    },
    {
      prodid: 2,
      name: 'Tea',
      amount: 1,
      priceWIT: 4,
      priceWOT: 3.31,
      taxRate: 21,
      taxSubsidy: 1,
      nonTaxSubsidy: 1,
    },
  ],
};
const other = { ...bill, id: 8, serialNumber: 42, priceWIT: 20.2, items: [] };

test.each([
  ['consumption', CONSUMPTION, { consumption: [] }],
  ['bills', BILLS, { bills: [] }],
] as const)(
  'the page of the %s says when a meal comes into it and that its prices are after subsidies, also without any',
  async (name, call, answer) => {
    await openReport(`/profile/${name}`, call, answer, { config });
    await expect.element(main.getByRole('heading', { name: 'No records to display' })).toBeVisible();
    await expect
      .element(
        main.getByText(
          'A meal appears here once it is handed out and billed. Subsidies are already taken off the prices.',
          { exact: true },
        ),
      )
      .toBeVisible();
  },
);

test('REP-01 REP-04 DATA-12 FMT-03 a bill has every column that is configured, and the prices make a grand total', async () => {
  const billColumns = [
    'id',
    'dateTime',
    'costCenter',
    'priceWIT',
    'discount',
    'usedBonus',
    'subsidies',
    'register',
    'serialNumber',
  ];
  await openReport('/profile/bills', BILLS, { bills: [bill, other] }, { config: { ...config, billColumns } });
  await expect
    .poll(() => rowsOf('Bills').map((cells) => cells.slice(0, 10)))
    .toEqual([
      [
        'Number',
        'Date',
        'Cost centre',
        'Price with tax',
        'Discount',
        'Used bonus',
        'Tax subsidy',
        'Non-tax subsidy',
        'Register',
        'Serial number',
      ],
      [
        '7',
        '5. 3. 2024 11:30',
        '4711',
        'CZK\u00a010.10',
        '50%',
        'CZK\u00a05.05',
        'CZK\u00a04.00',
        'CZK\u00a02.00',
        'Till 1',
        '41',
      ],
      [
        '8',
        '5. 3. 2024 11:30',
        '4711',
        'CZK\u00a020.20',
        '50%',
        'CZK\u00a05.05',
        'CZK\u00a04.00',
        'CZK\u00a02.00',
        'Till 1',
        '42',
      ],
      ['Total', '', '', 'CZK\u00a030.30', '', '', '', '', '', ''],
    ]);
});

test.each([
  [
    ['dateTime', 'register', 'priceWIT'],
    ['Date', 'Register', 'Price with tax'],
  ],
  [
    ['priceWIT', 'register', 'dateTime'],
    ['Price with tax', 'Register', 'Date'],
  ],
])(
  'CFG-44 bills have exactly the columns %j that are configured, in this order',
  async (billColumns, heads) => {
    await openReport('/profile/bills', BILLS, { bills: [bill] }, { config: { ...config, billColumns } });
    await expect.poll(() => rowsOf('Bills')[0]).toEqual([...heads, 'Items']);
  },
);

test('REP-02 DATA-13 a bill shows its items when it is opened, and another one without a further call', async () => {
  const second = { ...other, items: [{ prodid: 3, name: 'Cake', amount: 1, priceWIT: 20.2 }] };
  const { server } = await openReport('/profile/bills', BILLS, { bills: [bill, second] });
  await userEvent.click(main.getByRole('button', { name: 'Items of the bill 41' }));
  await expect
    .poll(() => rowsOf('Items of the bill 41'))
    .toEqual([
      [
        'Name',
        'Quantity',
        'Price with tax',
        'Price without tax',
        'Tax rate',
        'Tax subsidy',
        'Non-tax subsidy',
      ],
      ['Broth', '2', 'CZK\u00a06.10', 'CZK\u00a05.45', '12%', 'CZK\u00a03.00', 'CZK\u00a01.00'],
      ['Tea', '1', 'CZK\u00a04.00', 'CZK\u00a03.31', '21%', 'CZK\u00a01.00', 'CZK\u00a01.00'],
    ]);
  await userEvent.click(main.getByRole('button', { name: 'Items of the bill 42' }));
  await expect.poll(() => rowsOf('Items of the bill 42')[1]?.[0]).toBe('Cake');
  expect(await server.requests(BILLS)).toHaveLength(1);
});

test('REP-03 API-30 bills are asked for by their days, with their items, and those of the answer are shown', async () => {
  const { server } = await openReport('/profile/bills', BILLS, { bills: [bill] });
  const asked = async () => query((await server.requests(BILLS)).at(-1));
  for (const [period, from, to] of [
    ['Current month', '2024-03-01', '2024-03-15'],
    ['Last month', '2024-02-01', '2024-02-29'],
    ['Last 365 days', '2023-03-16', '2024-03-15'],
    ['All time', '1970-01-01', '2024-03-15'],
  ] as const) {
    const costCenter = period === 'Current month' ? bill.costCenter : `of ${period}`;
    await server.fault(BILLS, { answer: handMade({ bills: [{ ...bill, costCenter }] }, now) });
    await choosePeriod(period);
    await expect.poll(asked).toEqual({ from, to, withDetails: 'true' });
    await expect.element(page.getByRole('cell', { name: costCenter, exact: true })).toBeVisible();
    await server.clearFaults();
  }
});

const TOO_MANY = 'Selected filter returns too many records. Make a more restrictive filter...';

test('REP-05 REP-06 LIMIT-19 ERR-31 200 bills of more are told to be the most, and what to do', async () => {
  const bills = Array.from({ length: 200 }, (_, index) => ({ ...other, id: index + 1 }));
  await openReport('/profile/bills', BILLS, { bills, incomplete: true });
  const notice = main.getByRole('button', { name: 'At most 200 records are shown' });
  await expect.element(notice).toHaveAccessibleDescription(TOO_MANY);
  await userEvent.hover(notice);
  await expect.element(main.getByText(TOO_MANY)).toBeVisible();
  await userEvent.unhover(notice);
  await expect.element(main.getByText(TOO_MANY)).not.toBeVisible();
  (notice.element() as HTMLElement).focus();
  await expect.element(main.getByText(TOO_MANY)).toBeVisible();
});

test('REP-05 LIMIT-19 of 12 bills nothing is told, and a server that tells nothing has more from 200 on', async () => {
  const { server } = await openReport('/profile/bills', BILLS, { bills: [bill] });
  const notice = main.getByText('At most 200 records are shown');
  for (const [count, period] of [
    [12, 'Last month'],
    [199, 'Last 365 days'],
    [200, 'All time'],
  ] as const) {
    const bills = Array.from({ length: count }, (_, index) => ({ ...other, id: index + 1 }));
    await server.clearFaults();
    await server.fault(BILLS, { answer: handMade({ bills }, now) });
    await choosePeriod(period);
    // A hundred are drawn at first, with the heads and the total.
    await expect.poll(() => rowsOf('Bills')).toHaveLength(Math.min(count, 100) + 2);
    await expect.poll(() => notice.elements()).toHaveLength(count === 200 ? 1 : 0);
  }
});

const BONUSES = /^GET \/api\/customer\/account\/bonuses$/;
const bonus = {
  id: 1,
  validFrom: '2024-03-01',
  validTo: '2024-03-31',
  maxDiscountPercent: 50,
  minBillPrice: 100,
  bonus: 5,
  drawn: 2,
  balance: 3,
  currency: '{0} points',
};

const VOUCHERS = /account\/vouchers/;
const voucher = {
  id: 1,
  voucherType: 'Soup',
  voucherSet: 'Spring',
  validTo: '2027-03-05',
  validFrom: '2024-03-01',
  creationTimeStamp: '2024-02-29 10:00',
};

/** The reports of which every column can be left out. */
const optional = {
  bonuses: {
    call: BONUSES,
    title: 'Bonuses',
    columns: 'bonusColumns',
    heads: [
      'Valid from',
      'Valid to',
      'Maximum discount',
      'Minimum bill price',
      'Bonus',
      'Drawn',
      'Balance',
      'Currency',
    ],
    values: [
      '1. 3. 2024',
      '31. 3. 2024',
      '50%',
      '100.00\u00a0points',
      '5.00\u00a0points',
      '2.00\u00a0points',
      '3.00\u00a0points',
      'points',
    ],
  },
  vouchers: {
    call: VOUCHERS,
    title: 'Vouchers',
    columns: 'voucherColumns',
    heads: ['Type', 'Set', 'Valid to', 'Valid from', 'Issued'],
    values: ['Soup', 'Spring', '5. 3. 2027', '1. 3. 2024', '29. 2. 2024'],
  },
};

test('1000 transactions are drawn a hundred at a time, and the total is of all', async () => {
  const many = Array.from({ length: 1000 }, (_, id) => ({ id, name: 'A', amount: 0.1 }));
  await openReport('/profile/transactions', TRANSACTIONS, { transactions: many, totalCount: 1001 });
  await expect.element(main.getByRole('table')).toBeVisible();
  expect(rowsOf('Transactions')).toHaveLength(102);
  expect(rowsOf('Transactions').at(-1)?.at(-1)).toBe('CZK\u00a0100.00');
  await userEvent.click(main.getByRole('button', { name: 'Show more' }));
  await expect.poll(() => rowsOf('Transactions')).toHaveLength(202);
});

test.each([
  ['transactions', TRANSACTIONS, { name: 'A', amount: 0.1 }],
  ['consumption', CONSUMPTION, { recipe: 'A', price: 0.1 }],
  ['bonuses', BONUSES, bonus],
  ['vouchers', VOUCHERS, voucher],
] as const)(
  'REP-07 LIMIT-19 of %s 1000 of more are told to be the most, also where the server does not say so, and 999 are not',
  async (name, call, row) => {
    const rows = Array.from({ length: 1000 }, (_, id) => ({ ...row, id }));
    const notice = main.getByText('At most 1000 records are shown');
    let app = await openReport(`/profile/${name}`, call, { [name]: rows, totalCount: 1001 });
    await expect.element(notice).toBeVisible();
    for (const [given, notices] of [
      [rows.slice(1), 0],
      [rows, 1],
    ] as const) {
      await app.server.clearFaults();
      await app.server.fault(call, { answer: handMade({ [name]: given }, now) });
      app = await app.reload();
      await expect.element(main.getByRole('table')).toBeVisible();
      await expect.poll(() => notice.elements()).toHaveLength(notices);
    }
  },
);

test('REP-17 DATA-14 FMT-04 FMT-16 a bonus is shown with all its values, in a currency of its own', async () => {
  await openReport('/profile/bonuses', BONUSES, { bonuses: [bonus] });
  const { heads, values } = optional.bonuses;
  await expect.poll(() => rowsOf('Bonuses')).toEqual([heads, values]);
});

test('a bonus that is over says so, on its last day it does not', async () => {
  const [over, last] = ['2024-03-14', '2024-03-15'].map((validTo, id) => ({ ...bonus, id, validTo }));
  await openReport('/profile/bonuses', BONUSES, { bonuses: [over, last] });
  await expect
    .poll(() => rowsOf('Bonuses').map(([, validTo]) => validTo))
    .toEqual(['Valid to', '14. 3. 2024Expired', '15. 3. 2024']);
});

test('REP-16 API-32 the page of bonuses shows the bonus balance, and reads the bonuses once', async () => {
  const { server } = await renderApp('/profile/bonuses', {
    seed: [
      {
        ...jana,
        with: { ...jana.with, bonus: { amount: 4000, currencyFormat: { en: '{0} points' } } },
      },
    ],
    as: 'jana',
    config: { ...config, showBonusBalance: false },
  });
  await expect.element(main.getByText('Bonus balance: 40.00\u00a0points')).toBeVisible();
  await expect.element(main.getByText(/Bonuses are used automatically when a bill closes/)).toBeVisible();
  expect(await server.requests(BONUSES)).toHaveLength(1);
});

test.each([
  ['REP-17 CFG-45', 'bonuses', 'validFrom', 'Valid from'],
  ['REP-17 CFG-45', 'bonuses', 'validTo', 'Valid to'],
  ['REP-17 CFG-45', 'bonuses', 'maxDiscountPercent', 'Maximum discount'],
  ['REP-17 CFG-45', 'bonuses', 'minBillPrice', 'Minimum bill price'],
  ['REP-17 CFG-45', 'bonuses', 'bonus', 'Bonus'],
  ['REP-17 CFG-45', 'bonuses', 'drawn', 'Drawn'],
  ['REP-17 CFG-45', 'bonuses', 'balance', 'Balance'],
  ['REP-17 CFG-45', 'bonuses', 'currency', 'Currency'],
  ['CFG-45', 'vouchers', 'voucherType', 'Type'],
  ['CFG-45', 'vouchers', 'voucherSet', 'Set'],
  ['CFG-45', 'vouchers', 'validTo', 'Valid to'],
  ['CFG-45', 'vouchers', 'validFrom', 'Valid from'],
  ['CFG-45', 'vouchers', 'creationTimeStamp', 'Issued'],
] as const)('%s of %s the column %s is left out by configuration alone', async (_, report, key, label) => {
  const { call, title, columns, heads, values } = optional[report];
  await openReport(
    `/profile/${report}`,
    call,
    { bonuses: [bonus], vouchers: [voucher] },
    { config: { ...config, [columns]: { [key]: false } } },
  );
  const place = heads.indexOf(label);
  expect(place).not.toBe(-1);
  await expect.poll(() => rowsOf(title)).toEqual([heads.toSpliced(place, 1), values.toSpliced(place, 1)]);
});

test('CFG-45 REP-14 columns that are switched off in three reports are absent, the others stay', async () => {
  const app = await openReport(
    '/profile/bonuses',
    BONUSES,
    { bonuses: [bonus] },
    {
      config: {
        ...config,
        bonusColumns: { drawn: false },
        voucherColumns: { voucherSet: false },
        consumptionColumns: { costCenter: false },
      },
    },
  );
  await expect
    .poll(() => rowsOf('Bonuses')[0])
    .toEqual([
      'Valid from',
      'Valid to',
      'Maximum discount',
      'Minimum bill price',
      'Bonus',
      'Balance',
      'Currency',
    ]);
  await app.server.fault(CONSUMPTION, { answer: handMade({ consumption: eaten }, now) });
  app.history.push('/profile/consumption');
  await expect
    .poll(() => rowsOf('Consumption')[0])
    .toEqual(['Date', 'Canteen', 'Register', 'Dish', 'Tax rate', 'Tax subsidy', 'Non-tax subsidy', 'Price']);
  await app.server.fault(VOUCHERS, { answer: handMade({ vouchers: [voucher] }, now) });
  app.history.push('/profile/vouchers');
  await expect.poll(() => rowsOf('Vouchers')[0]).toEqual(['Type', 'Valid to', 'Valid from', 'Issued']);
});

const pages = ['transactions', 'consumption', 'bills', 'bonuses', 'vouchers'];

test('REP-20 ERR-31 without records every report says so', async () => {
  const { history } = await renderApp('/login', {
    seed: [{ ...jana, with: { ...jana.with, balance: 0 } }],
    as: 'jana',
    config,
  });
  for (const name of pages) {
    history.push(`/profile/${name}`);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(new RegExp(name, 'i'));
    await expect
      .element(main.getByRole('heading', { name: 'No records to display', exact: true }))
      .toBeVisible();
  }
});

test.each(pages)(
  'REP-26 %s says that it is loading, then that it failed, and is read again by a button',
  async (name) => {
    const deviceNow = () => Date.parse('2026-11-20T08:00:00+01:00');
    const app = await renderApp('/login', { seed: [jana], as: 'jana', config, deviceNow });
    const call = new RegExp(`(?:account|customer)/${name}`);
    const held = await app.server.fault(call, { hold: true }, 1);
    app.history.push(`/profile/${name}`);
    await expect.element(main.getByText('Loading the records')).toBeInTheDocument();
    await held.release();
    await expect.element(main.getByText('Loading the records')).not.toBeInTheDocument();

    await app.server.fault(call, { answer: { ...handMade({ success: false }), status: 500 } }, 1);
    await app.reload();
    await expect
      .element(main.getByRole('heading', { name: 'The records could not be loaded' }))
      .toBeVisible();
    await app.server.forgetRequests();
    await userEvent.click(main.getByRole('button', { name: 'Try again' }));
    await expect
      .element(main.getByRole('heading', { name: 'The records could not be loaded' }))
      .not.toBeInTheDocument();
    await expect.poll(() => app.server.requests(call)).toHaveLength(1);
  },
);

test.each(pages)(
  '%s whose answer was cut off say that they failed, and never that there is nothing',
  async (name) => {
    const deviceNow = () => Date.parse('2026-11-20T08:00:00+01:00');
    const app = await renderApp('/login', { seed: [jana], as: 'jana', config, deviceNow });
    const whole = JSON.stringify({ success: true, [name]: [{ id: 1 }, { id: 2 }], totalCount: 2 });
    await app.server.fault(new RegExp(`(?:account|customer)/${name}`), {
      answer: { ...handMade({}), body: whole.slice(0, -30) },
    });
    app.history.push(`/profile/${name}`);
    await expect
      .element(main.getByRole('heading', { name: 'The records could not be loaded' }))
      .toBeVisible();
    expect(main.getByText('No records to display').elements()).toEqual([]);
    expect(main.getByText('Total').elements()).toEqual([]);
    await app.server.clearFaults();
    await userEvent.click(main.getByRole('button', { name: 'Try again' }));
    await expect
      .element(main.getByRole('heading', { name: 'The records could not be loaded' }))
      .not.toBeInTheDocument();
  },
);

test('an answer without rows that says it is incomplete is told to be so', async () => {
  await openReport('/profile/bills', BILLS, { bills: [], incomplete: true });
  await expect.element(main.getByRole('button', { name: 'At most 200 records are shown' })).toBeVisible();
});

test.each([
  ['CFG-26', 'allowTransactionsReport', 'transactions', 'Transactions'],
  ['CFG-27', 'allowBonusesReport', 'bonuses', 'Bonuses'],
  ['CFG-28', 'allowConsumptionReport', 'consumption', 'Consumption'],
  ['CFG-29', 'allowVouchersReport', 'vouchers', 'Vouchers'],
  ['CFG-30', 'allowBills', 'bills', 'Bills'],
])('%s %s opens its page and its item of the menu', async (_, key, name, title) => {
  await renderApp(`/profile/${name}`, { seed: [jana], as: 'jana', config: { [key]: true } });
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const item = page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: title });
  await expect.element(item).toBeVisible();
});

test.each([
  ['CFG-26', 'allowTransactionsReport', 'transactions', 'Transactions'],
  ['CFG-27', 'allowBonusesReport', 'bonuses', 'Bonuses'],
  ['CFG-28', 'allowConsumptionReport', 'consumption', 'Consumption'],
  ['CFG-29', 'allowVouchersReport', 'vouchers', 'Vouchers'],
  ['CFG-30', 'allowBills', 'bills', 'Bills'],
])(
  '%s without %s there is no such item, and its address leads to the first page that is open',
  async (_, key, name, title) => {
    const { history } = await renderApp(`/profile/${name}`, {
      seed: [jana],
      as: 'jana',
      config: { [key]: false, allowGuestComments: true },
    });
    await expect.poll(() => history.location.pathname).toBe('/profile/comment');
    const menu = page.getByRole('navigation', { name: 'Profile' });
    await expect.element(menu.getByRole('link', { name: 'Comment' })).toBeVisible();
    expect(page.getByRole('link', { name: title }).elements()).toEqual([]);
  },
);

test('the list is searched and sorted, and the address keeps what was chosen', async () => {
  const app = await openReport('/profile/consumption', CONSUMPTION, { consumption: eaten });
  await userEvent.click(main.getByRole('button', { name: 'Price' }));
  await userEvent.click(main.getByRole('button', { name: 'Price' }));
  const dishes = () =>
    rowsOf('Consumption')
      .slice(1, -1)
      .map((cells) => cells.at(4));
  await expect.poll(dishes).toEqual(['Cake', 'Broth']);
  await expect
    .element(main.getByRole('columnheader', { name: 'Price' }))
    .toHaveAttribute('aria-sort', 'descending');
  await userEvent.fill(main.getByRole('searchbox'), 'brŌ');
  await expect.poll(dishes).toEqual(['Broth']);
  expect(rowsOf('Consumption').at(-1)?.at(-1)).toBe('CZK\u00a0100.00');
  await expect.poll(() => decodeURIComponent(app.history.location.search)).toBe('?sort=-price&search=brŌ');
  const again = await app.reload();
  await expect.poll(dishes).toEqual(['Broth']);
  // The text follows the address, as after a press on the menu.
  again.history.push('/profile/consumption');
  await expect.element(main.getByRole('searchbox')).toHaveValue('');
  await expect.poll(dishes).toHaveLength(2);
  await userEvent.fill(main.getByRole('searchbox'), 'nothing like it');
  await userEvent.click(main.getByRole('button', { name: 'Show everything' }));
  await expect.poll(dishes).toHaveLength(2);
});

test('a period that a report does not offer is none: it begins with the current month', async () => {
  const { server } = await openReport('/profile/transactions?period=LAST365DAYS', TRANSACTIONS, {
    transactions,
  });
  await expect.poll(() => rowsOf('Transactions')).toHaveLength(5);
  expect((await server.requests(TRANSACTIONS)).map(query)).toEqual([
    { from: '2024-03-01', to: '2024-03-15' },
  ]);
});

test.each([360, 721, 768, 900, 1024, 1100, 1280])(
  'bills beside the menu of the profile are not wider than a page of %i px, in Polish',
  async (width) => {
    await page.viewport(width, 800);
    await openReport('/profile/bills', BILLS, { bills: [bill] }, { language: 'pl' });
    await expect.element(main.getByRole('table', { name: 'Rachunki', exact: true })).toBeVisible();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  },
);

test('on the phone a total says of what it is only where there are several', async () => {
  await page.viewport(360, 740);
  const labels = (name: string) =>
    [
      ...page.getByRole('table', { name, exact: true }).element().querySelectorAll<HTMLElement>('tfoot td'),
    ].flatMap(({ dataset }) => dataset['label'] ?? []);
  const app = await openReport('/profile/transactions', TRANSACTIONS, { transactions });
  await expect.poll(() => labels('Transactions')).toEqual(['Total change in balance']);
  await expect.element(main.getByRole('button', { name: 'Options' })).toBeVisible();
  await app.server.fault(CONSUMPTION, { answer: handMade({ consumption: eaten }, now) });
  app.history.push('/profile/consumption');
  await expect
    .poll(() => labels('Consumption'))
    .toEqual(['Tax subsidy, total', 'Non-tax subsidy, total', 'Price, total']);
});

test('C154 on the phone a record leaves out the amounts and rates that are zero, which a table shows', async () => {
  const [broth] = eaten;
  const consumption = [{ ...broth, taxSubsidy: 0, nonTaxSubsidy: 0 }];
  await openReport('/profile/consumption', CONSUMPTION, { consumption });
  const cells = () =>
    [
      ...page.getByRole('table', { name: 'Consumption', exact: true }).element().querySelectorAll('tbody td'),
    ].flatMap((cell) => (cell.checkVisibility() ? (cell.textContent ?? '') : []));
  await expect.poll(() => cells().filter((text) => text === 'CZK\u00a00.00')).toHaveLength(2);
  const inTable = cells();
  await page.viewport(360, 740);
  await expect.poll(cells).toEqual(inTable.filter((text) => text !== 'CZK\u00a00.00'));
});

test('on the phone the period is in sight and the other filters are folded', async () => {
  await page.viewport(360, 740);
  await openReport('/profile/consumption', CONSUMPTION, { consumption: eaten });
  await expect.element(main.getByRole('combobox', { name: 'Period' })).toBeVisible();
  const search = main.getByRole('searchbox');
  await expect.element(search).not.toBeInTheDocument();
  const filters = main.getByRole('button', { name: 'Options' });
  await expect.element(filters).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(filters);
  await expect.element(search).toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Save as CSV' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('at twice the size of text a phone need not scroll a report sideways: rows and bars become lines', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => {
    document.documentElement.style.fontSize = '';
  });
  const dear = eaten.map((meal) => ({ ...meal, price: 12_976.5, taxSubsidy: 1_498.5 }));
  await openReport('/profile/consumption', CONSUMPTION, { consumption: dear });
  const bars = main.getByRole('table', { name: 'By canteen' });
  await expect.element(bars).toBeVisible();
  const { right } = bars.element().getBoundingClientRect();
  for (const cell of [...bars.getByRole('cell').elements(), ...bars.getByRole('columnheader').elements()])
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

/** The next file that the page has the browser save. */
function nextFile() {
  return new Promise<{ name: string; text: Promise<string> }>((resolve) => {
    const create = URL.createObjectURL.bind(URL);
    let blob: Blob | undefined;
    URL.createObjectURL = (object) => {
      blob = object as Blob;
      return create(object);
    };
    document.addEventListener('click', (event) => {
      if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
      event.preventDefault();
      URL.createObjectURL = create;
      resolve({ name: event.target.download, text: (blob ?? new Blob()).text() });
    });
  });
}

test('the rows are saved as a file that spreadsheets read, with the signs of the language', async () => {
  const risky = [{ ...eaten[0], recipe: '=SUM(A1)' }];
  await openReport('/profile/consumption', CONSUMPTION, { consumption: risky }, { language: 'cs' });
  const saved = nextFile();
  await userEvent.click(main.getByRole('button', { name: 'Uložit jako CSV' }));
  const { name, text } = await saved;
  expect(name).toMatch(/2024-03-01 2024-03-15\.csv$/);
  expect((await text).split('\r\n')[1]).toBe("2024-03-05 11:30;4711;Main;Till 2;'=SUM(A1);12;1;10;100");
});

test('a file of everything is named by its day', async () => {
  await openReport('/profile/bonuses', BONUSES, { bonuses: [bonus] });
  const saved = nextFile();
  await userEvent.click(main.getByRole('button', { name: 'Save as CSV' }));
  expect((await saved).name).toBe('Bonuses 2024-03-15.csv');
});

test('REP-22 the offer of today is asked for by its day, and a week begins with its Monday', async () => {
  const sunday = '2024-03-17T08:00:00+01:00';
  const { server } = await renderApp('/offer/DAY?day=2024-03-17', {
    seed: [
      { make: 'canteen', as: 'main' },
      { make: 'offering', with: { canteenId: '$main', day: '2024-03-17' } },
    ],
    now: sunday,
    deviceNow: () => Date.parse(sunday),
  });
  const MENU = /GET .*canteenmenu/;
  const days = async () => {
    const { from, to } = query((await server.requests(MENU)).at(-1));
    return [from, to];
  };
  await expect.poll(days).toEqual(['2024-03-17', '2024-03-17']);
  await expect.element(main.getByRole('article')).toBeVisible();
  await userEvent.click(main.getByRole('radio', { name: 'Week' }));
  await expect.poll(days).toEqual(['2024-03-11', '2024-03-17']);
});
