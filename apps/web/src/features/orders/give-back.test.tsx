import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMade } from '../../../test/hand-made-menu.ts';
import { card, DIRECT, said, sentOrders } from '../../../test/offer-page.ts';
import { customer, dish, jana, main } from '../../../test/offer-seeds.ts';
import { pastThrottle } from '../../../test/past-throttle.ts';
import { renderApp } from '../../../test/render-app.ts';

const OFFER = '/offer/DAY?day=2026-11-20';
const order = (offering: string, more: object = {}) =>
  ({ make: 'order', with: { customer: 'jana', offering, ...more } }) as const;

const sauces = {
  id: 'sauces',
  name: { en: 'Sauces' },
  min: 1,
  max: 1,
  options: [
    { id: 'dill', name: { en: 'Dill' }, price: 0 },
    { id: 'tartar', name: { en: 'Tartar' }, price: 155_000 },
  ],
};

describe('cancelling on the card of a dish', () => {
  test('several orders of it are one line, and are cancelled one after the other', async () => {
    await renderApp(OFFER, {
      seed: [main, jana, dish('Broth'), order('Broth'), order('Broth', { portions: 2 })],
      as: 'jana',
    });
    await expect.element(card('Broth').getByText('Ordered 2×', { exact: true })).toBeVisible();
    const cancel = card('Broth').getByRole('button', { name: /^Cancel/ });
    await expect.element(cancel).toHaveTextContent(/^Cancel 1×$/);
    await userEvent.click(cancel);
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
    await expect.element(cancel).toHaveTextContent(/^Cancel$/);
    await expect.element(cancel).toHaveFocus();
  });

  test('an order of several portions says how many go at once', async () => {
    const tea = dish('Tea', { allowMultipleOrder: true });
    await renderApp(OFFER, { seed: [main, jana, tea, order('Tea', { quantity: 3 })], as: 'jana' });
    await expect
      .element(card('Tea').getByRole('button', { name: 'Cancel 3×, Tea, Friday 20. November', exact: true }))
      .toHaveTextContent(/^Cancel 3×$/);
  });

  test('once it is cancelled the card no longer says Ordered, before the orders are read again', async () => {
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
    });
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
    const reading = await server.fault(/GET .*(?:canteenmenu|canteenorders)/, { hold: true });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    await expect.element(card('Broth').getByRole('button', { name: /^Order,/ })).toBeEnabled();
    expect(card('Broth').getByText('Ordered', { exact: true }).elements()).toEqual([]);
    await reading.release();
  });

  test('while Order again is under way, the button of the dish is busy', async () => {
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
    });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    await expect.element(card('Broth').getByRole('button', { name: /^Order,/ })).toBeVisible();
    const held = await server.fault(DIRECT, { hold: true }, 1);
    await pastThrottle();
    await userEvent.click(page.getByRole('button', { name: 'Order again' }));
    await expect
      .element(card('Broth').getByRole('button', { name: /^Order,/ }))
      .toHaveAttribute('aria-busy', 'true');
    // Its card says so with the answer, before the list of orders is read again.
    const reading = await server.fault(/GET .*(?:canteenmenu|canteenorders)/, { hold: true });
    await held.release();
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
    await reading.release();
  });

  test('ORD-09 Order again right after an order sends nothing', async () => {
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, dish('Broth'), dish('Roast', { position: 1 }), order('Broth')],
      as: 'jana',
    });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    const again = page.getByRole('button', { name: 'Order again' });
    await expect.element(again).toBeVisible();
    const roast = card('Roast').getByRole('button', { name: /^Order,/ });
    await expect.element(roast).toBeEnabled();
    const pressedAt = performance.now();
    // Pressed by the page itself: the two have to lie within 400 ms whatever the machine does.
    for (const button of [roast, again]) (button.element() as HTMLElement).click();
    expect(performance.now() - pressedAt).toBeLessThan(400);
    await expect.element(said(/^Ordered: Roast/)).toBeVisible();
    expect(await sentOrders(server)).toHaveLength(1);
    expect(card('Broth').getByText('Ordered', { exact: true }).elements()).toEqual([]);
  });

  test('Order again orders the same, as many portions with the same modifiers', async () => {
    const fish = dish('Fish', { allowMultipleOrder: true, modifierGroups: [sauces] });
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, fish, order('Fish', { quantity: 2, modifiers: ['tartar'] })],
      as: 'jana',
    });
    const chosen = card('Fish').getByText('Tartar · CZK\u00a0231.00', { exact: true });
    await expect.element(chosen).toBeVisible();
    await userEvent.click(card('Fish').getByRole('button', { name: /^Cancel 2×/ }));
    await expect.element(chosen).not.toBeInTheDocument();
    await pastThrottle();
    const reading = await server.fault(/GET .*(?:canteenmenu|canteenorders)/, { hold: true });
    await userEvent.click(page.getByRole('button', { name: 'Order again' }));
    await expect.element(said('Ordered: Fish, Fri 20. 11., CZK\u00a0231.00')).toBeVisible();
    await expect.element(chosen).toBeVisible();
    await reading.release();
    await expect.element(said(/is back/)).not.toBeInTheDocument();
    expect(await sentOrders(server)).toEqual([
      {
        price: 231,
        item: {
          mealId: server.ids['Fish'],
          date: '2026-11-20',
          quantity: 2,
          productId: expect.any(Number),
          canteenId: server.ids['main'],
          modifiers: ['tartar'],
        },
      },
    ]);
  });

  test('the button says what comes back, also where a part of the price came back before', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana, dish('Broth'), order('Broth')] });
    const item = { mealId: server.ids['Broth'], date: '2026-11-20', quantity: 1 };
    const broth = { id: 1, name: 'Broth', canteenId: server.ids['main'], cancelStatus: 'POSSIBLE' };
    await server.fault(/GET .*canteenorders/, {
      answer: handMade({ orders: [{ ...broth, orderPrice: 100, returns: 89.5, orderItem: item }] }),
    });
    await renderApp(OFFER, { server, as: 'jana' });
    await expect
      .element(card('Broth').getByRole('button', { name: /^Cancel/ }))
      .toHaveAttribute('title', 'CZK\u00a089.50 comes back to your account');
  });

  test.each([
    [{ orderPrice: 60 }, /Broth, Fri\s20\.\s11\., CZK\s60\.00 is back on your account$/],
    [{}, /Broth, Fri\s20\.\s11\.$/],
  ])('of the money only what the answer names comes back: %j', async (answer, words) => {
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, dish('Broth'), order('Broth')],
      as: 'jana',
    });
    await server.fault(/canteenorder\/cancel/, { answer: handMade({ orderId: 1, ...answer }) }, 1);
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    await expect.element(said(words)).toBeVisible();
  });

  test('what cannot be ordered again says why', async () => {
    const { server } = await renderApp(OFFER, {
      seed: [
        main,
        jana,
        dish('Broth', { orderUntil: Date.parse('2026-11-20T08:30:00+01:00') }),
        order('Broth'),
      ],
      as: 'jana',
      now: '2026-11-20T08:29:00+01:00',
    });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    const undo = page.getByRole('button', { name: 'Order again' });
    await userEvent.hover(undo);
    await server.setClock('2026-11-20T08:31:00+01:00');
    await pastThrottle();
    await userEvent.click(undo);
    const words =
      'It is too late to order this dish, and nobody offers such a portion now. You were not charged.';
    await expect.element(said(words)).toBeVisible();
  });
});

