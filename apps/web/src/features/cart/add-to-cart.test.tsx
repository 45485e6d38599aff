import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { CART, cartNames, cartOf, cartRow } from '../../../test/cart.ts';
import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { expectLaterParts } from '../../../test/later-parts.ts';
import { card, said } from '../../../test/offer-page.ts';
import { customer, dish, jana, main } from '../../../test/offer-seeds.ts';
import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const header = page.getByRole('banner');
const order = (name: string) => card(name).getByRole('button', { name: /^Order,/ });
const toCart = (name: string) => card(name).getByRole('button', { name: /^Add to cart,/ });
const summary = (text: string | RegExp) => header.getByRole('link', { name: text });
const meals = (app: Parameters<typeof cartOf>[0]) =>
  cartOf(app).items.map(({ menuItem, quantity }) => [menuItem.product?.name, quantity]);

const renderOffer = (config: Readonly<Record<string, unknown>>, ...dishes: ReturnType<typeof dish>[]) =>
  renderApp('/offer/DAY?day=2026-11-20', { seed: [main, jana, ...dishes], as: 'jana', config });

describe('the action of a dish', () => {
  test('CART-02 SHELL-04 C156 puts it at the end of the cart, which the header sums up and leads to', async () => {
    const broth = dish('Broth', { price: 35_000 });
    const { history, server } = await renderOffer(CART, broth, dish('Roast', { position: 1 }));
    await expect.element(summary('Cart: CZK\u00a00.00 0 items')).toBeVisible();
    await userEvent.click(order('Broth'));
    await expect.element(said('Added to the cart, not ordered yet: Broth, Fri 20. 11.')).toBeVisible();
    await expect.element(summary('Cart: CZK\u00a03.50 1 item')).toBeVisible();
    await expect
      .element(card('Broth').getByText('in the cart, not ordered yet', { exact: true }))
      .toBeVisible();
    await userEvent.click(order('Broth'));
    await expect.element(summary('Cart: CZK\u00a07.00 2 items')).toBeVisible();
    await expect
      .element(card('Broth').getByText('2× in the cart, not ordered yet', { exact: true }))
      .toBeVisible();
    expect(
      card('Roast')
        .getByText(/in the cart/)
        .elements(),
    ).toEqual([]);
    await userEvent.click(order('Roast'));
    await expect.element(summary('Cart: CZK\u00a0107.00 3 items')).toBeVisible();
    expect(await server.requests(/POST .*order/)).toEqual([]);

    await userEvent.click(summary(/^Cart/));
    await expect.poll(() => history.location.pathname).toBe('/cart');
    await expect.poll(cartNames).toEqual(['Broth', 'Roast']);
    history.push('/offer/DAY?day=2026-11-20');
    await userEvent.click(card('Roast').getByRole('link', { name: 'in the cart, not ordered yet' }));
    await expect.poll(() => history.location.pathname).toBe('/cart');
  });

  test('part of CFG-03: orders at once and has Add to cart beside it where both are wanted', async () => {
    const app = await renderOffer({ ordering: 'both' }, dish('Broth'));
    await userEvent.click(toCart('Broth'));
    await expect.poll(() => meals(app)).toEqual([['Broth', 1]]);
    await userEvent.click(order('Broth'));
    await expect.element(page.getByLabelText('Notifications').getByText(/^Ordered: /)).toBeVisible();
    expect(meals(app)).toEqual([['Broth', 1]]);
    // The portion in the cart is another one than what was ordered.
    await expect
      .element(card('Broth').getByRole('link', { name: 'in the cart', exact: true }))
      .toHaveAttribute('href', '/cart');
  });

  test('SHELL-04 without a cart there is no summary, and its address leads to the start', async () => {
    const { history, platform } = await renderOffer({ ordering: 'direct' }, dish('Broth'));
    await expect.element(order('Broth')).toBeVisible();
    await expectLaterParts(platform);
    expect(header.getByRole('link', { name: /^Cart/ }).elements()).toEqual([]);
    history.push('/cart');
    await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  });

  test('SHELL-04 a guest has no cart and sees no summary', async () => {
    const { platform } = await renderApp('/offer/DAY?day=2026-11-20', {
      seed: [main, dish('Broth')],
      config: { ...CART, allowGuests: true },
    });
    await expect.element(order('Broth')).toBeVisible();
    await expectLaterParts(platform);
    await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(header.getByRole('link', { name: /^Cart/ }).elements()).toEqual([]);
  });

  test('puts as many portions into the cart as are counted', async () => {
    const app = await renderOffer(CART, dish('Broth'));
    await userEvent.click(card('Broth').getByRole('button', { name: 'One portion more' }));
    await userEvent.click(order('Broth'));
    await expect.poll(() => meals(app)).toEqual([['Broth', 2]]);
  });

  test('CART-29 puts a dish of which one portion can be ordered there once, also after a reload, and says so', async () => {
    let app = await renderOffer(CART, dish('Broth', { allowMultipleOrder: false }));
    await userEvent.click(order('Broth'));
    await expect.poll(() => meals(app)).toEqual([['Broth', 1]]);
    app = await app.reload();
    await userEvent.click(order('Broth'));
    await expect.element(said('Only one portion of this dish can be ordered at once.')).toBeVisible();
    expect(meals(app)).toEqual([['Broth', 1]]);
    app.history.push('/cart');
    await expect.element(cartRow('Broth')).toBeVisible();
    expect(cartRow('Broth').getByRole('textbox').elements()).toEqual([]);
  });

  test('CART-10 DATA-08 a row is stored with its fields, and with whom it belongs to', async () => {
    const app = await renderOffer(CART, dish('Broth', { price: 39_000 }));
    await userEvent.click(order('Broth'));
    await expect.poll(() => meals(app)).toEqual([['Broth', 1]]);
    const { main: canteenId = 0, Broth: mealId = 0, jana: customerId } = app.server.ids;
    const menu = await app.platform.call('getMenu', { query: { timeSpan: 'day', canteenId } });
    const productId = menu.menu.find((one) => one.mealId === mealId)?.product?.id;
    expect(productId).toBeDefined();
    const [cart] = storedSnapshot(app.storage).carts;
    expect(cart).toMatchObject({ customerId: String(customerId), cartProceeded: false });
    expect(cartOf(app).items).toEqual([
      {
        id: `${canteenId} 2026-11-20 ${mealId} ${productId}`,
        modifiers: [],
        quantity: 1,
        menuItem: {
          mealId,
          date: '2026-11-20',
          price: 39_000,
          product: { id: productId, name: 'Broth' },
        },
        canteenId,
        allowMultipleOrder: true,
      },
    ]);
  });

  test('CART-28 CART-23 the cart stays after a reload, and is hidden from everybody else until its owner is back', async () => {
    const seed = [main, jana, customer('petr'), dish('Broth'), dish('Roast', { position: 1 })];
    const config = { ...CART, allowPasswordLogin: true };
    let app = await renderApp('/offer/DAY?day=2026-11-20', { seed, as: 'jana', config });
    await userEvent.click(order('Broth'));
    await userEvent.click(order('Roast'));
    await expect.element(summary(/2 items$/)).toBeVisible();
    app = await app.reload();
    await expect.element(summary(/2 items$/)).toBeVisible();

    const signOut = async () => {
      await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
      await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
    };
    const signIn = async (userName: string) => {
      app.history.push('/login');
      await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), userName);
      await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
      await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
      await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
    };
    await signOut();
    await signIn('petr');
    await expect.element(summary('Cart: CZK\u00a00.00 0 items')).toBeVisible();
    app.history.push('/cart');
    await expect.element(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    await signOut();
    await signIn('jana');
    await expect.element(summary('Cart: CZK\u00a0200.00 2 items')).toBeVisible();
  });

  test('ORD-24 a guest is asked to sign in, and nothing is put anywhere', async () => {
    const app = await renderApp('/offer/DAY?day=2026-11-20', { seed: [main, dish('Broth')], config: CART });
    await userEvent.click(order('Broth'));
    await expect.element(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
    expect(storedSnapshot(app.storage).carts).toEqual([]);
  });
});

