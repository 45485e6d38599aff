import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const main = { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } } as const;
const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const dish = (name: string, more: object = {}) =>
  ({
    make: 'offering',
    as: name,
    with: { canteenId: '$main', price: 390_000, product: { name: { en: name } }, ...more },
  }) as const;
const order = (offering: string, more: object = {}) =>
  ({ make: 'order', as: `order of ${offering}`, with: { customer: 'jana', offering, ...more } }) as const;

const row = (name: string) => page.getByRole('article', { name, exact: true });
const cancel = (name: string) => row(name).getByRole('button', { name: new RegExp(`^Cancel, ${name}`) });
const CANCEL = /POST .*canteenorder\/cancel/;
const LIST = /GET .*customer\/canteenorders/;

test('what was chosen with a dish stands with its order, as it was called then', async () => {
  const options = [
    { id: 'dill', name: { en: 'Dill sauce' }, price: 0 },
    { id: 'tartar', name: { en: 'Tartar sauce' }, price: 155_000 },
  ];
  const sauces = { id: 'sauces', name: { en: 'Sauces' }, min: 1, max: 2, options };
  await renderApp('/orders', {
    seed: [
      main,
      jana,
      dish('Fish', { modifierGroups: [sauces] }),
      dish('Broth'),
      order('Fish', { modifiers: ['tartar', 'dill'] }),
      order('Broth'),
    ],
    as: 'jana',
  });
  await expect.element(row('Fish').getByText('Dill sauce, Tartar sauce')).toBeVisible();
  await expect.element(row('Fish').getByText('CZK 54.50')).toBeVisible();
  expect(row('Broth').element().textContent).not.toContain('sauce');
});

