import { page, userEvent } from 'vitest/browser';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { card, DIRECT, said, sentOrders } from '../../../test/offer-page.ts';
import { dish, jana, main } from '../../../test/offer-seeds.ts';
import { pastThrottle } from '../../../test/past-throttle.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const order = (name: string) => card(name).getByRole('button', { name: /^(?:Order|One more),/ });

/** Opens the offer of a Friday with these dishes, as the customer jana. */
const renderOffer = (...dishes: ReturnType<typeof dish>[]) =>
  renderApp('/offer/DAY?day=2026-11-20', { seed: [main, jana, ...dishes], as: 'jana' });

describe('the action of a dish', () => {
  test('ORD-01 an available dish has Order', async () => {
    await renderOffer(dish('Broth'));
    await expect.element(order('Broth')).toBeEnabled();
    await expect.element(order('Broth')).toHaveTextContent(/^Order$/);
  });

  test('ORD-03 ORD-04 a dish that is sold out or closed says Sold out, and pressing it sends nothing', async () => {
    const { server } = await renderOffer(
      dish('Gone', { capacity: 0 }),
      dish('Closed', { state: 'closed', position: 1 }),
    );
    for (const name of ['Gone', 'Closed']) {
      const button = card(name).getByRole('button', { name: 'Sold out', exact: true });
      await expect.element(button).toBeDisabled();
      await userEvent.click(button, { force: true });
    }
    await expect
      .element(card('Closed').getByRole('button', { name: 'Sold out' }))
      .toHaveAttribute('title', 'Ordering is closed');
    expect(await sentOrders(server)).toEqual([]);
  });

  test('ORD-03 an available dish without a portion left is sold out', async () => {
    const { server } = await renderOffer();
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Last', price: 40, remaining: 0 }]),
    });
    await userEvent.click(page.getByRole('radio', { name: 'Week' }));
    const button = card('Last').getByRole('button', { name: 'Sold out', exact: true });
    await expect.element(button).toBeDisabled();
    await userEvent.click(button, { force: true });
    expect(await sentOrders(server)).toEqual([]);
  });

  test('ORD-02 an exchange is ordered directly after a yes, where others go to the cart as well', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    const exchanged = { name: 'Broth', price: 5, mealId: 7, status: 'EXCHANGE' };
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([exchanged, { name: 'Roast', price: 9 }]),
    });
    const config = { ordering: 'cart' };
    await renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana', config });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Exchange,/ }));
    const asked = page.getByRole('dialog', { name: 'Take from the exchange?' });
    await userEvent.click(asked.getByRole('button', { name: 'Take it for CZK 5.00' }));
    await expect.poll(() => sentOrders(server)).toHaveLength(1);
    await userEvent.click(order('Roast'));
    await expect.element(said(/^Added to the cart, not ordered yet: /)).toBeVisible();
    expect(await sentOrders(server)).toHaveLength(1);
  });

  test('ORD-05 a read-only dish is shown with its price and without a button', async () => {
    await renderOffer(dish('Bread', { state: 'readonly', price: 50_000 }));
    await expect.element(card('Bread').getByText('CZK 5.00', { exact: true })).toBeVisible();
    expect(card('Bread').getByRole('button').elements()).toEqual([]);
  });
});

