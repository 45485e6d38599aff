import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMade, handMadeMenu } from '../../../test/hand-made-menu.ts';
import { card, DIRECT } from '../../../test/offer-page.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';
import { pastThrottle } from '../../../test/past-throttle.ts';

const main = { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } } as const;
const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { canteenId: '$main', price: 400_000, capacity: 4, product: { name: { en: 'Broth' } } },
} as const;

const lookOf = (element: Element) => getComputedStyle(element).backgroundColor;

/** The colour behind what warns. */
function colourOfWarnings(): string {
  const sample = document.createElement('span');
  sample.style.background = 'var(--turmeric-soft)';
  document.body.append(sample);
  const colour = lookOf(sample);
  sample.remove();
  return colour;
}

const EXCHANGE = /POST .*canteenorder\/exchange/;

/** Opens a menu of these dishes as some other server might send it; `own` are the customer's orders. */
async function renderMenu(
  dishes: readonly Readonly<Record<string, unknown>>[],
  own?: readonly object[],
  config: object = {},
) {
  const { server } = await renderApp('/login', { seed: [main, jana] });
  await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes) });
  if (own) await server.fault(/GET .*customer\/canteenorders/, { answer: handMade({ orders: own }) });
  return renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana', config: { ...config } });
}

const ownOrder = (more: object = {}) => ({
  id: 71,
  canteenId: 1,
  name: 'Goulash',
  group: 'Main course',
  orderPrice: 80,
  cancelStatus: 'FOR_EXCHANGE',
  orderItem: { mealId: 1, date: '2026-11-20', quantity: 1 },
  ...more,
});

describe('portions', () => {
  test('OFFER-28 OFFER-29 DATA-05 several portions are counted up to those left and ordered at once', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    const dish = { mealId: 5, name: 'Broth', price: 3.335, remaining: 4, allowMultipleOrder: true };
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([
        dish,
        { name: 'Pie', price: 40 },
        { name: 'Cake', price: 40, allowMultipleOrder: false },
      ]),
    });
    await server.fault(DIRECT, { answer: handMade({ orderId: 9 }) });
    await renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana' });
    const counter = card('Broth').getByRole('group', {
      name: 'Portions, Broth, Friday 20. November',
      exact: true,
    });
    const amount = counter.getByRole('textbox', {
      name: 'Portions, Broth, Friday 20. November',
      exact: true,
    });
    await expect.element(card('Broth').getByText('4 left', { exact: true })).toBeVisible();
    await expect
      .element(
        counter.getByRole('button', { name: 'One portion less, Broth, Friday 20. November', exact: true }),
      )
      .toHaveAttribute('aria-disabled', 'true');
    const more = counter.getByRole('button', {
      name: 'One portion more, Broth, Friday 20. November',
      exact: true,
    });
    await userEvent.click(more);
    await userEvent.click(more);
    await expect.element(amount).toHaveValue('3');
    await expect.element(card('Broth').getByText('Total CZK\u00a010.01')).toBeVisible();
    await userEvent.click(more);
    await expect.element(more).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(counter.getByRole('button', { name: 'One portion less' }));
    await userEvent.fill(amount, '900');
    // What is ordered is what can be had, also while it is typed.
    await expect.element(card('Broth').getByText('Total CZK\u00a013.34')).toBeVisible();
    await userEvent.tab();
    await expect.element(amount).toHaveValue('4');
    await userEvent.click(amount);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(amount).toHaveValue('2');
    await userEvent.fill(amount, '3');
    await expect.element(card('Broth').getByText('Total CZK\u00a010.01')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(amount).toHaveValue('2');
    await userEvent.click(card('Broth').getByRole('button', { name: /^Order, Broth/ }));
    await expect.poll(() => server.requests(DIRECT)).toHaveLength(1);
    const [sent] = await server.requests(DIRECT);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ price: 6.67, item: { mealId: 5, quantity: 2 } });
    await expect.element(amount).toHaveValue('1');
    for (const [index, name] of ['Pie', 'Cake'].entries()) {
      expect(card(name).getByRole('group', { name: 'Portions' }).elements()).toEqual([]);
      await pastThrottle();
      await userEvent.click(card(name).getByRole('button', { name: /^Order,/ }));
      await expect.poll(() => server.requests(DIRECT)).toHaveLength(index + 2);
      const one = (await server.requests(DIRECT)).at(-1);
      expect(JSON.parse(one?.body ?? '')).toMatchObject({ price: 40, item: { quantity: 1 } });
    }
  });

  test('OFFER-29 the quantity counts as portions left only with the setting', async () => {
    await renderMenu([{ name: 'Broth', price: 40, quantity: 4, allowMultipleOrder: true }]);
    await expect.element(card('Broth').getByText('4 left')).toBeVisible();
    await userEvent.fill(card('Broth').getByRole('textbox'), '12');
    await userEvent.tab();
    await expect.element(card('Broth').getByRole('textbox')).toHaveValue('4');
    await renderMenu([{ name: 'Soup', price: 40, quantity: 4, allowMultipleOrder: true }], undefined, {
      quantityIsRemaining: false,
    });
    await expect.element(card('Soup')).toBeVisible();
    expect(card('Soup').getByText(/left/).elements()).toEqual([]);
    await userEvent.fill(card('Soup').getByRole('textbox'), '12');
    await userEvent.tab();
    await expect.element(card('Soup').getByRole('textbox')).toHaveValue('12');
  });
});