describe('an order that is too late to cancel', () => {
  const petr = customer('petr');
  const now = '2026-11-20T09:30:00+01:00';
  const fish = dish('Fish', { capacity: 1, modifierGroups: [sauces] });

  test.each([
    [
      false,
      /^(?!.*offered for exchange).*CZK\s115\.50 back if you offer it for exchange and somebody takes it by \d\d:\d\d/,
    ],
    [
      true,
      /offered for exchange.*CZK\s115\.50 back if somebody takes it by \d\d:\d\d, else the meal stays yours/,
    ],
  ])('part of ORD-16: says what comes back, and until when; offered: %s', async (offered, words) => {
    const own = order('Fish', { modifiers: ['tartar'], offered });
    const { history } = await renderApp(OFFER, { seed: [main, jana, fish, own], as: 'jana', now });
    await expect.element(card('Fish').getByText(words)).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Your orders' }).getByText(words)).toBeVisible();
    history.push('/orders');
    const listed = page.getByRole('article', { name: 'Fish' });
    await expect.element(listed).toBeVisible();
    expect(listed.element().textContent).toMatch(words);
  });

  test.each([
    ['before the menu was read', true],
    ['while the menu is open', false],
  ])(
    'part of ORD-02: one that is offered %s says how many and what was chosen, and is taken as it is',
    async (_, isBefore) => {
      const orders = ['jana', 'ota'].map((by) => ({
        ...order('Fish', { customer: by, modifiers: ['tartar'], offered: isBefore }),
        as: `of ${by}`,
      }));
      const { server } = await renderApp(OFFER, {
        seed: [
          main,
          jana,
          petr,
          customer('ota'),
          customer('eva'),
          { ...fish, with: { ...fish.with, capacity: 2 } },
          ...orders,
        ],
        as: 'petr',
        live: true,
        now,
      });
      await expect.element(card('Fish')).toBeVisible();
      await expect.poll(() => server.requests(/GET .*\/live$/)).toHaveLength(1);
      if (!isBefore) await server.seed(orders.map(({ as }) => ({ make: 'offer', with: { order: as } })));
      await expect.element(card('Fish').getByText('2 on exchange', { exact: true })).toBeVisible();
      // The number goes with what others take.
      await server.seed([
        { make: 'order', with: { customer: 'eva', offering: 'Fish', modifiers: ['tartar'] } },
      ]);
      await expect.element(card('Fish').getByText('1 on exchange', { exact: true })).toBeVisible();
      await expect.element(card('Fish').getByText('Tartar', { exact: true })).toBeVisible();
      // At what is asked for it, with what was chosen.
      await expect.element(card('Fish').getByText('CZK 115.50', { exact: true })).toBeVisible();
      await userEvent.click(card('Fish').getByRole('button', { name: /^Exchange, Fish.*115\.50/ }));
      const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
      await expect.element(asked.getByText('Fish, Tartar, Friday 20. November')).toBeVisible();
      await userEvent.click(asked.getByRole('button', { name: 'Take it for CZK\u00a0115.50' }));
      await expect.element(card('Fish').getByText('Ordered', { exact: true })).toBeVisible();
      expect(await sentOrders(server)).toMatchObject([{ price: 115.5, item: { modifiers: ['tartar'] } }]);
    },
  );

  test('part of ORD-02: where those that are offered differ, one of them is chosen, and nothing that nobody offers', async () => {
    const options = [...sauces.options, { id: 'pesto', name: { en: 'Pesto' }, price: 0 }];
    const several = {
      ...fish,
      with: { ...fish.with, capacity: 2, modifierGroups: [{ ...sauces, options }] },
    };
    const offers = [
      order('Fish', { modifiers: ['tartar'], offered: true }),
      order('Fish', { customer: 'ota', modifiers: ['dill'], offered: true }),
    ];
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, petr, customer('ota'), several, ...offers],
      as: 'petr',
      now,
    });
    await expect.element(card('Fish').getByText('from CZK\u00a0100.00', { exact: true })).toBeVisible();
    await userEvent.click(card('Fish').getByRole('button', { name: /^Exchange, Fish.*from CZK\s100\.00/ }));
    const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
    const portions = asked.getByRole('radiogroup', { name: 'Which portion' }).getByRole('radio');
    await expect.poll(() => portions.elements().length).toBe(2);
    await expect.element(asked.getByRole('radio', { name: 'Dill · CZK\u00a0100.00' })).toBeChecked();
    await expect.element(asked.getByText('CZK\u00a0100.00 will be taken from your account.')).toBeVisible();
    await userEvent.click(asked.getByRole('radio', { name: 'Tartar · CZK\u00a0115.50' }));
    await userEvent.click(asked.getByRole('button', { name: 'Take it for CZK\u00a0115.50' }));
    await expect.element(card('Fish').getByText('Tartar · CZK\u00a0115.50', { exact: true })).toBeVisible();
    expect(await sentOrders(server)).toMatchObject([{ price: 115.5, item: { modifiers: ['tartar'] } }]);
  });

  test('of several portions only what somebody offers so many of is asked about, and no more can be counted', async () => {
    const three = { ...fish, with: { ...fish.with, capacity: 3, allowMultipleOrder: true } };
    const offers = [
      order('Fish', { modifiers: ['dill'], offered: true }),
      order('Fish', { customer: 'ota', quantity: 2, modifiers: ['tartar'], offered: true }),
    ];
    const { server } = await renderApp(OFFER, {
      seed: [main, jana, petr, customer('ota'), three, ...offers],
      as: 'petr',
      now,
    });
    const more = card('Fish').getByRole('button', { name: 'One portion more' });
    await userEvent.click(more);
    await expect.element(card('Fish').getByText('CZK\u00a0231.00', { exact: true })).toBeVisible();
    await expect.element(more).toBeDisabled();
    await userEvent.click(card('Fish').getByRole('button', { name: /^Exchange, Fish.*, CZK\s231\.00/ }));
    const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
    await expect.element(asked.getByText('Fish, Tartar, Friday 20. November, 2×')).toBeVisible();
    expect(asked.getByRole('radio').elements()).toEqual([]);
    await userEvent.click(asked.getByRole('button', { name: 'Take it for CZK\u00a0231.00' }));
    await expect.element(card('Fish').getByText(/^Ordered/)).toBeVisible();
    expect(await sentOrders(server)).toMatchObject([
      { price: 231, item: { quantity: 2, modifiers: ['tartar'] } },
    ]);
  });

  test('a guest is asked to sign in at the price of what is offered', async () => {
    const offered = order('Fish', { modifiers: ['tartar'], offered: true });
    await renderApp(OFFER, { seed: [main, jana, fish, offered], now });
    await userEvent.click(card('Fish').getByRole('button', { name: /^Exchange, Fish.*115\.50/ }));
    const login = page.getByRole('dialog', { name: 'Sign in' });
    await expect.element(login.getByText(/Fish.*CZK\s115\.50/)).toBeVisible();
  });

  test('a card that offers one from the exchange does not also ask to give one away, and says where that is done', async () => {
    const broth = dish('Broth', { capacity: 2, allowMultipleOrder: true });
    const others = { make: 'order', with: { customer: 'petr', offering: 'Broth', offered: true } } as const;
    await renderApp(OFFER, { seed: [main, jana, petr, broth, order('Broth'), others], as: 'jana', now });
    await expect.element(card('Broth').getByRole('button', { name: /^Exchange,/ })).toBeEnabled();
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
    expect(
      card('Broth')
        .getByRole('button', { name: /^For exchange/ })
        .elements(),
    ).toEqual([]);
    await expect.element(card('Broth').getByText(/back if you offer it for exchange/)).toBeVisible();
    const summary = page.getByRole('region', { name: 'Your orders' });
    await expect.element(summary.getByRole('button', { name: /^For exchange/ })).toBeEnabled();
    await userEvent.click(card('Broth').getByRole('link', { name: 'Orders' }));
    const offer = page.getByRole('main').getByRole('button', { name: /^For exchange, Broth/ });
    await expect.element(offer).toBeEnabled();
  });
});