describe('a guest', () => {
  const signInSheet = page.getByRole('dialog', { name: 'Sign in' });
  const signIn = async () => {
    await userEvent.fill(signInSheet.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(signInSheet.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(signInSheet.getByRole('button', { name: 'Sign in' }));
    await expect.element(signInSheet).not.toBeInTheDocument();
  };

  test('ORD-24 in a shop too, is asked to sign in over the offer, which stays', async () => {
    const { server, history } = await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, jana, dish('Broth')],
      config: { ordering: 'cart' },
    });
    await userEvent.click(order('Broth'));
    await expect.element(signInSheet).toBeVisible();
    expect(history.location.pathname).toBe('/offer/DAY');
    await signIn();
    await expect
      .element(said('You are signed in. Signing in ordered nothing: press the button of the dish once more.'))
      .toBeVisible();
    expect(history.location.pathname).toBe('/offer/DAY');
    await expect.element(card('Broth')).toBeVisible();
    expect(await sentOrders(server)).toEqual([]);
  });

  test('is told once, after the sign-in alone, to press the button once more; after another sign-in nothing is said', async () => {
    const { platform, server } = await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, jana, dish('Broth')],
    });
    const told: unknown[] = [];
    platform.toasts.subscribe((shown) =>
      told.push(...shown.map(({ messageKey, tone, count }) => [messageKey, tone, count])),
    );
    await userEvent.click(order('Broth'));
    await userEvent.click(signInSheet.getByRole('button', { name: 'Close' }));
    await expect.element(signInSheet).not.toBeInTheDocument();
    await userEvent.click(order('Broth'));
    expect(told).toEqual([]);
    await signIn();
    await expect
      .element(said('You are signed in. Signing in ordered nothing: press the button of the dish once more.'))
      .toBeVisible();
    expect(told).toEqual([['login.nowOrder', 'info', 1]]);
    expect(await sentOrders(server)).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await expect.element(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    const answer = platform.dialogs.open('login', {});
    told.length = 0;
    await signIn();
    expect(await answer).toBe(true);
    expect(told).toEqual([]);
  });

  test('reads in the sign-in sheet what it is for, and comes back to the dish at the same place, at the own price', async () => {
    await page.viewport(360, 600);
    const dishes = Array.from({ length: 9 }, (_, position) =>
      dish(`Dish ${position}`, {
        position,
        price: 1_500_000,
        prices: { student: 900_000, employee: 1_500_000, other: 1_500_000 },
      }),
    );
    const eva = { ...jana, with: { ...jana.with, priceLevel: 'student' } } as const;
    const { server } = await renderApp('/offer/DAY?day=2026-11-20', { seed: [main, eva, ...dishes] });
    const button = order('Dish 7');
    await expect.element(button).toBeEnabled();
    button.element().scrollIntoView({ block: 'center' });
    const top = button.element().getBoundingClientRect().top;
    // What is read again takes its time, and nothing of the offer goes away meanwhile.
    await server.fault(/canteenmenu|\/canteens/, { delayMs: 300 });
    await userEvent.click(button);
    await expect
      .element(signInSheet.getByText('You want to order: Dish 7, Fri 20. 11., CZK 150.00'))
      .toBeVisible();
    await signIn();
    await expect.element(card('Dish 7').getByText('CZK 90.00')).toBeVisible();
    await expect.element(button).toHaveFocus();
    expect(Math.abs(button.element().getBoundingClientRect().top - top)).toBeLessThanOrEqual(1);
  });

  test('reads in the sign-in sheet that a dish on exchange is taken', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Broth', price: 5, mealId: 7, status: 'EXCHANGE' }]),
    });
    await renderApp('/offer/DAY?day=2026-11-20', { server, config: { allowGuests: true } });
    await userEvent.click(card('Broth').getByRole('button', { name: /^Exchange,/ }));
    await expect
      .element(signInSheet.getByText('You want to take from the exchange: Broth, Fri 20. 11., CZK\u00a05.00'))
      .toBeVisible();
  });
});

