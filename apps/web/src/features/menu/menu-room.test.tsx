import { page, userEvent } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';

import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { dish } from '../../../test/offer-seeds.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

const main = { make: 'canteen', as: 'main', with: { key: 'main', name: { en: 'Main canteen' } } } as const;
const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Nováková' },
} as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { canteenId: '$main', product: { name: { en: 'Broth' } } },
} as const;
const offer = (config: object = {}, language: 'cs' | 'en' = 'en') =>
  renderApp('/offer/DAY', { seed: [main, jana, broth], as: 'jana', language, config: { ...config } });

const header = page.getByRole('banner');
const boxOf = (locator: { element: () => Element }) => locator.element().getBoundingClientRect();
const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

afterEach(() => {
  document.documentElement.style.fontSize = '';
});

test('at twice the size of text every way of the header is in sight, beside everything else', async () => {
  await page.viewport(1440, 900);
  document.documentElement.style.fontSize = '200%';
  await offer({ showAccountBalance: 1 }, 'cs');
  const balance = header.getByText('Zůstatek');
  await expect.element(balance).toBeVisible();
  const names = ['Jídelníček', 'Objednávky', 'Profil'];
  const boxes = names.map((name) => boxOf(header.getByRole('link', { name, exact: true })));
  for (const [index, box] of boxes.entries()) {
    expect(overlap(box, boxOf(balance)), names[index]).toBe(false);
    const link = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    expect(link?.textContent).toBe(names[index]);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
});

test('at twice the size of text a phone need not be scrolled sideways', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  await offer();
  await expect.element(page.getByRole('button', { name: 'Canteen: Main canteen' })).toBeEnabled();
  await expect.element(page.getByRole('article', { name: 'Broth' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
});

test('ORD-26 at twice the size of text a phone shows a whole order, with its code', async () => {
  await page.viewport(360, 740);
  document.documentElement.style.fontSize = '200%';
  const made = {
    make: 'order',
    with: { customer: 'jana', offering: 'broth', pickupCode: '1234' },
  } as const;
  await renderApp('/orders', { seed: [main, jana, broth, made], as: 'jana' });
  const row = page.getByRole('article', { name: 'Broth' });
  await expect.element(row).toBeVisible();
  const { left, right } = boxOf(row);
  for (const part of [row.getByText('1234', { exact: true }), row.getByRole('button', { name: /^Cancel/ })]) {
    expect(boxOf(part).left).toBeGreaterThanOrEqual(left);
    expect(boxOf(part).right).toBeLessThanOrEqual(right);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
});

test.each([
  [360, 740],
  [1440, 900],
])('at twice the size of text a plate is whole, at %i by %i', async (width, height) => {
  await page.viewport(width, height);
  document.documentElement.style.fontSize = '200%';
  await offer();
  const card = page.getByRole('article', { name: 'Broth' });
  await expect.element(card).toBeVisible();
  const plate = card.element().querySelector('svg')?.getBoundingClientRect();
  const place = card.element().firstElementChild?.getBoundingClientRect();
  if (!plate || !place) throw new Error('the card shows no plate');
  expect(plate.top).toBeGreaterThanOrEqual(place.top);
  expect(plate.bottom).toBeLessThanOrEqual(place.bottom);
  expect(plate.left).toBeGreaterThanOrEqual(place.left);
  expect(plate.right).toBeLessThanOrEqual(place.right);
});

test.each([
  [360, 740],
  [1440, 900],
])(
  'a message after an order covers neither the orders nor the button, at %i by %i',
  async (width, height) => {
    await page.viewport(width, height);
    await offer();
    const card = page.getByRole('article', { name: 'Broth' });
    await userEvent.click(card.getByRole('button', { name: /^Order,/ }));
    const message = page.getByLabelText('Notifications').getByText(/^Ordered: Broth, .*CZK/);
    await expect.element(message).toBeVisible();
    const said = boxOf(message);
    const summary = page.getByRole('region', { name: 'Your orders' });
    const again = card.getByRole('button', { name: /^One more/ });
    await expect.element(summary).toBeVisible();
    await expect.element(again).toBeVisible();
    expect(overlap(said, boxOf(summary))).toBe(false);
    expect(overlap(said, boxOf(again))).toBe(false);
    expect(said.top).toBeGreaterThanOrEqual(boxOf(header.getByText('Refectory')).bottom);
  },
);

test('on a desk groups fill their rows, and the main dishes begin in sight', async () => {
  await page.viewport(1440, 900);
  const group = (name: string, count: number, from: number) =>
    Array.from({ length: count }, (_, index) =>
      dish(`${name} ${index}`, {
        mealGroup: { en: name },
        allowMultipleOrder: false,
        position: from + index,
      }),
    );
  const seed = [main, jana, ...group('Soups', 2, 0), ...group('Mains', 4, 2), ...group('Salads', 1, 6)];
  await renderApp('/offer/DAY?day=2026-11-20', { seed: [...seed, ...group('Cakes', 2, 7)], as: 'jana' });
  const cards = page.getByRole('article');
  await expect.poll(() => cards.elements().length).toBe(9);
  await expect.element(page.getByRole('region', { name: 'Your orders' })).toBeVisible();
  const boxes = cards.elements().map((card) => card.getBoundingClientRect());
  const rows = [...new Set(boxes.map(({ top }) => Math.round(top)))].map((top) =>
    boxes.filter((box) => Math.round(box.top) === top),
  );
  expect(rows.map((row) => row.length)).toEqual([2, 2, 2, 3]);
  for (const row of rows) {
    expect(row[0]?.left).toBeCloseTo(rows[0]?.[0]?.left ?? 0, 0);
    expect(row.at(-1)?.right).toBeCloseTo(rows[0]?.at(-1)?.right ?? 0, 0);
  }
  expect(boxOf(page.getByRole('article', { name: 'Mains 0' })).bottom).toBeLessThan(900);
});

test('beside a menu that is scrolled the orders stay below the header, also where it takes two rows', async () => {
  await page.viewport(1200, 800);
  const dishes = Array.from({ length: 12 }, (_, position) => dish(`Dish ${position}`, { position }));
  const config = { showAccountBalance: 2, showBonusBalance: true, ordering: 'both' } as const;
  await renderApp('/offer/DAY?day=2026-11-20', {
    seed: [main, jana, ...dishes],
    as: 'jana',
    language: 'cs',
    config,
  });
  const summary = page.getByRole('region', { name: 'Vaše objednávky' });
  await expect.element(summary).toBeVisible();
  const oneRow = boxOf(header.getByRole('link', { name: 'Jídelníček', exact: true })).height;
  const bar = () => header.element().firstElementChild?.getBoundingClientRect().bottom ?? 0;
  await expect.poll(bar).toBeGreaterThan(1.5 * oneRow);
  globalThis.scrollTo({ top: 400, behavior: 'instant' });
  await expect.poll(() => boxOf(summary).top - bar()).toBeGreaterThan(0);
  await page.viewport(1440, 800);
  await expect.poll(bar).toBeLessThan(1.5 * oneRow);
  await expect.poll(() => boxOf(summary).top).toBeLessThan(1.5 * oneRow + 24);
});

test('the bar that comes with the first order does not cover what was ordered', async () => {
  await page.viewport(360, 740);
  const dishes = ['Broth', 'Goulash', 'Salad', 'Cake', 'Tea'].map((name, position) =>
    dish(name, { position }),
  );
  await renderApp('/offer/DAY?day=2026-11-20', { seed: [main, jana, ...dishes], as: 'jana' });
  const cards = page.getByRole('article');
  await expect.element(cards.last()).toBeInTheDocument();
  // One whose button is at the foot of the window.
  const card = page.getByRole('article', { name: 'Salad' });
  const order = card.getByRole('button', { name: /^Order,/ });
  const below = () => boxOf(order).bottom - globalThis.innerHeight;
  globalThis.scrollBy(0, below() + 4);
  await expect.poll(() => Math.round(below())).toBe(-4);
  await userEvent.click(order);
  const summary = page.getByRole('region', { name: 'Your orders' });
  await expect.element(summary).toBeVisible();
  await expect
    .poll(() => overlap(boxOf(card.getByRole('button', { name: /^One more/ })), boxOf(summary)))
    .toBe(false);
  expect(overlap(boxOf(card.getByText('Ordered', { exact: true })), boxOf(summary))).toBe(false);
});

test('a day is named when it is known which one comes first, and a face when it is known whose', async () => {
  const { server, history, reload } = await renderApp('/orders', {
    seed: [main, jana, broth],
    as: 'jana',
  });
  await expect.element(header.getByText('JN').last()).toBeInTheDocument();
  // Also for the page that is left: an answer would put its day into the address.
  const menu = await server.fault(/GET .*canteenmenu/, { hold: true });
  const customer = await server.fault(/GET .*\/customer$/, { hold: true });
  history.push('/offer/DAY');
  const again = await reload();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Menu', exact: true })).toBeVisible();
  expect(page.getByRole('button', { pressed: true }).elements()).toEqual([]);
  await expect.element(header.getByText('MP')).not.toBeInTheDocument();
  await menu.release();
  await customer.release();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Friday 20. November' })).toBeVisible();
  await expect.element(header.getByText('JN').last()).toBeInTheDocument();
  expect(again.history.location.pathname).toBe('/offer/DAY');
});

test('the time until when to order says Monday so that it cannot mean another word', async () => {
  await renderApp('/offer/DAY?day=2026-11-23', {
    seed: [
      main,
      {
        ...broth,
        with: { ...broth.with, day: '2026-11-23', orderUntil: Date.parse('2026-11-23T09:00:00Z') },
      },
    ],
    language: 'cs',
  });
  await expect.element(page.getByText(/^objednat do pondělí \d\d:\d\d$/)).toBeVisible();
});

test('OFFER-39 why another day of the week is closed stands under the days', async () => {
  const { server, reload } = await offer();
  await server.fault(/GET .*canteenmenu/, {
    answer: handMadeMenu([{ name: 'Broth', price: 40 }], {
      closedDays: [{ date: '2026-11-17', reason: 'Holiday' }],
    }),
  });
  await reload();
  await expect.element(page.getByText('Tue 17. 11. closed: Holiday', { exact: true })).toBeVisible();
});

test.each(['cs', 'en', 'pl', 'sk'] as const)(
  'on a phone the first filter moves nothing under the finger: %s',
  async (language) => {
    await page.viewport(360, 740);
    const filtered = { ...broth, with: { ...broth.with, filters: ['vegan'] } };
    await renderApp('/offer/DAY', { seed: [main, filtered], language });
    const options = page.getByRole('main').getByRole('button', { expanded: false });
    await userEvent.click(options.first());
    const chip = page.getByRole('main').getByRole('button', { pressed: false, name: /^(?:Veg|Weg)/ });
    await expect.element(chip).toBeVisible();
    const { top } = boxOf(chip);
    await userEvent.click(chip);
    const pressed = page.getByRole('main').getByRole('button', { pressed: true, name: /^(?:Veg|Weg)/ });
    await expect.element(pressed).toBeVisible();
    await expect.element(page.getByRole('button', { name: / \(1\)$/, expanded: true })).toBeVisible();
    expect(boxOf(pressed).top).toBe(top);
  },
);

test('an amount of several portions stays in one line on a narrow card', async () => {
  await page.viewport(320, 740);
  const many = { ...broth, with: { ...broth.with, allowMultipleOrder: true, price: 390_000_000 } } as const;
  await renderApp('/offer/DAY', { seed: [main, many] });
  await userEvent.click(page.getByRole('button', { name: 'One portion more' }));
  const amount = page.getByText('CZK 78,000.00', { exact: true });
  await expect.element(amount).toBeVisible();
  expect(amount.element().getClientRects()).toHaveLength(1);
});

test('without a network one quiet line says so at once, and what was read stays', async () => {
  const { server } = await offer();
  await expect.element(page.getByRole('article', { name: 'Broth' })).toBeVisible();
  const { top } = boxOf(page.getByRole('article', { name: 'Broth' }));
  await server.forgetRequests();
  const line = page.getByText('No connection. What is loaded stays.');
  // The page itself is told: without a network the test would lose its browser.
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    dispatchEvent(new Event('offline'));
    await expect.element(line).toBeVisible();
    expect(boxOf(page.getByRole('article', { name: 'Broth' })).top).toBe(top);
    expect(page.getByLabelText('Notifications').getByRole('paragraph').elements()).toEqual([]);
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
  }
  await expect.element(line).not.toBeInTheDocument();
});

test('Escape folds the order sheet of a phone, and the keyboard stays at its button', async () => {
  await page.viewport(360, 740);
  const ordered = { make: 'order', with: { customer: 'jana', offering: 'broth' } } as const;
  await renderApp('/offer/DAY', { seed: [main, jana, broth, ordered], as: 'jana' });
  const sheet = page.getByRole('region', { name: 'Your orders' });
  await userEvent.click(sheet.getByRole('button', { name: 'Show' }));
  const line = sheet.getByRole('listitem');
  await expect.element(line).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(line).not.toBeInTheDocument();
  await expect.element(sheet.getByRole('button', { name: 'Show' })).toHaveFocus();
});

test('on a desk the place of the dishes has as many columns as a group of two or four', async () => {
  await page.viewport(1440, 900);
  const server = await startTestServer({ seed: [main, jana] });
  const dishes = ['A', 'B', 'C', 'D'].map((name) => ({ name, price: 40 }));
  await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes) });
  const held = await server.fault(/GET .*canteenmenu/, { hold: true }, 1);
  await renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana' });
  const columnsOf = (places: readonly Element[]) =>
    new Set(places.map((place) => Math.round(place.getBoundingClientRect().left)));
  const loading = page.getByRole('status').filter({ hasText: 'Loading the menu' });
  await expect.element(loading).toBeInTheDocument();
  const awaited = columnsOf([...loading.element().querySelectorAll('[aria-hidden]')]);
  await held.release();
  await expect.element(page.getByRole('article', { name: 'D' })).toBeVisible();
  expect(columnsOf(page.getByRole('article').elements())).toEqual(awaited);
});