describe('the picture', () => {
  test('OFFER-25 is asked for in the size of its place', async () => {
    await renderMenu([
      { name: 'Broth', price: 40, product: { name: 'Broth', image: '/plates/broth.svg?v=1' } },
    ]);
    await expect.element(card('Broth')).toBeVisible();
    const picture = () => card('Broth').element().querySelector('img');
    await expect.poll(picture).not.toBeNull();
    const place = picture()?.closest('div')?.parentElement?.getBoundingClientRect();
    const ratio = devicePixelRatio;
    const size = `width=${Math.round(Math.round(place?.width ?? 0) * ratio)}&height=${Math.round(Math.round(place?.height ?? 0) * ratio)}`;
    expect(picture()?.getAttribute('src')).toBe(`/plates/broth.svg?v=1&${size}`);
  });
});

describe('the details', () => {
  test('OFFER-24 OFFER-27 pressing the name opens everything about the dish, with the same action', async () => {
    const product = {
      name: 'Broth',
      description: 'long '.repeat(80).trim(),
      size: '0.33 l',
      healthIndex: 'HEALTHY',
      additionalData: [{ variableId: 'energy', value: '320 kcal' }],
      allergens: [{ shortName: '9', longName: 'Celery' }],
    };
    const { server } = await renderMenu([{ name: 'Broth', price: 40, product }]);
    await server.fault(DIRECT, { answer: handMade({ orderId: 9 }) });
    await userEvent.click(card('Broth').getByRole('button', { name: 'Broth', exact: true }));
    const sheet = page.getByRole('dialog', { name: 'Broth' });
    for (const text of [product.description, '0.33 l', 'Healthy', '320 kcal', 'Celery', 'CZK\u00a040.00'])
      await expect.element(sheet.getByText(text, { exact: true })).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: /^Order, Broth/ }));
    await expect.poll(() => server.requests(DIRECT)).toHaveLength(1);
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await expect.element(card('Broth').getByRole('button', { name: 'Broth', exact: true })).toHaveFocus();
  });
});