describe('cancelling', () => {
  test('ORD-14 ORD-17 API-52 an order that can be cancelled has Cancel, only its row is busy, and it is gone after it', async () => {
    const { server } = await renderApp('/orders', {
      seed: [main, jana, dish('Broth'), dish('Roast'), order('Broth'), order('Roast')],
      as: 'jana',
    });
    await expect.element(cancel('Broth')).toBeEnabled();
    const held = await server.fault(CANCEL, { hold: true }, 1);
    await server.forgetRequests();
    await userEvent.click(cancel('Broth'));
    await expect.element(cancel('Broth')).toHaveAttribute('aria-busy', 'true');
    await expect.element(cancel('Roast')).not.toHaveAttribute('aria-busy');
    await held.release();
    await expect.poll(() => row('Broth').elements()).toEqual([]);
    await expect.element(cancel('Roast')).toBeEnabled();
    const calls = await server.requests(CANCEL);
    expect(calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { orderId: server.ids['order of Broth'] },
    ]);
    expect(await server.requests(LIST)).toHaveLength(1);
    await expect
      .element(page.getByLabelText('Notifications').getByText('The order was cancelled'))
      .toBeVisible();
  });

  test.each([
    ['is made', undefined, 'The order was cancelled'],
    ['is refused', { status: 400, body: { success: false, resultText: 'Too late' } }, 'Too late'],
  ])(
    'ORD-17 after a cancellation that %s menu, orders and balance are read again',
    async (_, answer, text) => {
      const { server } = await renderApp('/offer/DAY?day=2026-11-20', {
        seed: [main, jana, dish('Broth'), order('Broth')],
        as: 'jana',
        config: { showAccountBalance: 2 },
      });
      await expect.element(cancel('Broth')).toBeEnabled();
      if (answer) await server.fault(CANCEL, { answer }, 1);
      await server.forgetRequests();
      await userEvent.click(cancel('Broth'));
      await expect.element(page.getByLabelText('Notifications').getByText(text)).toBeVisible();
      for (const reading of [/GET .*canteenmenu/, LIST, /GET .*account\/balance/])
        await expect.poll(() => server.requests(reading), { message: reading.source }).toHaveLength(1);
    },
  );

  test('ORD-17 after a refused cancellation the orders are read again too', async () => {
    const { server } = await renderApp('/orders', {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
    });
    await expect.element(cancel('Broth')).toBeEnabled();
    const body = { success: false, resultText: 'Too late for that' };
    await server.fault(CANCEL, { answer: { status: 400, body } }, 1);
    await server.forgetRequests();
    await userEvent.click(cancel('Broth'));
    await expect.element(page.getByLabelText('Notifications').getByText('Too late for that')).toBeVisible();
    await expect.poll(() => server.requests(LIST)).toHaveLength(1);
    await expect.element(cancel('Broth')).toBeEnabled();
  });

  test('why a cancellation failed stands on its row too, until something else is tried with the order', async () => {
    const { server } = await renderApp('/orders', {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
    });
    await expect.element(cancel('Broth')).toBeEnabled();
    const body = { success: false, resultText: 'Too late for that' };
    await server.fault(CANCEL, { answer: { status: 400, body } }, 1);
    // By then it can only be offered to others.
    const id = server.ids['order of Broth'];
    const late = { id, canteenId: 1, name: 'Broth', orderPrice: 39, cancelStatus: 'FOR_EXCHANGE' };
    const orderItem = { mealId: 1, date: '2026-11-20', quantity: 1 };
    await server.fault(LIST, { answer: handMade({ orders: [{ ...late, orderItem }] }) });
    await userEvent.click(cancel('Broth'));
    const offer = row('Broth').getByRole('button', { name: /^For exchange/ });
    await expect.element(offer).toBeEnabled();
    await expect.element(row('Broth').getByText('Too late for that')).toBeVisible();
    await server.fault(/POST .*canteenorder\/exchange/, { hold: true }, 1);
    await userEvent.click(offer);
    await expect.element(row('Broth').getByText('Too late for that')).not.toBeInTheDocument();
  });

  test('after Cancel the keyboard is at the day, and at the page when nothing is left', async () => {
    await renderApp('/orders', {
      seed: [main, jana, dish('Broth'), dish('Roast'), order('Broth'), order('Roast')],
      as: 'jana',
    });
    await expect.element(cancel('Broth')).toBeEnabled();
    (cancel('Broth').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => row('Broth').elements()).toEqual([]);
    await expect.element(page.getByRole('heading', { name: 'Friday 20. November' })).toHaveFocus();
    (cancel('Roast').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No records to display')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toHaveFocus();
  });

  test('ORD-15 an order that cannot be cancelled has a disabled action that looks like a sold-out dish', async () => {
    const gone = dish('Gone', { capacity: 0, position: 1 });
    const app = await renderApp('/orders', {
      seed: [main, jana, dish('Broth'), gone, order('Broth', { collected: true })],
      as: 'jana',
    });
    const button = row('Broth').getByRole('button');
    await expect.element(button).toBeDisabled();
    await userEvent.click(button, { force: true });
    expect(await app.server.requests(/^POST/)).toEqual([]);
    const look = () => {
      const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(
        page.getByRole('button', { name: /^(Cannot be cancelled|Sold out)$/ }).element(),
      );
      return { color, backgroundColor, borderColor, fontWeight };
    };
    const ofOrder = look();
    await renderApp('/offer/DAY?day=2026-11-20', { server: app.server });
    const soldOut = page.getByRole('article', { name: 'Gone' }).getByRole('button', { name: 'Sold out' });
    await expect.element(soldOut).toBeDisabled();
    const { color, backgroundColor, borderColor, fontWeight } = getComputedStyle(soldOut.element());
    expect(ofOrder).toEqual({ color, backgroundColor, borderColor, fontWeight });
  });
});

