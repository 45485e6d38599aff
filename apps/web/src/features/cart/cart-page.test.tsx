import { page, userEvent, type Locator } from 'vitest/browser';
import { describe, expect, onTestFinished, test } from 'vitest';

import { CART, cartNames, cartOf, cartRow, cartTotal, putIntoCart } from '../../../test/cart.ts';
import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { dish, garden, jana, main } from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { unitPrice } from '@refectory/domain/money';

const header = page.getByRole('banner');
const submit = page.getByRole('region', { name: 'Order' }).getByRole('button', { name: /^Order for/ });
const remove = (name: string) => cartRow(name).getByRole('button', { name: new RegExp(`^Remove, ${name}`) });
const MENU = /GET .*canteenmenu/;

/** The cart page before a menu of these dishes, which are in the cart as they are said to be. */
async function renderCart(
  inCart: readonly (Parameters<typeof putIntoCart>[2] & { readonly name: string })[],
  onMenu: readonly Readonly<Record<string, unknown>>[],
  config: Readonly<Record<string, unknown>> = {},
) {
  const { server } = await renderApp('/orders', { seed: [main, jana], as: 'jana' });
  // The menu calls the dishes as the cart does.
  const named = onMenu.map((one) => ({
    ...one,
    name: inCart.find(({ mealId }) => mealId === one['mealId'])?.name ?? one['name'],
  }));
  await server.fault(MENU, { answer: handMadeMenu(named) });
  const app = await renderApp('/orders', { server, as: 'jana', config: { ...CART, ...config } });
  for (const { name, ...more } of inCart) putIntoCart(app, name, more);
  app.history.push('/cart');
  return app;
}
const offered = (mealId: number, more: object = {}) => ({
  mealId,
  name: `dish ${mealId}`,
  price: 100,
  allowMultipleOrder: true,
  ...more,
});