describe('ordering', () => {
  test('ORD-06 API-49 ERR-34 only the ordered dish is busy, then all is read again and said', async () => {
    const { server } = await renderOffer(dish('Broth'), dish('Roast', { position: 1 }));
    await expect.element(order('Broth')).toBeEnabled();
    const held = await server.fault(DIRECT, { hold: true }, 1);
    await server.forgetRequests();
    await userEvent.click(order('Broth'));
    await expect.element(order('Broth')).toHaveAttribute('aria-busy', 'true');
    await expect.element(order('Roast')).not.toHaveAttribute('aria-busy');
    await userEvent.click(order('Broth'), { force: true });
    expect(page.getByText('Ordered', { exact: true }).elements()).toEqual([]);
    expect(await server.requests(/^GET/)).toEqual([]);

    await held.release();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    await expect.element(order('Broth')).not.toHaveAttribute('aria-busy');
    await expect.element(card('Broth').getByText('Ordered', { exact: true })).toBeVisible();
    await expect.element(card('Broth').getByText('cancel until 09:00')).toBeVisible();
    expect(await server.requests(/GET .*canteenmenu/)).toHaveLength(1);
    expect(await server.requests(/GET .*customer\/canteenorders/)).toHaveLength(1);
    expect(await server.requests(/GET .*account\/balance/)).toHaveLength(1);
    const sent = await server.requests(DIRECT);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers).not.toHaveProperty('x-asw-force');
  });

  test('ORD-07 DATA-09 FMT-10 LIMIT-25 API-49 the body has the price in two decimals and one item, and nothing else', async () => {
    const { server } = await renderOffer(dish('Broth', { price: 33_350 }));
    await expect.element(card('Broth').getByText('CZK 3.34', { exact: true })).toBeVisible();
    await userEvent.click(order('Broth'));
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(await sentOrders(server)).toEqual([
      {
        price: 3.34,
        item: {
          mealId: server.ids['Broth'],
          date: '2026-11-20',
          quantity: 1,
          productId: expect.any(Number),
          canteenId: server.ids['main'],
        },
      },
    ]);
  });

  test('ORD-07 DATA-09 a dish without a product is ordered without one', async () => {
    const { server } = await renderOffer();
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([{ name: 'Broth', price: 5, mealId: 7 }]),
    });
    await userEvent.click(page.getByRole('radio', { name: 'Week' }));
    await userEvent.click(order('Broth'));
    await expect
      .poll(() => sentOrders(server))
      .toEqual([{ price: 5, item: { mealId: 7, date: '2026-11-20', quantity: 1, canteenId: 1 } }]);
  });

  test('ORD-09 LIMIT-05 of two presses at once one order is sent, later ones again', async () => {
    const { server } = await renderOffer(dish('Broth'), dish('Roast', { position: 1 }));
    await expect.element(order('Broth')).toBeEnabled();
    const pressedAt = performance.now();
    // Pressed by the page itself: the two have to lie within 400 ms whatever the machine does.
    for (const name of ['Broth', 'Roast']) (order(name).element() as HTMLElement).click();
    expect(performance.now() - pressedAt).toBeLessThan(400);
    await expect.element(said(/^Ordered: /)).toBeVisible();
    expect(await server.requests(DIRECT)).toHaveLength(1);
    await pastThrottle(pressedAt);
    await userEvent.click(order('Roast'));
    await expect.element(card('Roast').getByText('Ordered', { exact: true })).toBeVisible();
    expect(await server.requests(DIRECT)).toHaveLength(2);
  });

  test('a guest who presses two dishes before the sign-in is there is asked once, about the last one', async () => {
    await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, jana, dish('Broth'), dish('Roast', { position: 1 })],
    });
    await expect.element(order('Roast')).toBeEnabled();
    // Pressed by the page itself: the second press comes before the dialog covers the button.
    for (const name of ['Broth', 'Roast']) (order(name).element() as HTMLElement).click();
    await expect.element(order('Roast')).toHaveAttribute('aria-busy', 'true');
    const dialogs = page.getByRole('dialog', { name: 'Sign in' });
    await expect.element(dialogs.getByText(/^You want to order: Roast/)).toBeVisible();
    expect(dialogs.elements()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialogs).not.toBeInTheDocument();
    await expect.element(order('Roast')).not.toHaveAttribute('aria-busy');
    await expect.element(order('Broth')).not.toHaveAttribute('aria-busy');
  });

  test('LIMIT-05 of two orders 499 ms apart one is sent, of two 501 ms apart both', async () => {
    const { server } = await renderOffer(dish('Broth'), dish('Roast', { position: 1 }));
    await expect.element(order('Broth')).toBeEnabled();
    let at = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => at);
    onTestFinished(() => clock.mockRestore());
    await userEvent.click(order('Broth'));
    at += 499;
    await userEvent.click(order('Roast'));
    await expect.element(said(/^Ordered: Broth/)).toBeVisible();
    await expect.element(order('Roast')).not.toHaveAttribute('aria-busy');
    expect(await server.requests(DIRECT)).toHaveLength(1);
    at += 2;
    await userEvent.click(order('Roast'));
    await expect.element(said(/^Ordered: Roast/)).toBeVisible();
    expect(await server.requests(DIRECT)).toHaveLength(2);
  });

  test('of two presses on a dish that something goes with, one asks what', async () => {
    const { server } = await renderApp('/login', { seed: [main, jana] });
    const options = [{ id: 'x', name: 'Dill' }];
    const modifierGroups = [{ id: 's', name: 'Sauce', min: 1, max: 1, options }];
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([
        { name: 'Roast', price: 9, mealId: 7, product: { id: 9, name: 'Roast', modifierGroups } },
      ]),
    });
    await renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana' });
    await expect.element(order('Roast')).toBeEnabled();
    await expect.element(card('Roast').getByText('+ Sauce', { exact: true })).toBeVisible();
    const button = order('Roast').element() as HTMLElement;
    // Pressed by the page itself: the second press comes before the dialog covers the button.
    for (const _ of ['once', 'twice']) {
      button.click();
      await Promise.resolve();
    }
    const dialogs = page.getByRole('dialog', { name: 'Roast' });
    await expect.element(dialogs.first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialogs).not.toBeInTheDocument();
    expect(await sentOrders(server)).toEqual([]);
  });

  test('ORD-06 ORD-09 while an order is under way another press is none, and nothing stays in the way after its answer', async () => {
    const { server } = await renderOffer(dish('Broth', { allowMultipleOrder: true }));
    await expect.element(order('Broth')).toBeEnabled();
    const sending = await server.fault(DIRECT, { hold: true }, 1);
    const reading = await server.fault(/GET .*canteenmenu/, { hold: true }, 1);
    await userEvent.click(order('Broth'));
    await userEvent.click(card('Broth').getByRole('button', { name: 'One portion more' }));
    await expect.element(order('Broth')).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(order('Broth'), { force: true });
    await sending.release();
    await expect.element(said(/^Ordered: /)).toBeVisible();
    await expect.element(card('Broth').getByRole('textbox', { name: 'Portions' })).toHaveValue('1');
    // The menu is still being read: the press is another portion, and the server asks about it.
    await expect.element(order('Broth')).not.toHaveAttribute('aria-busy');
    await pastThrottle();
    await userEvent.click(order('Broth'));
    await expect.element(page.getByRole('dialog', { name: 'Please confirm' })).toBeVisible();
    await reading.release();
    expect(await server.requests(DIRECT)).toHaveLength(2);
  });

  test('ORD-01 a dish says that it is ordered with the answer, before the list of orders is read again', async () => {
    const { server } = await renderOffer(dish('Broth', { allowMultipleOrder: true }));
    await expect.element(order('Broth')).toBeEnabled();
    const reading = await server.fault(/GET .*(?:canteenmenu|canteenorders)/, { hold: true });
    await userEvent.click(card('Broth').getByRole('button', { name: 'One portion more' }));
    await userEvent.click(order('Broth'));
    await expect.element(card('Broth').getByText('Ordered 2×', { exact: true })).toBeVisible();
    await expect.element(card('Broth').getByRole('button', { name: /^Cancel/ })).toBeEnabled();
    await expect.element(order('Broth')).toHaveTextContent('One more');
    await reading.release();
    await expect.poll(() => server.requests(/GET .*canteenorders/)).toHaveLength(2);
    expect(
      card('Broth')
        .getByText(/^Ordered/)
        .elements(),
    ).toHaveLength(1);
  });

  test('what was chosen with a dish stands on its card with the answer too', async () => {
    const tartar = { id: 'tartar', name: { en: 'Tartar' }, price: 155_000 };
    const sauces = { id: 'sauces', name: { en: 'Sauces' }, min: 1, max: 1, options: [tartar] };
    const { server } = await renderOffer(dish('Fish', { modifierGroups: [sauces] }));
    await expect.element(order('Fish')).toBeEnabled();
    const reading = await server.fault(/GET .*(?:canteenmenu|canteenorders)/, { hold: true });
    await userEvent.click(order('Fish'));
    const dialog = page.getByRole('dialog', { name: 'Fish' });
    await userEvent.click(dialog.getByRole('radio', { name: /^Tartar/ }));
    await userEvent.click(dialog.getByRole('button', { name: /^Order for/ }));
    await expect.element(card('Fish').getByText(/^Tartar · /)).toBeVisible();
    await reading.release();
  });

  test('part of ORD-01: while an order is under way, asked about, answered no or done, its card says nothing of a failure', async () => {
    const { server } = await renderOffer(dish('Broth'));
    const notes = () =>
      card('Broth')
        .getByText(/^There was an error/)
        .elements();
    const sending = await server.fault(DIRECT, { hold: true }, 1);
    await userEvent.click(order('Broth'));
    const pressedAt = performance.now();
    await expect.element(order('Broth')).toHaveAttribute('aria-busy', 'true');
    expect(notes()).toEqual([]);
    await sending.release();
    await expect.element(order('Broth')).toHaveTextContent('One more');
    expect(notes()).toEqual([]);

    await pastThrottle(pressedAt);
    await userEvent.click(order('Broth'));
    const asked = page.getByRole('dialog', { name: 'Please confirm' });
    await expect.element(asked).toBeVisible();
    expect(notes()).toEqual([]);
    await userEvent.click(asked.getByRole('button', { name: 'No' }));
    await expect.element(asked).not.toBeInTheDocument();
    await expect.element(order('Broth')).not.toHaveAttribute('aria-busy');
    expect(notes()).toEqual([]);
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    await expect.element(order('Broth')).toHaveTextContent('Order');
    expect(notes()).toEqual([]);
  });

  test('ORD-10 a refused order says why, on its card as well, and the dish can be used again', async () => {
    const { server } = await renderOffer(dish('Broth'));
    const body = { success: false, resultText: 'The kitchen is closed today' };
    await server.fault(DIRECT, { answer: { status: 400, body } }, 1);
    await userEvent.click(order('Broth'));
    const pressedAt = performance.now();
    await expect.element(said('The kitchen is closed today')).toBeVisible();
    await expect.element(order('Broth')).not.toHaveAttribute('aria-busy');
    await expect.element(order('Broth')).toBeEnabled();
    expect(said(/^Ordered: /).elements()).toEqual([]);
    expect(page.getByText('Ordered', { exact: true }).elements()).toEqual([]);
    const note = card('Broth').getByText('The kitchen is closed today');
    await expect.element(note).toBeVisible();
    expect(await server.requests(DIRECT)).toHaveLength(1);
    await pastThrottle(pressedAt);
    await userEvent.click(order('Broth'));
    await expect.element(said(/^Ordered: /)).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
  });

  test('ORD-10 ERR-05 an order that found no connection says so on its card after its message is gone, until it is pressed again', async () => {
    const { server } = await renderOffer(dish('Broth'));
    await server.fault(DIRECT, { cut: true });
    await userEvent.click(order('Broth'));
    const message = said(/^The connection to the canteen was lost/);
    await expect.element(message).toBeVisible();
    await expect.element(message).not.toBeInTheDocument();
    const note = card('Broth').getByText(/^The connection to the canteen was lost/);
    await expect.element(note).toBeVisible();
    await server.clearFaults();
    await userEvent.click(order('Broth'));
    await expect.element(said(/^Ordered: /)).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
  });

  test('ORD-10, part of ORD-01: that an order found no connection is not said any more when there is one more of the dish', async () => {
    const made = { make: 'order', with: { customer: 'jana', offering: 'Broth' } } as const;
    const { server, platform } = await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, jana, dish('Broth'), made],
      as: 'jana',
    });
    await expect.element(order('Broth')).toHaveTextContent('One more');
    await server.fault(DIRECT, { cut: true });
    await userEvent.click(order('Broth'));
    const note = card('Broth').getByText(/^The connection to the canteen was lost/);
    await expect.element(note).toBeVisible();
    await server.seed([{ ...made, with: { ...made.with, portions: 2 } }]);
    await platform.queries.invalidateQueries({ queryKey: ['listOrders'] });
    await expect.element(card('Broth').getByText('Ordered 2×', { exact: true })).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
  });

  test('ORD-10 that an order got no answer is not said any more once it came about, also when it is cancelled since', async () => {
    const { server, platform } = await renderOffer(dish('Broth'));
    await server.fault(DIRECT, { dropAfter: true });
    await server.fault(/GET .*canteenorders/, { cut: true });
    await userEvent.click(order('Broth'));
    const note = card('Broth').getByText(/^The connection to the canteen was lost/);
    await expect.element(note).toBeVisible();
    await server.clearFaults();
    await platform.queries.invalidateQueries({ queryKey: ['listOrders'] });
    await expect.element(note).not.toBeInTheDocument();
    await userEvent.click(card('Broth').getByRole('button', { name: /^Cancel/ }));
    await expect.element(said(/^The order was cancelled: /)).toBeVisible();
    await expect.element(order('Broth')).toHaveTextContent(/^Order$/);
    expect(note.elements()).toEqual([]);
  });

  test('ORD-10 why an order was refused is not said of another number of portions', async () => {
    const { server, platform } = await renderOffer(dish('Broth', { allowMultipleOrder: true }));
    const body = { success: false, resultText: 'The kitchen is closed today' };
    await server.fault(DIRECT, { answer: { status: 400, body } }, 1);
    await userEvent.click(order('Broth'));
    const note = card('Broth').getByText('The kitchen is closed today');
    await expect.element(note).toBeVisible();
    await userEvent.click(card('Broth').getByRole('button', { name: 'One portion more' }));
    await expect.element(card('Broth').getByRole('textbox', { name: 'Portions' })).toHaveValue('2');
    await expect.element(note).not.toBeInTheDocument();
    // Nor once the dish is gone, of which no portions are counted.
    await server.fault(/canteenmenu/, {
      answer: handMadeMenu([{ name: 'Broth', price: 40, status: 'SOLD_OUT', remaining: 0 }]),
    });
    await platform.queries.invalidateQueries({ queryKey: ['getMenu'] });
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeVisible();
    expect(note.elements()).toEqual([]);
  });

  test('ORD-10 why an order was refused is not said any more when portions are back', async () => {
    const menu = (remaining: number) =>
      handMadeMenu([
        { name: 'Broth', price: 40, status: remaining > 0 ? 'AVAILABLE' : 'SOLD_OUT', remaining },
      ]);
    const { server, platform } = await renderOffer(dish('Broth'));
    const reread = async (remaining: number) => {
      await server.clearFaults();
      await server.fault(/canteenmenu/, { answer: menu(remaining) });
      await platform.queries.invalidateQueries({ queryKey: ['getMenu'] });
    };
    await reread(2);
    const body = { success: false, resultText: 'Somebody was faster' };
    await server.fault(DIRECT, { answer: { status: 400, body } }, 1);
    await userEvent.click(order('Broth'));
    const note = card('Broth').getByText('Somebody was faster');
    await expect.element(note).toBeVisible();
    await reread(1);
    await expect.element(note).toBeVisible();
    await reread(0);
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeVisible();
    // Whoever wanted the last portion reads here that they did not get it, and did not pay.
    await expect.element(note).toBeVisible();
    await reread(1);
    await expect.element(order('Broth')).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
  });

  test('ORD-10 why an order was refused comes into sight below a button at the lower edge', async () => {
    await page.viewport(360, 740);
    const names = Array.from({ length: 12 }, (_, position) => `Caviar ${position}`);
    await renderOffer(...names.map((name, position) => dish(name, { price: 900_000_000, position })));
    await expect.element(order('Caviar 6')).toBeEnabled();
    const pressed = order('Caviar 6').element() as HTMLElement;
    pressed.scrollIntoView({ block: 'end' });
    scrollBy(0, -20);
    expect(innerHeight - pressed.getBoundingClientRect().bottom).toBeLessThan(60);
    pressed.click();
    const note = card('Caviar 6').getByText(/^Sorry, your wallet balance is not sufficient/);
    await expect.element(note).toBeInViewport({ ratio: 1 });
  });

  test.each([true, false])(
    'who has too little money is led to the top-up, where that is on: %s',
    async (allowTopUp) => {
      const { history } = await renderApp('/offer/DAY?day=2026-11-20', {
        seed: [main, jana, dish('Caviar', { price: 900_000_000 })],
        as: 'jana',
        config: { allowTopUp },
      });
      await userEvent.click(order('Caviar'));
      const words = /^Sorry, your wallet balance is not sufficient/;
      const note = card('Caviar').getByText(words);
      await expect.element(note).toBeVisible();
      const toast = page.getByLabelText('Notifications').getByRole('link', { name: words });
      const link = note.getByRole('link', { name: 'Top up your account' });
      if (!allowTopUp) {
        expect([...toast.elements(), ...link.elements()]).toEqual([]);
        return;
      }
      await expect.element(toast).toHaveAttribute('href', '/profile/top-up');
      await userEvent.click(link);
      await expect.poll(() => history.location.pathname).toBe('/profile/top-up');
    },
  );

  test('an order for the last portion is busy until its answer, also where the menu says earlier that it is gone', async () => {
    const { server, platform } = await renderApp('/offer/DAY?day=2026-11-20', {
      now: '2026-11-20T12:30:00+01:00',
      seed: [
        main,
        jana,
        dish('Broth'),
        { make: 'customer', as: 'eva' },
        { make: 'order', with: { customer: 'eva', offering: 'Broth', offered: true } },
      ],
      as: 'jana',
    });
    const take = card('Broth').getByRole('button', { name: /^Exchange,/ });
    await userEvent.click(take);
    const sending = await server.fault(DIRECT, { hold: true }, 1);
    await userEvent.click(page.getByRole('button', { name: /^Take it for/ }));
    await expect.element(take).toHaveAttribute('aria-busy', 'true');
    await server.setClock('2026-11-20T13:45:00+01:00');
    await platform.queries.invalidateQueries();
    await expect.element(card('Broth').getByText('1 on exchange')).not.toBeInTheDocument();
    await expect.element(take).toHaveAttribute('aria-busy', 'true');
    await sending.release();
    await expect.element(take).not.toBeInTheDocument();
  });

  test('ORD-06 a dish that is gone from the screen meanwhile does not take its message along', async () => {
    const { server } = await renderOffer(dish('Broth'), dish('Stew', { day: '2026-11-23' }));
    const held = await server.fault(DIRECT, { hold: true }, 1);
    await userEvent.click(order('Broth'));
    await userEvent.click(page.getByRole('button', { name: /^Monday 23/ }));
    await expect.element(card('Stew')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /^Friday 20/ }));
    await expect.element(order('Broth')).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(page.getByRole('button', { name: /^Monday 23/ }));
    await expect.element(card('Stew')).toBeVisible();
    await held.release();
    await expect.element(said(/^Ordered: /)).toBeVisible();
  });

  test('ordering moves neither the page nor the keyboard', async () => {
    await page.viewport(360, 500);
    const many = Array.from({ length: 8 }, (_, position) => dish(`Dish ${position}`, { position }));
    await renderOffer(...many);
    const button = order('Dish 6');
    await expect.element(button).toBeEnabled();
    const top = () => card('Dish 6').element().getBoundingClientRect().top;
    button.element().scrollIntoView({ block: 'center' });
    (button.element() as HTMLElement).focus();
    const before = { scrollY, top: top() };
    await userEvent.keyboard('{Enter}');
    await expect.element(card('Dish 6').getByText('Ordered', { exact: true })).toBeVisible();
    expect({ scrollY, top: top() }).toEqual(before);
    await expect.element(order('Dish 6')).toHaveFocus();
  });

  test('after Cancel, and when a dish sells out, the keyboard is at the heading of its card', async () => {
    const { server } = await renderOffer(dish('Broth', { capacity: 1 }));
    await expect.element(order('Broth')).toBeEnabled();
    (order('Broth').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    const heading = page.getByRole('heading', { name: 'Broth' });
    await expect.element(heading).toHaveFocus();
    await userEvent.tab();
    await expect.element(card('Broth').getByRole('button', { name: 'Broth', exact: true })).toHaveFocus();
    await userEvent.tab();
    const cancel = card('Broth').getByRole('button', { name: /^Cancel/ });
    await expect.element(cancel).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    // It is sold out: whoever gives it up is asked first.
    await userEvent.click(page.getByRole('button', { name: 'Cancel the order' }));
    await expect.element(order('Broth')).toBeEnabled();
    await expect.element(heading).toHaveFocus();
    expect(await server.requests(/canteenorder\/cancel/)).toHaveLength(2);
  });
});

test('ORD-25 the order of a dish is found by its meal and date, on its card and in the summary', async () => {
  const ordered = { make: 'order', with: { customer: 'jana', offering: 'Broth', quantity: 2 } } as const;
  await renderApp('/offer/DAY?day=2026-11-20', {
    seed: [main, jana, dish('Broth'), dish('Roast', { position: 1 }), ordered],
    as: 'jana',
  });
  await expect.element(card('Broth').getByText('Ordered 2×')).toBeVisible();
  expect(
    card('Roast')
      .getByText(/^Ordered/)
      .elements(),
  ).toEqual([]);
  const summary = page.getByRole('region', { name: 'Your orders' });
  await expect
    .element(summary.getByRole('listitem'))
    .toHaveTextContent(/^BrothCZK 200\.00Fri\s20\.\s11\. · 2× · Pickup code \w{4}Cancel 2×$/);
});