describe('the list', () => {
  test('ORD-20 DATA-07 API-54 shows each order with all that is said of it', async () => {
    const { server } = await renderApp('/orders', {
      seed: [
        main,
        jana,
        dish('Broth', { price: 25_000, mealGroup: { en: 'Soup' } }),
        order('Broth', { quantity: 2 }),
      ],
      as: 'jana',
    });
    await expect.element(page.getByRole('heading', { name: 'Friday 20. November' })).toBeVisible();
    for (const text of ['Soup', '20. 11.', '2×', 'Main canteen', 'CZK 5.00'])
      await expect.element(row('Broth').getByText(text, { exact: true })).toBeVisible();
    await expect.element(cancel('Broth')).toBeVisible();
    expect(await server.requests(LIST)).toHaveLength(1);
  });

  test('ORD-26 DATA-07 says until when to cancel, with which code to fetch and when it was collected', async () => {
    await renderApp('/orders', {
      now: '2026-11-20T09:10:00+01:00',
      seed: [
        main,
        jana,
        dish('Broth', { cancelUntil: Date.parse('2026-11-20T10:00:00+01:00') }),
        dish('Roast'),
        order('Broth', { pickupCode: 'A17' }),
        order('Roast', { pickupCode: 'B42', collected: true }),
      ],
      as: 'jana',
    });
    await expect.element(row('Broth').getByText('cancel until 10:00', { exact: true })).toBeVisible();
    await expect.element(row('Broth').getByText('A17', { exact: true })).toBeVisible();
    await expect
      .element(row('Roast').getByText('picked up 20. 11. 2026 09:10', { exact: true }))
      .toBeVisible();
    expect(
      row('Roast')
        .getByText(/cancel until/)
        .elements(),
    ).toEqual([]);
    expect(
      row('Broth')
        .getByText(/picked up/)
        .elements(),
    ).toEqual([]);
  });

  test('ORD-26 ORD-25 DATA-25 a row without times and code is as it would be without them, and an unknown status offers nothing', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    const made = {
      id: 9,
      canteenId: 1,
      name: 'Pea soup',
      orderPrice: 5,
      cancelStatus: 'PERHAPS',
      orderItem: { mealId: 7, date: '2026-11-20', quantity: 1 },
    };
    await server.fault(LIST, { answer: handMade({ orders: [made] }) });
    await renderApp('/orders', { server, as: 'jana' });
    await expect
      .element(row('Pea soup'))
      .toHaveTextContent(/^Pea soup20\. 11\.Main canteenCZK 5\.001×Cannot be cancelled$/);
  });

  test.each([
    ['toTable', /Main canteenTo the tableCZK/],
    ['toTheMoon', /Main canteenCZK/],
  ])('an order whose delivery is %s says what is known of it', async (delivery, words) => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    const made = {
      id: 9,
      canteenId: 1,
      name: 'Pea soup',
      orderPrice: 5,
      cancelStatus: 'POSSIBLE',
      delivery,
      orderItem: { mealId: 7, date: '2026-11-20', quantity: 1 },
    };
    await server.fault(LIST, { answer: handMade({ orders: [made] }) });
    await renderApp('/orders', { server, as: 'jana' });
    await expect.element(row('Pea soup')).toHaveTextContent(words);
  });

  test('ORD-21, part of DATA-35: orders are seen to be read, to fail, and to be none', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    const body = { success: false, message: 'The till is being counted' };
    await server.fault(LIST, { answer: { status: 500, body } }, 1);
    await renderApp('/orders', { server, as: 'jana' });
    await expect.element(page.getByRole('heading', { name: 'The orders could not be loaded' })).toBeVisible();
    await expect.element(page.getByText('The till is being counted')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('No records to display')).toBeVisible();

    const held = await server.fault(LIST, { hold: true }, 1);
    await server.seed([dish('Broth'), order('Broth')]);
    const again = await renderApp('/orders', { server, as: 'jana' });
    await expect.element(page.getByText('Loading the orders')).toBeInTheDocument();
    await held.release();
    await expect.element(row('Broth')).toBeVisible();
    expect(page.getByText('Loading the orders').elements()).toEqual([]);
    expect(again.history.location.pathname).toBe('/orders');
  });

  test('ORD-22 the profile has the same list with the same actions, beside its menu', async () => {
    const config = { allowOrdersReport: true, allowProfileDashboard: true, allowGuestComments: true };
    const { history } = await renderApp('/profile/orders', {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
      config,
    });
    await expect.element(cancel('Broth')).toBeEnabled();
    const inProfile = row('Broth').element().textContent;
    const links = page.getByRole('navigation', { name: 'Profile' }).getByRole('link');
    await expect
      .poll(() => links.elements().map(({ textContent, ariaCurrent }) => [textContent, ariaCurrent]))
      .toEqual([
        ['Dashboard', null],
        ['Orders', 'page'],
        ['Comment', null],
      ]);
    history.push('/orders');
    await expect.element(page.getByRole('navigation', { name: 'Profile' })).not.toBeInTheDocument();
    await expect.element(cancel('Broth')).toBeEnabled();
    expect(row('Broth').element().textContent).toBe(inProfile);
  });

  test('which orders are past is for the clock of the server to say', async () => {
    await renderApp('/orders', {
      now: '2024-03-16T08:00:00+01:00',
      seed: [
        main,
        jana,
        dish('Broth', { day: '2024-03-15' }),
        dish('Roast', { day: '2024-03-18' }),
        order('Broth'),
        order('Roast'),
      ],
      as: 'jana',
    });
    await expect.element(page.getByText('Past (1)')).toBeVisible();
    await expect.element(row('Roast')).toBeVisible();
    await expect.element(page.getByText('Broth')).not.toBeVisible();
  });

  test('ORD-20 a past order is a line under its month, with nothing to press', async () => {
    await renderApp('/orders', {
      now: '2024-03-16T08:00:00+01:00',
      seed: [
        main,
        jana,
        dish('Broth', { day: '2024-03-15' }),
        dish('Roast', { day: '2024-02-28' }),
        order('Broth', { quantity: 2 }),
        order('Roast'),
      ],
      as: 'jana',
    });
    await page.getByText('Past (2)').click();
    const march = page.getByRole('region', { name: 'March 2024' });
    await expect
      .element(march.getByRole('article'))
      .toHaveTextContent(/^BrothFri 15\. 03\. · 2× · Main canteenCZK 78\.00$/);
    await expect
      .element(page.getByRole('region', { name: 'February 2024' }).getByText('Roast'))
      .toBeVisible();
    expect(march.getByRole('button').elements()).toEqual([]);
  });

  test("the code of today's lunch is the largest text of the page, with the time of the hand-out", async () => {
    const from = Date.parse('2026-11-20T11:00:00+01:00');
    const to = Date.parse('2026-11-20T14:30:00+01:00');
    await renderApp('/orders', {
      seed: [
        main,
        jana,
        dish('Broth', { pickupFrom: from, pickupTo: to }),
        dish('Roast', { day: '2026-11-23' }),
        order('Broth', { pickupCode: 'A17' }),
        order('Roast', { pickupCode: 'B42' }),
      ],
      as: 'jana',
    });
    const sizeOf = (text: string) =>
      Number.parseFloat(getComputedStyle(page.getByText(text, { exact: true }).element()).fontSize);
    await expect.element(row('Broth').getByText(/11:00–14:30$/)).toBeVisible();
    expect(sizeOf('A17')).toBeGreaterThan(
      Number.parseFloat(getComputedStyle(page.getByRole('heading', { level: 1 }).element()).fontSize),
    );
    expect(sizeOf('B42')).toBeLessThan(sizeOf('A17'));
  });

  test.each([
    ['is said once where all have it', [], /^todayA17 pickup 11:00–14:30 · BrothtodayA18 Cake$/],
    [
      'is said of each where one has none',
      ['Tea'],
      /^todayA17 pickup 11:00–14:30 · BrothtodayA18 pickup 11:00–14:30 · CaketodayA18 Tea$/,
    ],
  ] as const)(
    "after the cut-off the offer of another day has the codes of today's lunch, whose time %s",
    async (_, more, words) => {
      const from = Date.parse('2026-11-20T11:00:00+01:00');
      const to = Date.parse('2026-11-20T14:30:00+01:00');
      await renderApp('/offer/DAY?day=2026-11-23', {
        now: '2026-11-20T10:30:00+01:00',
        seed: [
          main,
          jana,
          dish('Broth', { pickupFrom: from, pickupTo: to }),
          dish('Cake', { pickupFrom: from, pickupTo: to }),
          dish('Roast', { day: '2026-11-23' }),
          order('Broth', { pickupCode: 'A17' }),
          order('Cake', { pickupCode: 'A18' }),
          ...more.flatMap((name) => [dish(name), order(name, { pickupCode: 'A18' })]),
        ],
        as: 'jana',
      });
      const lunch = page.getByRole('list', { name: 'To pick up today' });
      await expect.element(lunch).toHaveTextContent(words);
      await expect.element(row('Roast')).toBeVisible();
    },
  );

  test.each([
    ['of today', '2026-11-20'],
    ['of another day', '2026-11-23'],
  ])(
    'beside the menu only an order %s that is still to be picked up has its code, not one that is offered or was picked up',
    async (_, day) => {
      const names = ['Broth', 'Roast', 'Cake'];
      const orderUntil = Date.parse('2026-11-20T09:00:00+01:00');
      await renderApp(`/offer/DAY?day=${day}`, {
        now: '2026-11-20T10:30:00+01:00',
        seed: [
          main,
          jana,
          ...names.map((name) => dish(name, { day, orderUntil })),
          order('Broth', { pickupCode: 'A17' }),
          order('Roast', { pickupCode: 'B42', offered: true }),
          order('Cake', { pickupCode: 'C28', collected: true }),
        ],
        as: 'jana',
      });
      const summary = page.getByRole('region', { name: 'Your orders' });
      for (const name of names)
        await expect.element(summary.getByRole('listitem').filter({ hasText: name }).last()).toBeVisible();
      await expect.element(summary.getByText(/A17/).first()).toBeVisible();
      expect(summary.getByText(/B42|C28/).elements()).toEqual([]);
    },
  );

  test('of more than two orders of today the bar of a phone has the codes alone, and their dishes in what it opens', async () => {
    await page.viewport(360, 740);
    const names = ['Broth', 'Roast', 'Cake'];
    const orderUntil = Date.parse('2026-11-20T09:00:00+01:00');
    await renderApp('/offer/DAY?day=2026-11-20', {
      now: '2026-11-20T10:30:00+01:00',
      seed: [
        main,
        jana,
        ...names.map((name) => dish(name, { orderUntil })),
        ...names.map((name, index) => order(name, { pickupCode: `A1${index}` })),
      ],
      as: 'jana',
    });
    const codes = page.getByRole('list', { name: 'To pick up today' });
    for (const index of names.keys()) await expect.element(codes.getByText(`A1${index}`)).toBeVisible();
    // They are heard, and take no room.
    await expect.element(codes).toHaveTextContent(/A10 .*Broth.*A11 .*Roast.*A12 .*Cake/);
    expect(codes.element().getBoundingClientRect().height).toBeLessThan(60);
    await userEvent.click(
      page.getByRole('region', { name: 'Your orders' }).getByRole('button', { name: 'Show' }),
    );
    await expect.element(page.getByText(/Pickup code A11/)).toBeVisible();
  });

  test('past orders alone leave the way to the menu open', async () => {
    await renderApp('/orders', {
      now: '2024-03-16T08:00:00+01:00',
      seed: [main, jana, dish('Broth', { day: '2024-03-15' }), order('Broth')],
      as: 'jana',
    });
    await expect.element(page.getByText('Nothing ordered at the moment')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'To the menu' })).toBeVisible();
    await expect.element(page.getByText('Broth')).not.toBeVisible();
    await page.getByText('Past (1)').click();
    await expect.element(row('Broth')).toBeVisible();
  });
});

