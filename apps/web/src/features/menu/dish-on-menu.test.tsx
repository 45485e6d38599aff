import { addDays, calendarDay, dayAt, instantAt, type TimeOfDay } from '@refectory/domain/day';
import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { handMade, handMadeMenu } from '../../../test/hand-made-menu.ts';
import { card } from '../../../test/offer-page.ts';
import { dish, jana, main } from '../../../test/offer-seeds.ts';
import { renderApp } from '../../../test/render-app.ts';

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`;
const prague = (day: string, time: TimeOfDay) => instantAt(calendarDay(day), time, 'Europe/Prague');

/** Opens a menu of these dishes as some other server might send it. */
async function renderMenu(...dishes: Readonly<Record<string, unknown>>[]) {
  const { server } = await renderApp('/login', { seed: [main, jana] });
  await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes) });
  return renderApp('/offer/DAY?day=2026-11-20', { server, as: 'jana' });
}

test.each([[[]], [[{ portions: 0 }]]])(
  'a dish on exchange that can be counted, of which a server tells the offers %j, is drawn with one portion',
  async (offers) => {
    const fish = { name: 'Fish', price: 80, status: 'EXCHANGE', allowMultipleOrder: true, offers };
    await renderMenu(fish, { name: 'Broth', price: 40 });
    await expect
      .element(card('Fish').getByRole('button', { name: /^Exchange, Fish.*CZK\s80\.00/ }))
      .toBeEnabled();
    await expect.element(card('Broth')).toBeVisible();
  },
);

describe('a dish that costs more than is on the account', () => {
  const seed = [
    main,
    { ...jana, with: { ...jana.with, balance: 5_000 } },
    dish('Soup', { price: 500_000 }),
    dish('Steak', { price: 500_100, position: 1, allowMultipleOrder: true }),
    dish('Closed', { price: 600_000, position: 2, state: 'closed' }),
  ] as const;
  const offer = '/offer/DAY?day=2026-11-20';
  const note = (name: string) => card(name).getByText('above your balance');

  test('says so, without moving anything by it', async () => {
    const { server } = await renderApp('/login', { seed: [...seed] });
    const held = await server.fault(/account\/balance/, { hold: true });
    await renderApp(offer, { server, as: 'jana' });
    const order = card('Steak').getByRole('button', { name: /^Order/ });
    await expect.element(order).toBeEnabled();
    const boxes = () =>
      [order, card('Steak'), card('Closed')].map((part) => {
        const { x, y, width, height } = part.element().getBoundingClientRect();
        return { x, y, width, height };
      });
    const before = boxes();
    expect(note('Steak').query()).toBeNull();
    await held.release();
    await expect.element(note('Steak')).toBeVisible();
    expect(boxes()).toEqual(before);
    for (const name of ['Soup', 'Closed']) expect(note(name).query()).toBeNull();
    await userEvent.click(card('Steak').getByRole('button', { name: 'Steak', exact: true }));
    await expect.element(page.getByRole('dialog').getByText('above your balance')).toBeVisible();
  });

  test.each([
    ['the account may go lower', { showAccountBalance: 2 }, { balance: 50, available: 150 }],
    ['the balance is not shown', { showAccountBalance: 0 }, { balance: 50 }],
  ] as const)('does not say so where %s', async (_, config, balance) => {
    const { server } = await renderApp('/login', { seed: [...seed] });
    await server.fault(/account\/balance/, { answer: handMade(balance) });
    await renderApp(offer, { server, as: 'jana', config });
    await expect.element(card('Steak').getByRole('button', { name: /^Order/ })).toBeEnabled();
    if (config.showAccountBalance > 0)
      await expect.element(page.getByRole('banner').getByText('CZK 50.00')).toBeVisible();
    expect(note('Steak').query()).toBeNull();
  });

  test('says so by the balance alone where a server names nothing else', async () => {
    const { server } = await renderApp('/login', { seed: [...seed] });
    await server.fault(/account\/balance/, { answer: handMade({ balance: 50 }) });
    await renderApp(offer, { server, as: 'jana' });
    await expect.element(note('Steak')).toBeVisible();
  });
});

describe('the card', () => {
  test("FMT-18 a moment without a zone is the canteen's civil time, one with a zone is shown in it", async () => {
    await renderMenu(
      { name: 'Broth', price: 40, orderUntil: '2026-11-20 09:30' },
      { name: 'Goulash', price: 40, orderUntil: '2026-11-20T08:45:00Z' },
      { name: 'Pie', price: 40, orderUntil: 'at noon' },
    );
    await expect.element(card('Broth').getByText('order until 09:30')).toBeVisible();
    await expect.element(card('Goulash').getByText('order until 09:45')).toBeVisible();
    await expect.element(card('Pie')).toBeVisible();
    expect(card('Pie').getByText('order until').query()).toBeNull();
  });

  test('OFFER-24 OFFER-27 OFFER-37 DATA-05 DATA-06 shows everything that is said of a dish', async () => {
    await renderApp('/offer/DAY', {
      seed: [
        main,
        jana,
        {
          make: 'offering',
          with: {
            canteenId: '$main',
            price: 459_000,
            capacity: 4,
            mealGroup: { en: 'Soup' },
            pickupFrom: prague('2026-11-20', '11:00'),
            pickupTo: prague('2026-11-20', '14:30'),
            product: {
              name: { en: 'Goulash soup' },
              description: { en: 'with bread' },
              size: { en: '0.33 l' },
              image: picture,
              healthIndex: 'HEALTHY',
              additionalData: [{ variableId: 'energy', value: { en: '320 kcal' } }],
              allergens: [{ shortName: '1', longName: { en: 'Gluten' } }],
            },
          },
        },
      ],
      as: 'jana',
    });
    const soup = page.getByRole('region', { name: 'Soup' }).getByRole('article', { name: 'Goulash soup' });
    for (const text of [
      'with bread',
      '0.33 l',
      'CZK 45.90',
      '320 kcal',
      'Healthy',
      'Allergens 1',
      '4 left',
      'order until 10:00',
      'pickup 11:00–14:30',
    ])
      await expect.element(soup.getByText(text, { exact: true })).toBeVisible();
    await expect.poll(() => soup.element().querySelector('img')?.src).toBe(picture);
    await expect.element(soup.getByRole('button', { name: /^Order, Goulash soup/ })).toBeEnabled();

    const gluten = soup.getByText('Gluten');
    await expect.element(gluten).not.toBeVisible();
    await userEvent.hover(soup.getByRole('button', { name: 'Allergens 1' }));
    await expect.element(gluten).toBeVisible();
  });

  test('OFFER-24 DATA-05 shows a dish with nothing but a name and a price, and leaves no gap', async () => {
    await renderMenu({ name: 'Bread', price: 5 });
    await expect.element(card('Bread')).toHaveTextContent(/^BreadCZK 5\.00Order$/);
    expect(card('Bread').element().querySelector('img')).toBeNull();
  });

  test('OFFER-24 a dish is called by its product, and by its own name where the product has none', async () => {
    await renderMenu(
      { name: 'Menu 1', price: 40, product: { name: 'Goulash' } },
      { name: 'Menu 2', price: 40, product: { size: '0.33 l' } },
    );
    await expect.element(card('Goulash')).toHaveTextContent(/^GoulashCZK 40\.00Order$/);
    await expect.element(card('Menu 2').getByText('0.33 l')).toBeVisible();
    expect(document.body.textContent).not.toContain('Menu 1');
  });

  test('OFFER-26 DATA-26 marks each health index in its own way and word, and no other value', async () => {
    const marked = (name: string, healthIndex?: string) => ({
      name,
      price: 40,
      product: { name, ...(healthIndex && { healthIndex }) },
    });
    await renderMenu(
      marked('Salad', 'HEALTHY'),
      marked('Rice', 'NORMAL'),
      marked('Schnitzel', 'UNHEALTHY'),
      marked('Water'),
      marked('Potion', 'MAGICAL'),
    );
    const markOf = (name: string, word: string) =>
      card(name).getByText(word, { exact: true }).element().querySelector('svg')?.innerHTML;
    await expect.element(card('Salad')).toBeVisible();
    const marks = [markOf('Salad', 'Healthy'), markOf('Rice', 'Balanced'), markOf('Schnitzel', 'Hearty')];
    expect(new Set(marks.filter(Boolean)).size).toBe(3);
    for (const name of ['Water', 'Potion'])
      await expect.element(card(name)).toHaveTextContent(new RegExp(`^${name}CZK 40\\.00Order$`));
  });
});

describe('a dish as no canteen of ours would send it', () => {
  test('DATA-27 a status nobody knows is read-only, and a missing group and name have words of their own', async () => {
    await renderMenu(
      { name: 'Riddle', price: 40, status: 'MAYBE' },
      { price: 30, group: undefined },
      { name: null, product: null, price: 20, group: null, status: 'READONLY' },
    );
    await expect.element(card('Riddle')).toHaveTextContent(/^RiddleCZK 40\.00Cannot be ordered$/);
    const others = page.getByRole('region', { name: 'Other dishes' });
    await expect
      .element(others.getByRole('article', { name: 'A dish without a name' }).first())
      .toBeVisible();
    await expect.element(others.getByRole('button', { name: /^Order, A dish without a name/ })).toBeEnabled();
  });

  test('allergens of which only the marks are known have nothing to open', async () => {
    const allergens = [{ shortName: '1' }, { shortName: '7' }];
    await renderMenu({ name: 'Bread', price: 5, product: { name: 'Bread', allergens } });
    await expect.element(card('Bread').getByText('Allergens 1, 7', { exact: true })).toBeVisible();
    expect(
      card('Bread')
        .getByRole('button', { name: /Allergens/ })
        .elements(),
    ).toEqual([]);
  });

  test('in a week two groups of one name both stand', async () => {
    await renderMenu(
      { name: 'Broth', price: 40, group: 'Other dishes' },
      { name: 'Bread', price: 5, group: undefined },
    );
    await userEvent.click(page.getByRole('radio', { name: 'Week' }));
    await expect.element(page.getByRole('region', { name: 'Week' }).getByText('Broth')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Week' }).getByText('Bread')).toBeVisible();
  });

  test('HTML in a name is text, and a name of 300 letters stays inside its card', async () => {
    const long = 'Knödel'.repeat(50);
    await renderMenu(
      { name: '<img src=x onerror=alert(1)><b>Soup</b>', price: 40 },
      { name: long, price: 40 },
    );
    await expect.element(card('<img src=x onerror=alert(1)><b>Soup</b>')).toBeVisible();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    const box = card(long).element().getBoundingClientRect();
    expect(box.height).toBeLessThan(500);
    await expect.element(card(long).getByRole('button', { name: /^Order/ })).toBeVisible();
  });

  test('a dish without a price can be read and not ordered', async () => {
    await renderMenu({ name: 'Dumplings' }, { name: 'Dressing', status: 'READONLY' });
    await expect.element(card('Dumplings').getByRole('button', { name: /^Order/ })).toBeDisabled();
    await expect.element(card('Dressing')).toHaveTextContent(/^DressingCannot be ordered$/);
  });

  test('many notes of an imported dish stand together, each once', async () => {
    const notes = ['vegetarisch', 'grün (Ampel)', 'Eier', 'Milch/Milchzucker (Laktose)'];
    await renderMenu({
      name: 'Quark mit Leinöl',
      status: 'READONLY',
      product: {
        name: 'Quark mit Leinöl',
        additionalData: notes.map((value) => ({ variableId: 'note', value })),
      },
    });
    await expect.element(card('Quark mit Leinöl').getByText(notes.join(', '), { exact: true })).toBeVisible();
  });

  test('OFFER-24 what else is said of a dish is read as it stands there, without the name it has for programs', async () => {
    await renderMenu({
      name: 'Broth',
      status: 'READONLY',
      product: { name: 'Broth', additionalData: [{ variableId: 'protein', value: '8 g bílkovin' }] },
    });
    await expect.element(card('Broth')).toHaveTextContent(/^Broth8 g bílkovinCannot be ordered$/);
    await expect.element(card('Broth').getByRole('listitem')).toHaveTextContent(/^8 g bílkovin$/);
  });
});

describe('times of a dish', () => {
  // Two canteens whose day is not that of this device: its clock is wrong by a day, one way or the other.
  const deviceDay = dayAt(Date.now(), 'Europe/Prague');
  const offering = (day: string) => ({
    make: 'offering' as const,
    with: { canteenId: '$main' as const, day, product: { name: { en: 'Broth' } } },
  });

  test.each([-1, 1])(
    'OFFER-37 LIMIT-28 the limit and the countdown follow the server, %i day from the device',
    async (days) => {
      const day = addDays(deviceDay, days);
      const now = (time: TimeOfDay) => new Date(prague(day, time)).toISOString();
      const app = await renderApp('/offer/DAY', { now: now('08:59'), seed: [main, offering(day)] });
      await expect.element(card('Broth').getByText('order until 10:00', { exact: true })).toBeVisible();
      expect(
        card('Broth')
          .getByText(/pickup/)
          .elements(),
      ).toEqual([]);
      await app.server.setClock(now('09:01'));
      await app.reload();
      await expect.element(card('Broth').getByText('order within 59 minutes', { exact: true })).toBeVisible();
    },
  );

  test('OFFER-37 the countdown counts', async () => {
    const app = await renderApp('/offer/DAY', {
      now: '2026-11-20T09:20:57+01:00',
      seed: [main, offering('2026-11-20')],
    });
    await expect.element(card('Broth').getByText('order within 40 minutes')).toBeVisible();
    await expect
      .element(card('Broth').getByText('order within 39 minutes'), { timeout: 9_000 })
      .toBeVisible();
    expect(await app.server.requests(/canteenmenu/)).toHaveLength(1);
  });

  test('OFFER-37 nothing is said of a dish without times', async () => {
    await renderMenu({ name: 'Broth', price: 40 });
    await expect.element(card('Broth')).toHaveTextContent(/^BrothCZK 40\.00Order$/);
  });

  test('OFFER-38 ORD-04 at the limit the menu is read again, once, and its answer holds', async () => {
    const { server } = await renderApp('/offer/DAY', {
      now: '2026-11-20T09:59:55+01:00',
      seed: [main, offering('2026-11-20')],
    });
    await expect.element(card('Broth').getByText('order within 1 minute')).toBeVisible();
    const held = await server.fault(/GET .*canteenmenu/, { hold: true }, 1);
    await expect.poll(() => server.requests(/canteenmenu/), { timeout: 12_000 }).toHaveLength(2);
    // Of a limit that is past nothing is said, and whether it can still be ordered is the server's to say.
    await expect.element(card('Broth')).toHaveTextContent(/^Broth10 leftCZK 100\.00Order$/);
    await expect.element(card('Broth').getByRole('button', { name: /^Order, Broth/ })).toBeEnabled();
    await held.release();
    await expect.element(card('Broth').getByRole('button', { name: 'Ordering closed 10:00' })).toBeDisabled();
    expect(await server.requests(/canteenmenu/)).toHaveLength(2);
  });

  test('C155, part of ORD-04: when ordering for a day is over, the line of the day says since when, and its dishes only that', async () => {
    const at = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`);
    const timed = (name: string, orderUntil = '07:00') => ({ name, price: 40, orderUntil: at(orderUntil) });
    await renderMenu(
      { ...timed('Broth'), status: 'CLOSED' },
      { ...timed('Goulash'), status: 'CLOSED' },
      { ...timed('Roast', '06:00'), status: 'CLOSED' },
    );
    const button = (name: string) => card(name).getByRole('button', { name: /^Ordering closed/ });
    await expect.element(page.getByText('Ordering closed 07:00', { exact: true })).toBeVisible();
    for (const name of ['Broth', 'Goulash']) {
      await expect.element(button(name)).toHaveTextContent(/^Ordering closed$/);
      await expect.element(button(name)).toBeDisabled();
    }
    await expect.element(button('Roast')).toHaveTextContent(/^Ordering closed 06:00$/);
  });

  test.each(['/offer/DAY?day=2026-11-19', '/offer/TIMESPAN?start=2026-11-19&end=2026-11-19'])(
    'C155 %s: a day that is past says that it is over, and nothing of its pickup',
    async (address) => {
      const { server } = await renderApp('/login', { seed: [main, jana] });
      const at = (time: string) => Date.parse(`2026-11-19T${time}:00+01:00`);
      const told = { price: 40, date: '2026-11-19', pickupFrom: at('11:00'), pickupTo: at('14:00') };
      await server.fault(/GET .*canteenmenu/, {
        answer: handMadeMenu([
          { ...told, name: 'Broth', status: 'CLOSED' },
          { ...told, name: 'Roast', status: 'CLOSED' },
        ]),
      });
      await renderApp(address, { server, as: 'jana' });
      await expect.element(card('Broth')).toBeVisible();
      await expect.element(page.getByText('this day is over', { exact: true })).toBeVisible();
      expect(page.getByText(/pickup/i).elements()).toEqual([]);
    },
  );

  test('C155 of a day that is past the end of ordering is not told', async () => {
    const timed = (name: string) => ({
      name,
      price: 40,
      orderUntil: Date.parse('2026-11-19T07:00:00+01:00'),
    });
    const closed = { status: 'CLOSED', date: '2026-11-19' };
    const { server } = await renderApp('/login', { seed: [main, jana] });
    await server.fault(/GET .*canteenmenu/, {
      answer: handMadeMenu([
        { ...timed('Broth'), ...closed },
        { ...timed('Goulash'), ...closed },
        { name: 'Roast', price: 40 },
      ]),
    });
    await renderApp('/offer/WEEK?day=2026-11-20', { server, as: 'jana' });
    await expect.element(card('Roast')).toBeVisible();
    await expect.element(card('Broth')).toBeVisible();
    expect(page.getByText(/Ordering closed/).elements()).toEqual([]);
  });
});