describe('exchange', () => {
  test('ORD-02 a dish on exchange has the action Exchange, which orders it after a yes', async () => {
    const { server } = await renderMenu([
      { name: 'Goulash', price: 80, status: 'EXCHANGE' },
      { mealId: 2, name: 'Pie', price: 40 },
    ]);
    await server.fault(DIRECT, { answer: handMade({ orderId: 9 }) });
    const button = card('Goulash').getByRole('button', { name: /^Exchange, Goulash/ });
    await expect.element(button).toBeEnabled();
    await expect.element(button).toHaveTextContent('Exchange');
    const plain = card('Pie').getByRole('button', { name: /^Order, Pie/ });
    expect(lookOf(button.element())).toBe(colourOfWarnings());
    expect(lookOf(plain.element())).not.toBe(colourOfWarnings());
    const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
    await userEvent.click(button);
    await expect.element(asked.getByText('Goulash, Friday 20. November', { exact: true })).toBeVisible();
    await expect.element(asked.getByText('CZK\u00a080.00 will be taken from your account.')).toBeVisible();
    await userEvent.click(asked.getByRole('button', { name: 'No' }));
    await expect.element(asked).not.toBeInTheDocument();
    expect(await server.requests(DIRECT)).toEqual([]);

    await userEvent.click(button);
    await userEvent.click(asked.getByRole('button', { name: 'Take it for CZK\u00a080.00' }));
    await expect.poll(() => server.requests(DIRECT)).toHaveLength(1);
    expect(await server.requests(EXCHANGE)).toEqual([]);
  });

  test('ORD-02 Exchange is a warning also where the customer has such a dish already', async () => {
    await renderMenu([{ name: 'Goulash', price: 80, status: 'EXCHANGE' }], [ownOrder()]);
    await expect.element(card('Goulash').getByText('Ordered', { exact: true })).toBeVisible();
    const button = card('Goulash').getByRole('button', { name: /^Exchange, Goulash/ });
    await expect.element(button).toBeEnabled();
    expect(lookOf(button.element())).toBe(colourOfWarnings());
  });

  test.each([
    [undefined, 'from your account.'],
    [
      '2026-11-20T07:59:00+01:00',
      'from your account. You cannot cancel it then, only offer it to others again.',
    ],
    [
      '2026-11-20T08:30:00+01:00',
      'from your account. You can cancel it until 08:30, after that only offer it to others again.',
    ],
  ])(
    'before a portion is taken it is said whether it can be cancelled then: %s',
    async (cancelUntil, end) => {
      await renderMenu([{ name: 'Goulash', price: 80, status: 'EXCHANGE', cancelUntil }]);
      await userEvent.click(card('Goulash').getByRole('button', { name: /^Exchange, Goulash/ }));
      const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
      await expect
        .element(
          asked.getByText(`Somebody else has given it up. CZK\u00a080.00 will be taken ${end}`, {
            exact: true,
          }),
        )
        .toBeVisible();
    },
  );

  test.each([
    ['less than its price', 2, { balance: 79.99 }, true],
    ['as much as its price', 2, { balance: 80 }, false],
    ['less, with as much to spend', 2, { balance: 0, available: 80 }, false],
    ['less, which is shown nowhere', 0, { balance: 79.99 }, false],
  ] as const)(
    'before a portion is taken it is said what is on the account: %s',
    async (_, showAccountBalance, account, isSaid) => {
      const { server } = await renderApp('/login', { seed: [main, jana] });
      await server.fault(/GET .*canteenmenu/, {
        answer: handMadeMenu([{ name: 'Goulash', price: 80, status: 'EXCHANGE' }]),
      });
      await server.fault(/GET .*account\/balance/, { answer: handMade(account) });
      await renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana', config: { showAccountBalance } });
      await userEvent.click(card('Goulash').getByRole('button', { name: /^Exchange, Goulash/ }));
      const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
      await expect.element(asked.getByText('CZK\u00a080.00 will be taken from your account.')).toBeVisible();
      const short = asked.getByText('There is only CZK\u00a079.99 on your account now.', { exact: true });
      if (isSaid) await expect.element(short).toBeVisible();
      else await expect.element(asked.getByText('There is only')).not.toBeInTheDocument();
    },
  );

  test('ORD-16 ORD-18 API-53 CFG-03 an order for exchange is offered by its id, and the list shows the new state', async () => {
    const dishes = [
      { name: 'Goulash', price: 80 },
      { mealId: 2, name: 'Pie', price: 40 },
    ];
    const ofPie = ownOrder({ id: 72, orderItem: { mealId: 2, date: '2026-11-20', quantity: 1 } });
    const { server } = await renderMenu(dishes, [ownOrder(), ofPie], { showAccountBalance: 2 });
    // What was first answered has to be there before other answers take its place.
    await expect
      .element(card('Goulash').getByRole('button', { name: /^For exchange, Goulash/ }))
      .toBeVisible();
    await server.clearFaults();
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes) });
    const held = await server.fault(EXCHANGE, { hold: true, answer: handMade({ orderId: 71 }) }, 1);
    await server.fault(EXCHANGE, { answer: handMade({ orderId: 71 }) });
    await server.fault(/GET .*customer\/canteenorders/, {
      answer: handMade({ orders: [ownOrder({ onExchange: true }), ofPie] }),
    });
    await server.forgetRequests();
    const offer = card('Goulash').getByRole('button', { name: /^For exchange, Goulash/ });
    expect(lookOf(offer.element())).toBe(colourOfWarnings());
    await userEvent.click(offer);
    await expect.element(offer).toHaveAttribute('aria-busy', 'true');
    await expect
      .element(card('Pie').getByRole('button', { name: /^For exchange/ }))
      .not.toHaveAttribute('aria-busy');
    await held.release();
    await expect.element(card('Goulash').getByText('offered for exchange')).toBeVisible();
    await expect.element(page.getByText('The order is offered for exchange')).toBeVisible();
    for (const reading of [/GET .*canteenmenu/, /GET .*customer\/canteenorders/, /GET .*account\/balance/])
      await expect.poll(() => server.requests(reading), { message: reading.source }).toHaveLength(1);
    const sent = await server.requests(EXCHANGE);
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ orderId: 71 }]);
    const takeBack = card('Goulash').getByRole('button', { name: /^Take back, Goulash/ });
    expect(lookOf(takeBack.element())).not.toBe(colourOfWarnings());
    await userEvent.click(takeBack);
    await expect.element(page.getByText('Taken back, the meal stays yours')).toBeVisible();
    expect(await server.requests(EXCHANGE)).toHaveLength(2);
  });

  test.each([
    ['cancel', 'POSSIBLE', /^Cancel, Goulash/, /POST .*canteenorder\/cancel/],
    ['exchange', 'FOR_EXCHANGE', /^For exchange, Goulash/, EXCHANGE],
  ] as const)(
    'ORD-19 API-52 API-53 a question to %s is answered with the same order, in the header and in the body',
    async (_, cancelStatus, name, call) => {
      const { server } = await renderMenu([{ name: 'Goulash', price: 80 }], [ownOrder({ cancelStatus })]);
      const error = { force: { message: 'Really?', answers: [{ value: 'yes', label: 'Yes' }] } };
      await server.fault(call, { answer: { status: 449, body: { success: false, error } } }, 1);
      await server.fault(call, { answer: handMade({ orderId: 71 }) });
      await userEvent.click(card('Goulash').getByRole('button', { name }));
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
      await expect.poll(() => server.requests(call)).toHaveLength(2);
      const [first, second] = await server.requests(call);
      expect(JSON.parse(first?.body ?? '')).toEqual({ orderId: 71 });
      expect(JSON.parse(second?.body ?? '')).toEqual({ orderId: 71, force: 'yes' });
      expect([first?.headers['x-asw-force'], second?.headers['x-asw-force']]).toEqual([undefined, 'yes']);
    },
  );
});