describe('an order that stands on exchange', () => {
  const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
  const broth = dish('Broth', { capacity: 2, allowMultipleOrder: true });
  const seed = [main, jana, petr, broth, order('Broth', { quantity: 2, offered: true })];
  const taken = (as: string) =>
    [{ make: 'order', as, with: { customer: 'petr', offering: 'Broth', portions: Number(as) } }] as const;
  // Too late to cancel, not to order.
  const now = '2026-11-20T09:30:00+01:00';
  const TOLD = 'Somebody took your portion from the exchange';
  const toast = page.getByLabelText('Notifications').getByText(TOLD);

  test('ORD-18 C28 is told of when somebody takes it while it is looked at, with what came back', async () => {
    const app = await renderApp('/orders', { seed, as: 'jana', live: true, now });
    const { server } = app;
    await expect.element(row('Broth').getByText('offered for exchange')).toBeVisible();
    await expect.poll(() => server.requests(/GET .*\/live$/)).toHaveLength(1);
    await server.seed(taken('1'));
    await expect.element(toast).toHaveTextContent(/Broth, Fri 20\. 11\., CZK 39\.00 is back on your account/);
    // Nobody pressed anything: it waits for whoever offered it.
    expect(app.platform.toasts.getState().map(({ stays }) => stays)).toEqual([true]);
    await expect.element(row('Broth').first().getByText('1×')).toBeVisible();
    const taking = row('Broth').filter({ hasText: 'taken by somebody else' });
    await expect
      .element(taking)
      .toHaveTextContent(
        /^Broth20\. 11\.taken by somebody elsetaken 20\. 11\. 2026 09:30CZK 39\.00 refunded1×$/,
      );
    expect(taking.getByRole('button').elements()).toEqual([]);

    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }));
    await expect.element(toast).not.toBeInTheDocument();
    await server.seed(taken('2'));
    await expect.element(toast).toBeVisible();
    await expect.poll(() => taking.elements()).toHaveLength(2);
    await expect.poll(() => row('Broth').elements()).toHaveLength(2);
  });

  test('C3 C116 what is told of it stays, and goes with its customer', async () => {
    const app = await renderApp('/orders', { seed, as: 'jana', now });
    await expect.element(row('Broth')).toBeVisible();
    await app.server.seed(taken('1'));
    await app.reload();
    await expect.element(toast).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(page.getByText(TOLD).elements()).toEqual([]);
  });

  test('ORD-18 C28 is told of at the next visit, once', async () => {
    const app = await renderApp('/orders', { seed, as: 'jana', now });
    await expect.element(row('Broth')).toBeVisible();
    await app.server.seed(taken('1'));
    const later = await app.reload();
    await expect.element(toast).toBeVisible();
    await later.reload();
    await expect.element(page.getByText('taken by somebody else')).toBeVisible();
    expect(page.getByText(TOLD).elements()).toEqual([]);
  });

  test('ORD-18 C28 is told of after another sign-in', async () => {
    const { server, history } = await renderApp('/orders', { seed, as: 'jana', now });
    await expect.element(row('Broth')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await server.seed(taken('1'));
    history.push('/orders');
    await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }));
    await expect.element(toast).toBeVisible();
  });

  test('C28 API-62 is read again where nobody knows what was missed, and heard of from when it was read', async () => {
    const { server } = await renderApp('/login', { seed, now });
    const body = `id: 1\ndata: ${JSON.stringify({ event: 'menu' })}\n\n`;
    const headers = { 'content-type': 'text/event-stream' };
    await server.fault(/GET .*\/live$/, { answer: { status: 200, headers, body } }, 1);
    await server.fault(/GET .*\/live$/, { hold: true });
    await renderApp('/orders', { server, as: 'jana', live: true });
    await expect.poll(() => server.requests(LIST)).toHaveLength(2);
    const [stream] = await server.requests(/GET .*\/live$/);
    expect(Number(stream?.headers['last-event-id'])).toBeGreaterThanOrEqual(Date.parse(now));
  });

  test('is not followed where nothing can be ordered', async () => {
    const config = { allowShopping: false, allowOrdersReport: true };
    const { server } = await renderApp('/profile/orders', { seed, as: 'jana', live: true, now, config });
    await expect.element(row('Broth').getByText('offered for exchange')).toBeVisible();
    await server.seed(taken('1'));
    await userEvent.click(page.getByRole('link', { name: 'Orders' }).first());
    expect(await server.requests(/GET .*\/live$/)).toEqual([]);
  });

  test.each([
    ['is made', undefined, 'The order is offered for exchange'],
    ['is refused', { status: 400, body: { success: false, resultText: 'Too late' } }, 'Too late'],
  ])('ORD-18 after an offering that %s menu, orders and balance are read again', async (_, answer, text) => {
    const { server } = await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
      now,
      config: { showAccountBalance: 2 },
    });
    const offer = row('Broth').getByRole('button', { name: /^For exchange/ });
    await expect.element(offer).toBeEnabled();
    if (answer) await server.fault(/POST .*canteenorder\/exchange/, { answer }, 1);
    await server.forgetRequests();
    await userEvent.click(offer);
    await expect.element(page.getByLabelText('Notifications').getByText(text)).toBeVisible();
    for (const reading of [/GET .*canteenmenu/, LIST, /GET .*account\/balance/])
      await expect.poll(() => server.requests(reading), { message: reading.source }).toHaveLength(1);
  });

  test('C28 says to whoever took it that it came from the exchange', async () => {
    await renderApp('/orders', { seed: [...seed, ...taken('1')], as: 'petr', now });
    await expect.element(row('Broth').getByText('from the exchange')).toBeVisible();
  });

  test('C28 is not told of when it was taken before the sign-in', async () => {
    await renderApp('/orders', { seed: [...seed, ...taken('1')], as: 'jana', now });
    await expect.element(page.getByText('taken by somebody else')).toBeVisible();
    expect(page.getByText(TOLD).elements()).toEqual([]);
  });
});

test('the list says how far back it goes, with the way to the first report that is open', async () => {
  const seed = [main, jana, dish('Broth'), order('Broth')];
  const config = { allowConsumptionReport: false, allowTransactionsReport: true, allowBills: true };
  const { server } = await renderApp('/orders', { seed, as: 'jana', config });
  await expect.element(page.getByText('The list goes back 92 days.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Older orders are in the reports' }))
    .toHaveAttribute('href', '/profile/transactions');
  const none = { allowConsumptionReport: false, allowTransactionsReport: false, allowBills: false };
  await renderApp('/orders', { server, as: 'jana', config: none });
  await expect.poll(() => page.getByText('The list goes back 92 days.').elements()).toHaveLength(2);
  expect(page.getByRole('link', { name: 'Older orders are in the reports' }).elements()).toHaveLength(1);
});