describe('the cart page', () => {
  test('CART-01 NAV-07 has the dishes with their day, amount and price, their sum, the form, and the way back', async () => {
    const { server, history } = await renderApp('/orders', {
      seed: [main, garden, jana, dish('Broth', { price: 350_000 }), dish('Roast', { canteenId: '$garden' })],
      as: 'jana',
      config: CART,
    }).then(async (app) => {
      const { main: canteenId = 0, garden: other = 0, Broth: broth = 0, Roast: roast = 0 } = app.server.ids;
      putIntoCart(app, 'Broth', { mealId: broth, canteenId, price: 35, quantity: 2 });
      putIntoCart(app, 'Roast', { mealId: roast, canteenId: other });
      app.history.push('/cart');
      return app;
    });
    await expect.poll(cartNames).toEqual(['Broth', 'Roast']);
    for (const text of ['Friday 20. November', 'Main canteen', 'CZK 70.00', 'CZK 35.00 each'])
      await expect.element(cartRow('Broth').getByText(text, { exact: true })).toBeVisible();
    await expect.element(cartRow('Broth').getByRole('textbox', { name: 'Portions, Broth' })).toHaveValue('2');
    await expect.element(cartRow('Roast').getByText('Garden canteen')).toBeVisible();
    await expect.element(cartTotal('CZK 170.00')).toBeVisible();
    await expect.element(submit).toHaveTextContent('Order for CZK 170.00');
    const read = (await server.requests(MENU)).map(({ path }) =>
      new URL(path, 'http://x').searchParams.get('canteenId'),
    );
    expect(new Set(read)).toEqual(new Set([String(server.ids['main']), String(server.ids['garden'])]));
    await userEvent.click(page.getByRole('link', { name: 'Back to the menu' }));
    await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  });

  test('at twice the size of text the name of a dish has the width of its row, whatever its price', async () => {
    await page.viewport(360, 740);
    document.documentElement.style.fontSize = '200%';
    onTestFinished(() => {
      document.documentElement.style.fontSize = '';
    });
    const name = 'Roast beef with dumplings';
    await renderCart(
      [
        { name, mealId: 1, price: 1234.5 },
        { name: 'Tea', mealId: 2, price: 1234.5 },
      ],
      [offered(1, { price: 1234.5, allowMultipleOrder: false }), offered(2, { price: 1234.5 })],
    );
    await expect.element(cartRow('Tea').getByRole('textbox')).toBeVisible();
    const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();
    for (const dishName of [name, 'Tea']) {
      const inRow = cartRow(dishName);
      const row = boxOf(inRow);
      const cross = boxOf(remove(dishName));
      expect(cross.left - boxOf(inRow.getByRole('heading', { name: dishName })).right).toBeLessThan(30);
      expect(cross.right).toBeLessThan(row.right);
      expect(boxOf(inRow.getByText('CZK\u00a01,234.50').last()).right).toBeLessThan(row.right);
    }
  });

  test.each([
    ['AVAILABLE', 1],
    ['CLOSED', 0],
  ])(
    'a dish says until when it can be ordered, and when it is handed out, while it can be ordered: %s',
    async (status, count) => {
      const times = {
        orderUntil: '2026-11-20 10:00',
        pickupFrom: '2026-11-20 11:00',
        pickupTo: '2026-11-20 14:30',
      };
      await renderCart([{ name: 'Broth', mealId: 1 }], [offered(1, { status, ...times })]);
      await expect.element(cartRow('Broth').getByText('Friday 20. November')).toBeVisible();
      for (const text of ['order until 10:00', 'pickup 11:00–14:30'])
        expect(cartRow('Broth').getByText(text, { exact: true }).elements()).toHaveLength(count);
    },
  );

  test.each([
    [2, 1],
    [0, 0],
  ])(
    'the balance stands beside the total where balances are shown: %i',
    async (showAccountBalance, count) => {
      const app = await renderApp('/orders', {
        seed: [main, jana, dish('Broth')],
        as: 'jana',
        config: { ...CART, showAccountBalance },
      });
      const { main: canteenId = 0, Broth: mealId = 0 } = app.server.ids;
      putIntoCart(app, 'Broth', { mealId, canteenId });
      app.history.push('/cart');
      await expect.element(submit).toBeVisible();
      await expect.poll(() => app.platform.queries.isFetching()).toBe(0);
      const onAccount = page.getByRole('main').getByText('CZK\u00a01,000.00', { exact: true });
      await expect.poll(() => onAccount.elements().length).toBe(count);
    },
  );

  test('the form keeps its place when the balance comes', async () => {
    await page.viewport(360, 740);
    const app = await renderApp('/orders', {
      seed: [main, jana, dish('Broth')],
      as: 'jana',
      config: { ...CART, showAccountBalance: 2 },
    });
    const { main: canteenId = 0, Broth: mealId = 0 } = app.server.ids;
    await expect.element(page.getByText('No records to display')).toBeVisible();
    app.platform.queries.removeQueries({ queryKey: ['getBalance'] });
    const held = await app.server.fault(/GET .*account\/balance/, { hold: true });
    putIntoCart(app, 'Broth', { mealId, canteenId });
    app.history.push('/cart');
    await expect.element(submit).toBeVisible();
    const top = () => submit.element().getBoundingClientRect().top + scrollY;
    const before = top();
    await held.release();
    await expect
      .element(page.getByRole('main').getByText('CZK\u00a01,000.00', { exact: true }))
      .toBeVisible();
    expect(top()).toBe(before);
  });

  test('its dishes are called as the menu calls them in the language of the page', async () => {
    const names = { en: 'Broth', cs: 'Vývar' };
    const app = await renderApp('/orders', {
      seed: [main, jana, dish('Broth', { product: { name: names } })],
      as: 'jana',
      config: CART,
    });
    const { main: canteenId = 0, Broth: mealId = 0 } = app.server.ids;
    const { menu } = await app.platform.call('getMenu', { query: { timeSpan: 'day', canteenId } });
    putIntoCart(app, 'Broth', { mealId, canteenId, product: menu[0]?.product });
    app.history.push('/cart');
    await expect.poll(cartNames).toEqual(['Broth']);
    app.platform.snapshot.setState({ language: 'cs' });
    await expect.element(page.getByText('Vývar')).toBeVisible();
    expect(page.getByText('Broth').elements()).toEqual([]);
    app.platform.snapshot.setState({ language: 'en' });
    await expect.poll(cartNames).toEqual(['Broth']);
  });

  test('CART-26 CART-09 an empty cart says so and has nothing to submit; it is emptied as a whole', async () => {
    const app = await renderCart(
      [
        { name: 'A', mealId: 1 },
        { name: 'B', mealId: 2 },
      ],
      [offered(1), offered(2)],
    );
    const clear = page.getByRole('main').getByRole('button', { name: 'Empty the cart' });
    const question = page.getByRole('dialog', { name: 'Empty the cart?' });
    await userEvent.click(clear);
    await userEvent.click(question.getByRole('button', { name: 'No' }));
    expect(cartNames()).toEqual(['A', 'B']);
    await userEvent.click(clear);
    await userEvent.click(question.getByRole('button', { name: 'Empty the cart' }));
    await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await expect.element(header.getByRole('link', { name: 'Cart: CZK 0.00 0 items' })).toBeVisible();
    expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
    expect(cartOf(app).items).toEqual([]);
    await userEvent.click(page.getByRole('link', { name: 'Back to the menu' }));
    await expect.poll(() => app.history.location.pathname).toBe('/offer/DAY');
  });

  test('CART-01 CART-05 a row is removed, the others stay in their order, and the focus goes to the next one', async () => {
    await renderCart(
      [1, 2, 3].map((mealId) => ({ name: `dish ${mealId}`, mealId })),
      [offered(1), offered(2), offered(3)],
    );
    await userEvent.click(remove('dish 2'));
    await expect.poll(cartNames).toEqual(['dish 1', 'dish 3']);
    await expect.element(cartTotal('CZK 200.00')).toBeVisible();
    await expect.element(remove('dish 3')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(cartNames).toEqual(['dish 1']);
    await expect.element(page.getByRole('list', { name: 'Dishes' })).toHaveFocus();
  });

  test('CART-06 the amount counter sets the portions, between 1 and what is left', async () => {
    await renderCart([{ name: 'A', mealId: 1, price: 4 }], [offered(1, { price: 4, remaining: 5 })]);
    const counter = cartRow('A').getByRole('textbox', { name: 'Portions, A' });
    await userEvent.fill(counter, '3');
    await expect.element(cartTotal('CZK 12.00')).toBeVisible();
    await expect.element(cartRow('A').getByText('CZK 12.00', { exact: true })).toBeVisible();
    await userEvent.fill(counter, '9');
    await userEvent.tab();
    await expect.element(counter).toHaveValue('5');
    await userEvent.fill(counter, '0');
    await userEvent.tab();
    await expect.element(counter).toHaveValue('1');
  });

  test.each([
    [720, true],
    [721, false],
  ])('LIMIT-13 at %s px what a row has stands below its name: %s', async (width, isBelow) => {
    await page.viewport(width, 740);
    await renderCart([{ name: 'A', mealId: 1 }], [offered(1)]);
    const counter = cartRow('A').getByRole('textbox', { name: 'Portions, A' });
    await expect.element(counter).toBeVisible();
    const name = cartRow('A').getByText('A', { exact: true });
    const top = counter.element().getBoundingClientRect().top;
    const bottom = name.first().element().getBoundingClientRect().bottom;
    expect(top >= bottom).toBe(isBelow);
  });

  test('CART-06 the counters of a dish on two days are told apart by their day', async () => {
    await renderCart(
      [
        { name: 'A', mealId: 1 },
        { name: 'A', mealId: 2, date: '2026-11-23' },
      ],
      [offered(1), offered(2, { date: '2026-11-23' })],
    );
    for (const day of ['Friday 20. November', 'Monday 23. November']) {
      await expect
        .element(page.getByRole('textbox', { name: `Portions, A, ${day}`, exact: true }))
        .toBeVisible();
      for (const step of ['less', 'more'])
        await expect
          .element(page.getByRole('button', { name: `One portion ${step}, A, ${day}`, exact: true }))
          .toBeVisible();
    }
  });

  test('CART-06 the rows of a dish with other things that go with it are told apart by them', async () => {
    const extra = (name: string) => [{ id: name, name, price: unitPrice(0) }];
    await renderCart(
      ['Dill', 'Mushroom'].map((name) => ({ name: 'A', mealId: 1, modifiers: extra(name) })),
      [offered(1)],
    );
    for (const name of ['Portions, A', 'One portion less, A', 'One portion more, A', 'Remove, A'])
      for (const sauce of ['Dill', 'Mushroom']) {
        const named = { name: `${name}, ${sauce}, Friday 20. November`, exact: true };
        const role = name === 'Portions, A' ? 'textbox' : 'button';
        await expect.element(page.getByRole(role, named)).toBeVisible();
      }
  });

  test('CART-01 CART-07 other modifiers are chosen in their dialog, and the portions stay', async () => {
    const modifierGroups = [
      {
        id: 's',
        name: 'Sauce',
        min: 1,
        max: 1,
        options: [
          { id: 'x', name: 'Dill' },
          { id: 'y', name: 'Mushroom', price: 1.5 },
        ],
      },
    ];
    const chosen = [{ id: 'x', name: 'Dill', price: unitPrice(0) }];
    const app = await renderCart(
      [{ name: 'A', mealId: 1, quantity: 2, modifiers: chosen, product: { id: 9, name: 'A' } }],
      [offered(1, { product: { id: 9, name: 'A', modifierGroups } })],
    );
    await expect.element(cartRow('A').getByText('Dill')).toBeVisible();
    const change = cartRow('A')
      .getByRole('button', { name: /^Change what goes with A/ })
      .element();
    // Pressed by the page itself: the second press comes before the dialog covers the button.
    for (const _ of ['once', 'twice']) {
      (change as HTMLElement).click();
      await Promise.resolve();
    }
    const dialog = page.getByRole('dialog', { name: 'A' });
    await expect.element(dialog.getByRole('radio', { name: 'Dill' })).toBeChecked();
    await userEvent.click(dialog.getByRole('radio', { name: /Mushroom/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.element(cartRow('A').getByText('Mushroom')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(cartTotal('CZK 203.00')).toBeVisible();
    expect(cartOf(app).items).toMatchObject([{ quantity: 2, modifiers: [{ id: 'y', price: 15_000 }] }]);
  });

  test.each([
    ['of its own', []],
    ['that becomes one with another row', [{ id: 'y', name: 'Mushroom', price: unitPrice(15_000) }]],
  ])('after other modifiers the keyboard goes on at the row, %s', async (_, twin) => {
    const modifierGroups = [
      {
        id: 's',
        name: 'Sauce',
        max: 1,
        options: [
          { id: 'x', name: 'Dill' },
          { id: 'y', name: 'Mushroom', price: 1.5 },
        ],
      },
    ];
    const product = { id: 9, name: 'A' };
    const dill = [{ id: 'x', name: 'Dill', price: unitPrice(0) }];
    await renderCart(
      [
        { name: 'A', mealId: 1, modifiers: dill, product },
        ...(twin.length > 0 ? [{ name: 'A', mealId: 1, modifiers: twin, product }] : []),
        { name: 'dish 2', mealId: 2 },
      ],
      [offered(1, { product: { ...product, modifierGroups } }), offered(2)],
    );
    const change = page.getByRole('button', { name: /^Change what goes with A/ });
    await userEvent.click(change.first());
    const dialog = page.getByRole('dialog', { name: 'A' });
    await userEvent.click(dialog.getByRole('checkbox', { name: /Mushroom/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(cartNames).toEqual(['A', 'dish 2']);
    await expect.element(cartRow('A').getByText('Mushroom')).toBeVisible();
    await expect.element(change).toHaveFocus();
  });

  test('CART-30 what is past or can no longer be ordered says why, and has to be removed first', async () => {
    await renderCart(
      [
        { name: 'old', mealId: 1, date: '2026-11-19' },
        { name: 'sold', mealId: 2 },
        { name: 'fine', mealId: 3 },
        { name: 'gone', mealId: 4 },
        { name: 'late', mealId: 5 },
        { name: 'many', mealId: 6, quantity: 4 },
      ],
      [
        offered(2, { status: 'SOLD_OUT' }),
        offered(3),
        offered(5, { status: 'CLOSED' }),
        offered(6, { remaining: 3 }),
      ],
    );
    const reasons = {
      old: 'This day is over.',
      sold: 'Sold out.',
      gone: 'This dish is no longer on the menu.',
      late: 'This dish can no longer be ordered.',
      many: 'Only 3 portions can be ordered.',
    };
    for (const [name, reason] of Object.entries(reasons))
      await expect.element(cartRow(name).getByText(reason)).toBeVisible();
    await expect.element(submit).toBeDisabled();
    await expect.element(page.getByText('Remove or change the marked dishes first.')).toBeVisible();
    expect(cartRow('fine').getByRole('paragraph').elements()).toHaveLength(1);
    for (const name of ['old', 'sold', 'gone', 'late']) await userEvent.click(remove(name));
    await userEvent.click(cartRow('many').getByRole('button', { name: 'One portion less' }));
    await expect.element(submit).toBeEnabled();
    await expect.poll(cartNames).toEqual(['fine', 'many']);
  });

  test('CART-31 a changed price stands beside the old one, counts, and is the one that is sent', async () => {
    const { server } = await renderCart([{ name: 'A', mealId: 1, price: 3.5 }], [offered(1, { price: 4 })]);
    await expect.element(cartRow('A').getByText('CZK 4.00', { exact: true })).toBeVisible();
    await expect.element(cartRow('A').getByText('CZK 3.50')).toHaveTextContent('Before: CZK 3.50');
    await expect.element(cartTotal('CZK 4.00')).toBeVisible();
    await expect.element(header.getByRole('link', { name: 'Cart: CZK 4.00 1 item' })).toBeVisible();
    await userEvent.click(submit);
    await expect.poll(() => server.requests(/POST .*order\/cart\/check/)).toHaveLength(1);
    const [{ body } = { body: '' }] = await server.requests(/POST .*order\/cart\/check/);
    expect(JSON.parse(body)).toMatchObject({ price: 4 });
  });

  test('where the menu cannot be read, the cart is shown as it was put there, and says so', async () => {
    const app = await renderApp('/orders', { seed: [main, jana], as: 'jana', config: CART });
    await app.server.fault(MENU, { answer: { status: 500, body: {} } });
    putIntoCart(app, 'A', { mealId: 1 });
    app.history.push('/cart');
    await expect.element(cartRow('A').getByText('CZK 100.00', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^The menu could not be loaded\./)).toBeVisible();
    await expect.element(submit).toBeEnabled();
  });

  test('while a menu that could not be read is read again, the form keeps what was typed and what failed', async () => {
    const app = await renderApp('/orders', {
      seed: [main, jana],
      as: 'jana',
      config: { ...CART, cartFields: [{ id: 'note', label: 'Note' }] },
    });
    await app.server.fault(MENU, { answer: { status: 500, body: {} } });
    await app.server.fault(/POST .*order\/cart\/check/, { answer: { status: 500, body: {} } });
    putIntoCart(app, 'A', { mealId: 1 });
    app.history.push('/cart');
    const note = page.getByRole('textbox', { name: 'Note' });
    await userEvent.fill(note, 'No onions');
    await app.server.forgetRequests();
    await userEvent.click(submit);
    await expect.element(page.getByText(/^Your order was not confirmed\./)).toBeVisible();
    await expect.poll(() => app.server.requests(MENU)).not.toEqual([]);
    await expect.element(page.getByText(/^The menu could not be loaded\./)).toBeVisible();
    await expect.element(note).toHaveValue('No onions');
    await expect.element(page.getByText(/^Your order was not confirmed\./)).toBeVisible();
  });

  test('a row that another tab has removed takes no other with it', async () => {
    const app = await renderCart(
      [
        { name: 'A', mealId: 1 },
        { name: 'B', mealId: 2 },
      ],
      [offered(1), offered(2)],
    );
    await expect.element(remove('A')).toBeVisible();
    const other = app.platform.snapshot.getState();
    await userEvent.click(remove('A'));
    await expect.poll(cartNames).toEqual(['B']);
    expect(other.carts).not.toBe(app.platform.snapshot.getState().carts);
    await userEvent.click(remove('B'));
    await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  });
});

describe('the form of the cart', () => {
  test.each([
    [['creditcard', 'account'], 1],
    [['account', 'pickup'], 0],
  ] as const)(
    'of %s, who can pay by card reads before it where their money comes back to',
    async (paymentTypes, count) => {
      await renderCart([{ name: 'A', mealId: 1 }], [offered(1)], { paymentTypes });
      await expect.element(page.getByRole('radio', { name: 'From my account' })).toBeVisible();
      expect(
        page
          .getByText(
            'The money for a meal you cancel comes back to your account here, even if you pay by card.',
            { exact: true },
          )
          .elements(),
      ).toHaveLength(count);
    },
  );

  test.each([
    [
      'paymentTypes',
      ['creditcard', 'account', 'pickup', 'delivery'],
      ['By payment card', 'From my account', 'At pickup', 'On delivery'],
      'paymentType',
    ],
    [
      'deliveryTypes',
      ['toTakeAway', 'toDelivery', 'toBill', 'toTable'],
      ['Take away', 'Delivered', 'On the bill', 'To the table'],
      'delivery',
    ],
  ] as const)(
    'CART-15 CART-16 DATA-29 DATA-30 %s: each choice has its words, and the chosen one is sent',
    async (setting, values, labels, field) => {
      const { server } = await renderCart([{ name: 'A', mealId: 1 }], [offered(1)], {
        paymentTypes: [],
        [setting]: values,
      });
      await server.fault(/POST .*order\/cart\/check/, {
        answer: { status: 400, body: { resultText: 'no' } },
      });
      const options = page.getByRole('region', { name: 'Order' }).getByRole('radio');
      await expect
        .poll(() => options.elements().map((option) => option.closest('label')?.textContent))
        .toEqual([...labels]);
      for (const [place, value] of values.entries()) {
        await server.forgetRequests();
        await userEvent.click(options.nth(place));
        await userEvent.click(
          page.getByRole('region', { name: 'Order' }).getByRole('button', { name: /CZK 100.00/ }),
        );
        await expect.poll(() => server.requests(/POST .*order\/cart\/check/)).toHaveLength(1);
        const [{ body } = { body: '' }] = await server.requests(/POST .*order\/cart\/check/);
        expect(JSON.parse(body)).toMatchObject({ additionalData: [{ variableId: field, value }] });
      }
    },
  );

  test('CART-17 a required field of the canteen that is empty is told, and nothing is sent', async () => {
    const cartFields = [
      { id: 'cabin', label: 'Cabin', required: true },
      { id: 'note', type: 'textarea', label: 'Note' },
    ];
    const { server } = await renderCart([{ name: 'A', mealId: 1 }], [offered(1)], { cartFields });
    await userEvent.click(submit);
    await expect.element(page.getByText('Cabin is required')).toBeVisible();
    await expect
      .element(page.getByLabelText('Notifications').getByText(/^The provided information is incorrect/))
      .toBeVisible();
    expect(await server.requests(/POST .*order/)).toEqual([]);
    await userEvent.fill(page.getByRole('textbox', { name: 'Cabin' }), 'B 12');
    await userEvent.click(submit);
    await expect.poll(() => server.requests(/POST .*order\/cart\/check/)).toHaveLength(1);
    const [{ body } = { body: '' }] = await server.requests(/POST .*order\/cart\/check/);
    expect(JSON.parse(body)).toMatchObject({ additionalData: [{ variableId: 'cabin', value: 'B 12' }] });
  });

  test('CART-22 of a cart that is paid by card nothing is said of the balance, however short it is', async () => {
    const server = await startTestServer({ seed: [main, jana] });
    await server.fault(/GET .*account\/balance/, {
      answer: { status: 200, body: { success: true, balance: 5, available: 5 } },
    });
    await server.fault(MENU, { answer: handMadeMenu([offered(1, { price: 8 })]) });
    const app = await renderApp('/orders', {
      server,
      as: 'jana',
      config: { ...CART, allowTopUp: true, paymentTypes: ['creditcard'] },
    });
    putIntoCart(app, 'A', { mealId: 1, price: 8 });
    app.history.push('/cart');
    const pay = page.getByRole('region', { name: 'Order' }).getByRole('button', { name: /^Pay CZK 8\.00/ });
    await expect.element(pay).toBeVisible();
    await expect.element(header.getByText('CZK 5.00').first()).toBeVisible();
    await expect.element(pay).toBeEnabled();
    expect(page.getByText(WALLET).elements()).toEqual([]);
    const panel = page.getByRole('region', { name: 'Order' });
    expect(panel.getByRole('link', { name: 'Top up your account' }).elements()).toEqual([]);
  });

  const WALLET = 'Sorry, your wallet balance is not sufficient.';
  test.each([
    ['warns', { balance: 5 }, true, true],
    ['warns', { balance: 0 }, true, true],
    ['refuses', { balance: 5, available: 5 }, true, false],
    ['says nothing', { balance: 8 }, false, true],
    ['says nothing where the account may go lower', { balance: 5, available: 8 }, false, true],
  ])('CART-22 ERR-27 of a balance that is short the form %s', async (_, answer, isShown, isEnabled) => {
    const { server } = await renderApp('/orders', { seed: [main, jana], as: 'jana' });
    await server.fault(/GET .*account\/balance/, {
      answer: { status: 200, body: { success: true, ...answer } },
    });
    await server.fault(MENU, { answer: handMadeMenu([offered(1, { price: 8 })]) });
    const app = await renderApp('/orders', { server, as: 'jana', config: { ...CART, allowTopUp: true } });
    putIntoCart(app, 'A', { mealId: 1, price: 8 });
    app.history.push('/cart');
    const words = page.getByRole('region', { name: 'Order' }).getByText(WALLET, { exact: true });
    await expect.element(submit).toBeVisible();
    if (isShown) await expect.element(words).toBeVisible();
    // It is there as soon as the balance is read; one of nothing is not shown.
    if (answer.balance > 0)
      await expect.element(header.getByText('Balance', { exact: true }).first()).toBeVisible();
    if (!isShown) expect(words.elements()).toEqual([]);
    const topUp = page
      .getByRole('region', { name: 'Order' })
      .getByRole('link', { name: 'Top up your account' });
    expect(topUp.elements().map((link) => link.getAttribute('href'))).toEqual(
      isShown ? ['/profile/top-up'] : [],
    );
    if (!isEnabled) {
      await expect.element(submit).toBeDisabled();
      return;
    }
    await userEvent.click(submit);
    await expect.poll(() => server.requests(/POST .*order\/cart\/check/)).toHaveLength(1);
  });
});