/** The offer of a dish that jana has ordered and can only offer to others by now, at our own server. */
async function renderLateOrder() {
  const goulash = {
    make: 'offering',
    as: 'goulash',
    with: {
      canteenId: '$main',
      cancelUntil: Date.parse('2026-11-20T07:00:00+01:00'),
      product: { name: { en: 'Goulash' } },
    },
  } as const;
  const own = { make: 'order', with: { customer: 'jana', offering: 'goulash' } } as const;
  const app = await renderApp('/offer/DAY?day=2026-11-20', { seed: [main, jana, goulash, own], as: 'jana' });
  return { ...app, offer: card('Goulash').getByRole('button', { name: /^For exchange, Goulash/ }) };
}

describe('offering and taking back', () => {
  const takeBack = card('Goulash').getByRole('button', { name: /^Take back, Goulash/ });

  test('ORD-16 ORD-18 what an answer that was lost had done is seen, and taken back by the next press', async () => {
    const { server, offer } = await renderLateOrder();
    await expect.element(offer).toBeEnabled();
    // The browser itself sends it again when one answer is lost.
    await server.fault(EXCHANGE, { dropAfter: true });
    await userEvent.click(offer);
    await expect.element(card('Goulash').getByText('offered for exchange')).toBeVisible();
    await server.clearFaults();
    await userEvent.click(takeBack);
    await expect.element(page.getByText('Taken back, the meal stays yours')).toBeVisible();
    await expect.element(offer).toBeEnabled();
    await expect.element(card('Goulash').getByText('offered for exchange')).not.toBeInTheDocument();
  });

  test.each([true, undefined])(
    'API-56 an order that is offered can be taken back where withdrawOffer is announced: %s',
    async (withdrawOffer) => {
      const { server, platform, offer } = await renderLateOrder();
      platform.snapshot.setState(({ session }) => ({
        session: { ...session, capabilities: { ...session.capabilities, withdrawOffer } },
      }));
      await userEvent.click(offer);
      await expect.element(card('Goulash').getByText('offered for exchange')).toBeVisible();
      if (withdrawOffer) {
        await userEvent.click(takeBack);
        await expect.element(offer).toBeEnabled();
      } else {
        const fixed = card('Goulash').getByRole('button', { name: 'Cannot be cancelled' });
        await expect.element(fixed).toBeDisabled();
        expect(takeBack.elements()).toEqual([]);
      }
      expect(await server.requests(EXCHANGE)).toHaveLength(withdrawOffer ? 2 : 1);
    },
  );

  test('DATA-05 an order that its dish lets be given to others, no longer be cancelled, says so before the list is read again', async () => {
    const [cancelUntil, exchangeUntil] = ['2026-11-20T07:00:00+01:00', '2026-11-20T10:00:00+01:00'];
    const { server } = await renderMenu([{ name: 'Goulash', price: 80, cancelUntil, exchangeUntil }]);
    const order = card('Goulash').getByRole('button', { name: /^Order, Goulash/ });
    await expect.element(order).toBeEnabled();
    await server.fault(DIRECT, { answer: handMade({ orderId: 71, orderPrice: 80 }) });
    await server.fault(/GET .*customer\/canteenorders/, { hold: true });
    await userEvent.click(order);
    await expect
      .element(card('Goulash').getByRole('button', { name: /^For exchange, Goulash/ }))
      .toBeVisible();
    expect(card('Goulash').getByText('Cannot be cancelled').elements()).toEqual([]);
  });

  test('ORD-16 a second press while the orders are read again is none', async () => {
    const { server, offer } = await renderLateOrder();
    await expect.element(offer).toBeEnabled();
    const held = await server.fault(/GET .*customer\/canteenorders/, { hold: true }, 1);
    await userEvent.click(offer);
    await expect.element(page.getByText('The order is offered for exchange')).toBeVisible();
    await expect.element(offer).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(offer, { force: true });
    await held.release();
    await expect.element(takeBack).toBeEnabled();
    expect(await server.requests(EXCHANGE)).toHaveLength(1);
  });

  test('ORD-25 an order belongs to the dish of its own day, also where another day has the same meal', async () => {
    await renderMenu(
      [
        { mealId: 1, name: 'Goulash', price: 80 },
        { mealId: 1, name: 'Goulash again', price: 80, date: '2026-11-21' },
      ],
      [ownOrder()],
    );
    await userEvent.click(page.getByRole('radio', { name: 'Week' }));
    await expect.element(card('Goulash again')).toBeVisible();
    await expect.element(card('Goulash').getByText('Ordered', { exact: true })).toBeVisible();
    expect(card('Goulash again').getByText('Ordered').elements()).toEqual([]);
  });

  test('ORD-25 of several orders of one dish those that can be cancelled are one, and others have their own state and action', async () => {
    await renderMenu(
      [{ name: 'Goulash', price: 80 }],
      [
        ownOrder({ onExchange: true }),
        ownOrder({ id: 72, cancelStatus: 'POSSIBLE' }),
        ownOrder({
          id: 73,
          cancelStatus: 'POSSIBLE',
          orderItem: { mealId: 1, date: '2026-11-20', quantity: 3 },
        }),
      ],
    );
    await expect.element(card('Goulash').getByText('offered for exchange')).toBeVisible();
    await expect.element(takeBack).toBeVisible();
    await expect.element(card('Goulash').getByText('Ordered 4×', { exact: true })).toBeVisible();
    await expect
      .element(
        card('Goulash').getByRole('button', { name: 'Cancel 3×, Goulash, Friday 20. November', exact: true }),
      )
      .toBeVisible();
  });
});