describe('a dish with something to choose', () => {
  const sauces = {
    id: 'sauce',
    name: 'Sauce',
    min: 1,
    max: 1,
    options: [
      { id: 1, name: 'Dill' },
      { id: 2, name: 'Mushroom', price: 1.5 },
    ],
  };
  const extras = {
    id: 'extras',
    name: 'Extras',
    max: 2,
    options: [
      { id: 'cheese', name: 'Cheese', price: 0.55 },
      { id: 'ham', name: 'Ham', price: 2 },
      { id: 'egg', name: 'Egg' },
    ],
  };
  const dialog = page.getByRole('dialog', { name: 'Roast' });

  async function renderRoast(config: Readonly<Record<string, unknown>>) {
    const first = await renderApp('/login', { seed: [main, jana] });
    const { server } = first;
    const roast = {
      name: 'Roast',
      price: 10,
      mealId: 7,
      allowMultipleOrder: true,
      product: { id: 70, name: 'Roast', modifierGroups: [sauces, extras] },
    };
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu([roast, { name: 'Bread', price: 1 }]) });
    return renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana', config });
  }

  test('CART-18 MODAL-02 MODAL-11 is put there with what was chosen; closed, nothing is put anywhere', async () => {
    const app = await renderRoast(CART);
    await userEvent.click(order('Roast'));
    await expect.element(dialog).toBeVisible();
    expect(
      dialog
        .getByRole('radio')
        .elements()
        .map((option) => option.closest('label')?.textContent),
    ).toEqual(['Dill', 'Mushroom (+CZK\u00a01.50)']);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(meals(app)).toEqual([]);

    await userEvent.click(order('Roast'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add for CZK\u00a010.00' }));
    await expect
      .element(dialog.getByRole('radiogroup', { name: /Sauce/ }))
      .toHaveAccessibleDescription(/Choose one/);
    await expect.element(dialog.getByRole('radio', { name: 'Dill' })).toHaveFocus();
    expect(meals(app)).toEqual([]);
    await userEvent.click(dialog.getByRole('radio', { name: /Mushroom/ }));
    await userEvent.click(dialog.getByRole('checkbox', { name: /Cheese/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add for CZK\u00a012.05' }));
    await expect.element(summary('Cart: CZK\u00a012.05 1 item')).toBeVisible();
    expect(cartOf(app).items[0]?.modifiers).toEqual([
      { id: 2, name: 'Mushroom', price: 15_000 },
      { id: 'cheese', name: 'Cheese', price: 5_500 },
    ]);

    await userEvent.click(order('Bread'));
    await expect.element(summary(/2 items$/)).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('CART-03 CART-04 the same choice is more of one row, another one is another row', async () => {
    const app = await renderRoast(CART);
    const choose = async (...extra: string[]) => {
      await userEvent.click(order('Roast'));
      await userEvent.click(dialog.getByRole('radio', { name: /Dill/ }));
      for (const name of extra) await userEvent.click(dialog.getByRole('checkbox', { name }));
      await userEvent.click(dialog.getByRole('button', { name: /^Add for/ }));
      await expect.element(dialog).not.toBeInTheDocument();
    };
    await choose('Cheese', 'Ham');
    await choose('Ham', 'Cheese');
    expect(meals(app)).toEqual([['Roast', 2]]);
    await choose('Ham');
    await choose();
    expect(meals(app)).toEqual([
      ['Roast', 2],
      ['Roast', 1],
      ['Roast', 1],
    ]);
  });

  test('what was chosen is still chosen after terms that came on top of it', async () => {
    const app = await renderRoast(CART);
    await userEvent.click(order('Roast'));
    await userEvent.click(dialog.getByRole('radio', { name: /Mushroom/ }));
    void app.platform.dialogs.open('terms', {
      terms: { content: '<p>New</p>', termsHash: undefined, termsVersion: 2, acceptedVersion: undefined },
    });
    const terms = page.getByRole('dialog', { name: 'Terms of use' });
    await expect.element(terms).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.click(terms.getByRole('button', { name: 'Close' }));
    await expect.element(dialog.getByRole('radio', { name: /Mushroom/ })).toBeChecked();
  });

  test('at most as many can be chosen as the group allows', async () => {
    const app = await renderRoast(CART);
    await userEvent.click(order('Roast'));
    await userEvent.click(dialog.getByRole('radio', { name: /Dill/ }));
    for (const name of ['Cheese', 'Ham', 'Egg'])
      await userEvent.click(dialog.getByRole('checkbox', { name }));
    await userEvent.click(dialog.getByRole('button', { name: /^Add for/ }));
    await expect
      .element(dialog.getByRole('group', { name: /Extras/ }))
      .toHaveAccessibleDescription(/Choose up to 2/);
    expect(meals(app)).toEqual([]);
  });

  test('part of CART-18: ordered at once, what was chosen goes with the order and is in its price', async () => {
    const { server } = await renderRoast({ ordering: 'direct' });
    await userEvent.click(order('Roast'));
    await userEvent.click(dialog.getByRole('radio', { name: /Mushroom/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Order for CZK\u00a011.50' }));
    await expect.poll(() => server.requests(/POST .*canteenorder\/direct/)).toHaveLength(1);
    const [{ body } = { body: '' }] = await server.requests(/POST .*canteenorder\/direct/);
    expect(JSON.parse(body)).toEqual({
      price: 11.5,
      item: { mealId: 7, date: '2026-11-20', quantity: 1, canteenId: 1, productId: 70, modifiers: [2] },
    });
  });
});