describe('old data', () => {
  test.each([991_491, '991492'])(
    'ORD-23 ERR-03 after the code %s menu, orders and balance are read again, and it is told',
    async (code) => {
      const { server } = await renderMenu([{ name: 'Goulash', price: 80 }]);
      await server.fault(DIRECT, {
        answer: { status: 400, body: { success: false, error: { code }, message: 'The menu has changed' } },
      });
      await expect.element(card('Goulash')).toBeVisible();
      await server.forgetRequests();
      await userEvent.click(card('Goulash').getByRole('button', { name: /^Order, Goulash/ }));
      await expect.element(page.getByText('The menu has changed')).toBeVisible();
      await expect.poll(() => server.requests(/GET .*canteenmenu/)).toHaveLength(1);
      await expect.poll(() => server.requests(/GET .*customer\/canteenorders/)).toHaveLength(1);
      await expect.poll(() => server.requests(/GET .*account\/balance/)).toHaveLength(1);
      await expect.element(card('Goulash').getByRole('button', { name: /^Order, Goulash/ })).toBeEnabled();
    },
  );
});

describe('a guest who orders', () => {
  test('ORD-24 MODAL-02 MODAL-08 logs in over the offer, which is still there, and nothing was ordered', async () => {
    const { server, history } = await renderApp('/offer/DAY', { seed: [main, jana, broth] });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Order, Broth/ }));
    const login = page.getByRole('dialog', { name: 'Sign in' });
    await expect.element(login).toBeVisible();
    expect(login.getByRole('region').elements()).toHaveLength(1);
    await userEvent.fill(login.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(login.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(login.getByRole('button', { name: 'Sign in' }));
    await expect.element(login).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expect.element(card('Broth')).toBeVisible();
    expect(history.location.pathname).toBe('/offer/DAY');
    expect(await server.requests(DIRECT)).toEqual([]);
    await userEvent.click(card('Broth').getByRole('button', { name: /^Order, Broth/ }));
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
  });

  test('ORD-24 without a way to log in it is told that this is not allowed', async () => {
    const { server } = await renderApp('/offer/DAY', {
      seed: [main, broth],
      config: { allowPasswordLogin: false, allowCardLogin: false },
    });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Order, Broth/ }));
    await expect.element(page.getByText('Unauthorized', { exact: true })).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    expect(await server.requests(DIRECT)).toEqual([]);
  });
});

test('OFFER-23 ORD-25 FMT-05 the summary lists the orders of the days shown with their sum, and folds', async () => {
  await renderMenu(
    [{ name: 'Goulash', price: 80 }],
    [
      ownOrder(),
      ownOrder({
        id: 72,
        name: 'Cake',
        orderPrice: 25.5,
        orderItem: { mealId: 2, date: '2026-11-20', quantity: 2 },
      }),
      ownOrder({ id: 73, name: 'Stew', orderItem: { mealId: 3, date: '2026-11-25', quantity: 1 } }),
    ],
  );
  const summary = page.getByRole('region', { name: 'Your orders' });
  await expect.element(summary.getByText('Cake', { exact: true })).toBeVisible();
  const lines = summary.getByRole('listitem');
  expect(lines.elements().map(({ textContent }) => textContent)).toEqual([
    'GoulashCZK\u00a080.00Fri\u00a020.\u00a011. · 1× · CZK\u00a080.00 back if you offer it for exchange and somebody takes itFor exchange',
    'CakeCZK\u00a025.50Fri\u00a020.\u00a011. · 2× · CZK\u00a025.50 back if you offer it for exchange and somebody takes itFor exchange',
  ]);
  await expect.element(summary.getByText('CZK\u00a0105.50').last()).toBeVisible();
  await userEvent.click(summary.getByRole('button', { name: 'Hide' }));
  await expect.element(summary.getByText('Cake', { exact: true })).not.toBeVisible();
  await expect.element(summary.getByRole('heading', { name: 'Your orders' })).toBeVisible();
  await userEvent.click(summary.getByRole('button', { name: 'Show' }));
  await expect.element(summary.getByText('Cake', { exact: true })).toBeVisible();
});

test('orders of a dish that are handed over in different ways are told and cancelled by themselves', async () => {
  const order = { cancelStatus: 'POSSIBLE' };
  await renderMenu(
    [{ name: 'Goulash', price: 80, mealId: 1 }],
    [ownOrder(order), ownOrder({ ...order, id: 72, delivery: 'toTakeAway' })],
  );
  await expect.element(card('Goulash').getByText('Take away · CZK\u00a080.00')).toBeVisible();
  expect(card('Goulash').getByText('Ordered', { exact: true }).elements()).toHaveLength(2);
  expect(
    card('Goulash')
      .getByRole('button', { name: /^Cancel,/ })
      .elements(),
  ).toHaveLength(2);
  const summary = page.getByRole('region', { name: 'Your orders' });
  await expect.element(summary.getByText(/1× · Take away/)).toBeVisible();
});

test('OFFER-23 the summary says of which days its orders are', async () => {
  await renderMenu([{ name: 'Goulash', price: 80 }], [ownOrder()]);
  const heading = page.getByRole('region', { name: 'Your orders' }).getByRole('heading', { level: 2 });
  await expect.element(heading).toHaveTextContent(/^Your orders\s· 20\.\s11\.$/);
  await userEvent.click(page.getByText('Week', { exact: true }));
  await expect.element(heading).toHaveTextContent(/^Your orders\s· 16\.\s11\. – 22\.\s11\.$/);
});

test('OFFER-23 the summary is folded at first where it is a bar below the menu, and open beside it', async () => {
  await page.viewport(899, 740);
  await renderMenu([{ name: 'Goulash', price: 80 }], [ownOrder()]);
  const summary = page.getByRole('region', { name: 'Your orders' });
  await expect.element(summary.getByRole('button', { name: 'Show' })).toBeVisible();
  await expect.element(summary.getByRole('listitem')).not.toBeInTheDocument();
  await page.viewport(900, 740);
  await expect.element(summary.getByRole('listitem')).toBeVisible();
  await page.viewport(360, 740);
  await expect.element(summary.getByRole('listitem')).not.toBeInTheDocument();
});

test.each([
  [2, ['1 order CZK\u00a040.00', 'Balance now CZK\u00a0160.00']],
  [0, ['1 order CZK\u00a040.00']],
])(
  'OFFER-23 the summary says what is on the account now, where it is shown: %i',
  async (showAccountBalance, sums) => {
    const rich = { ...jana, with: { ...jana.with, balance: 20_000 } };
    await renderApp('/offer/DAY', { seed: [main, rich, broth], as: 'jana', config: { showAccountBalance } });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Order, Broth/ }));
    const summary = page.getByRole('region', { name: 'Your orders' });
    await expect.element(summary.getByText('Broth', { exact: true })).toBeVisible();
    const lines = () =>
      summary
        .getByRole('term')
        .elements()
        .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
    await expect.poll(lines).toEqual(sums);
  },
);

test('CFG-15 NAV-10 without shopping the menu is not shown, and the orders have an alternative page', async () => {
  const { server, history } = await renderApp('/offer/DAY', {
    seed: [main, jana, broth],
    as: 'jana',
    config: { allowShopping: false },
  });
  await expect.poll(() => history.location.pathname).toBe('/profile');
  history.push('/orders');
  await expect.element(page.getByRole('heading', { name: 'Not available', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/orders');
  expect(await server.requests(/canteenmenu|canteenorders/)).toEqual([]);
});

test('CFG-16 NAV-06 a guest sees dishes only where guests may', async () => {
  await renderApp('/offer/DAY', { seed: [main, broth], config: { allowGuests: true } });
  await expect.element(card('Broth')).toBeVisible();
  const { history } = await renderApp('/offer/DAY', { seed: [main, broth], config: { allowGuests: false } });
  await expect.poll(() => history.location.pathname).toBe('/login');
});

test.each([
  ['Refectory', 'canteen', 120_001, 1],
  ['Refectory', 'canteen', 119_000, 0],
  ['Menu', 'canteen', 120_001, 1],
  ['Menu', 'canteen', 119_000, 0],
  ['Menu', 'shop', 120_001, 1],
  ['Menu', 'shop', 119_000, 0],
  ['Orders', 'canteen', 120_001, 1],
  ['Orders', 'canteen', 119_000, 0],
  ['Orders', 'shop', 120_001, 1],
  ['Profile', 'canteen', 120_001, 1],
  ['About us', 'canteen', 120_001, 1],
  ['About us', 'canteen', 119_000, 0],
  ['Help', 'canteen', 120_001, 1],
  ['Help', 'canteen', 119_000, 0],
] as const)(
  'NAV-36 CFG-02 LIMIT-06 SHELL-05 a click on %s in %s mode with a menu of %i ms reads it %i times',
  async (link, applicationMode, age, calls) => {
    const { server, platform, history } = await renderApp('/offer/DAY', {
      seed: [main, broth, jana],
      as: 'jana',
      config: {
        applicationMode,
        allowProfileEdit: true,
        pages: {
          mainMenu: [{ pathname: 'about', title: 'About us', body: 'Us.' }],
          header: [{ pathname: 'help', title: 'Help', body: 'Ask.' }],
        },
      },
    });
    await expect.element(card('Broth')).toBeVisible();
    await expect.poll(() => history.location.search).not.toBe('');
    await platform.navigation.settled();
    const menus = platform.queries.getQueryCache().findAll({ queryKey: ['getMenu'] });
    for (const [index, { queryKey, state }] of menus.entries()) {
      // Also what the address names since it follows the day was read when it was read.
      expect(state.dataUpdatedAt).toBeLessThanOrEqual(Date.now());
      platform.queries.setQueryData(queryKey, state.data, {
        updatedAt: Date.now() - age - menus.length + index,
      });
    }
    await server.forgetRequests();
    // So late that it is not there yet when the page is.
    await server.fault(/GET .*canteenmenu/, { delayMs: 200 });
    await userEvent.click(page.getByRole('banner').getByRole('link', { name: link }));
    if (link !== 'Refectory' && link !== 'Menu')
      await expect
        .element(
          page
            .getByRole('heading', { name: link, level: 1 })
            .or(page.getByRole('heading', { name: 'Edit profile', level: 1 })),
        )
        .toBeVisible();
    else await expect.element(card('Broth')).toBeVisible();
    await platform.navigation.settled();
    await expect.poll(() => server.requests(/canteenmenu/)).toHaveLength(calls);
    // The canteens are on screen on the offer alone.
    if (link === 'Refectory' || link === 'Menu')
      await expect.poll(async () => (await server.requests(/canteens$/)).length > 0).toBe(calls > 0);
  },
);
