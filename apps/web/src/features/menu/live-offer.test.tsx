import { page, userEvent } from 'vitest/browser';
import { describe, expect, test } from 'vitest';

import { setVisibility } from '../../../test/device.ts';
import { handMadeMenu } from '../../../test/hand-made-menu.ts';
import { card } from '../../../test/offer-page.ts';
import { customer, dish, main } from '../../../test/offer-seeds.ts';
import { pastThrottle } from '../../../test/past-throttle.ts';
import { renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const order = (by: string, of: string, more: object = {}) =>
  ({ make: 'order', as: `${by} ${of}`, with: { customer: by, offering: of, ...more } }) as const;

const FRIDAY = '/offer/DAY?day=2026-11-20';
const seed = [
  main,
  customer('jana'),
  customer('petr'),
  dish('Broth', { capacity: 1, allowMultipleOrder: false }),
  dish('Goulash', { position: 1 }),
  dish('Pancakes', { position: 2 }),
];
/** The boxes of the cards, and where the prices in them begin. */
const boxes = () => [
  ...page
    .getByRole('article')
    .elements()
    .map((article) => JSON.stringify(article.getBoundingClientRect())),
  ...page
    .getByText(/^CZK [\d.]+$/)
    .elements()
    .map((price) => price.getBoundingClientRect())
    .map(({ left, top }) => `${left} ${top}`),
];
const calls = async (server: TestServer, match: RegExp) => (await server.requests(match)).length;

/** Has the next stream say these events at a moment and end, and those after it say nothing. */
async function tellNext(server: TestServer, at: number, ...events: readonly object[]): Promise<void> {
  const headers = { 'content-type': 'text/event-stream' };
  const body = events.map((event) => `id: ${at}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  await server.fault(/GET .*\/live$/, { answer: { status: 200, headers, body } }, 1);
  await server.fault(/GET .*\/live$/, { hold: true });
}

/** Reads a stream until it has said a text. */
async function heardOf(stream: Response, text: string): Promise<void> {
  let said = '';
  for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += part;
    if (said.includes(text)) return;
  }
  throw new Error(`it ended without ${text}: ${said}`);
}

/** The offer of the Friday, with its stream open. */
async function openOffer() {
  const app = await renderApp(FRIDAY, { seed, as: 'jana', live: true });
  await expect.element(card('Broth').getByRole('button', { name: /^Order, Broth/ })).toBeVisible();
  await expect.poll(() => calls(app.server, /GET .*\/live$/)).toBe(1);
  return app;
}

describe('a dish that changes while it is looked at', () => {
  test.each([
    [345, 740],
    [390, 844],
    [1280, 800],
  ])(
    'OFFER-40 is sold out, on exchange and back in its place, and nothing else moves, at %i by %i',
    async (width, height) => {
      await page.viewport(width, height);
      const { server } = await openOffer();
      const before = boxes();
      await server.seed([order('petr', 'Broth')]);
      await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
      expect(boxes()).toEqual(before);
      await server.seed([{ make: 'offer', with: { order: 'petr Broth' } }]);
      await expect.element(card('Broth').getByRole('button', { name: /^Exchange, Broth/ })).toBeEnabled();
      expect(boxes()).toEqual(before);
      await server.seed([{ make: 'cancel', with: { order: 'petr Broth' } }]);
      await expect.element(card('Broth').getByRole('button', { name: /^Order, Broth/ })).toBeEnabled();
      expect(boxes()).toEqual(before);
      expect(await calls(server, /canteenmenu/)).toBe(1);
    },
  );

  test('OFFER-40 is as it was told, also when the menu that was on its way is older', async () => {
    const { server } = await openOffer();
    const held = await server.fault(/GET .*canteenmenu/, { hold: true }, 1);
    await userEvent.click(card('Pancakes').getByRole('button', { name: /^Order, Pancakes/ }));
    await expect.poll(() => calls(server, /canteenmenu/)).toBe(2);
    setVisibility('hidden');
    const goulash = { mealId: server.ids['Goulash'], canteenId: server.ids['main'], date: '2026-11-20' };
    await tellNext(server, 1, { event: 'dish', ...goulash, status: 'SOLD_OUT', remaining: 0 });
    setVisibility('visible');
    await expect.element(card('Goulash').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    // To the menu it is as it was before.
    await server.seed([dish('Dumplings', { position: 3 })]);
    await held.release();
    await expect.element(card('Dumplings')).toBeVisible();
    await expect.element(card('Goulash').getByRole('button', { name: 'Sold out' })).toBeDisabled();
  });

  test('OFFER-40 is as it was told, also when the menu that was on its way is given up', async () => {
    const { server, history } = await openOffer();
    await server.fault(/GET .*canteenmenu/, { hold: true });
    await userEvent.click(card('Goulash').getByRole('button', { name: /^Order, Goulash/ }));
    await expect.poll(() => calls(server, /canteenmenu/)).toBe(2);
    await server.seed([order('petr', 'Broth')]);
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    // A reader who leaves the page closes the stream; when they come back, only the cache says what changed.
    await server.fault(/GET .*\/live$/, { hold: true });
    history.push('/orders');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    history.push(FRIDAY);
    await expect.element(card('Pancakes')).toBeVisible();
    expect(card('Broth').getByRole('button', { name: 'Sold out' }).elements()).toHaveLength(1);
  });

  test('OFFER-40 a menu that could not be read again is still to be read, whatever is told of its dishes', async () => {
    const { server, platform } = await openOffer();
    await server.fault(/GET .*canteenmenu/, { answer: { status: 503 } });
    await userEvent.click(card('Goulash').getByRole('button', { name: /^Order, Goulash/ }));
    const menuRead = () =>
      platform.queries
        .getQueryCache()
        .findAll({ queryKey: ['getMenu'], type: 'active' })
        .find(({ state }) => state.data !== undefined)?.state;
    await expect.poll(() => menuRead()?.status).toBe('error');
    await server.seed([order('petr', 'Broth')]);
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    expect(menuRead()).toMatchObject({ status: 'error', isInvalidated: true });
  });

  test('OFFER-40 what is told twice is shown once, and a menu that is told twice is read once', async () => {
    const { server } = await openOffer();
    setVisibility('hidden');
    const ofMain = { canteenId: server.ids['main'] };
    const goulash = { mealId: server.ids['Goulash'], date: '2026-11-20', status: 'AVAILABLE', remaining: 3 };
    const dishTold = { event: 'dish', ...ofMain, ...goulash };
    const menuTold = { event: 'menu', ...ofMain };
    await tellNext(server, 1, dishTold, dishTold, menuTold, menuTold);
    // The menu that is read again would say what is really left.
    await server.fault(/GET .*canteenmenu/, { hold: true });
    setVisibility('visible');
    await expect.element(card('Goulash').getByText('3 left', { exact: true })).toBeVisible();
    // The stream is opened again after half a second at least, by when every reading has begun.
    await expect.poll(() => calls(server, /GET .*\/live$/)).toBe(3);
    expect(await calls(server, /canteenmenu/)).toBe(2);
  });

  test('OFFER-39 OFFER-40 a day that closes while it is looked at stays, with the reason in place of its dishes', async () => {
    const server = await startTestServer({ seed });
    const next = { name: 'Stew', price: 40, date: '2026-11-23' };
    const friday = {
      closedDays: [{ date: '2026-11-20', reason: 'Burst pipe' }],
      availableDays: ['2026-11-23'],
    };
    const dishes = [{ name: 'Broth', price: 40, mealId: 7 }, next];
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu(dishes) });
    const { history, platform } = await renderApp(FRIDAY, { server, as: 'jana' });
    await expect.element(card('Broth')).toBeVisible();
    await server.clearFaults();
    await server.fault(/GET .*canteenmenu/, { answer: handMadeMenu([next], friday) });
    await platform.queries.invalidateQueries({ queryKey: ['getMenu'] });
    await expect.element(page.getByRole('main').getByText('Burst pipe', { exact: true })).toBeVisible();
    expect(page.getByRole('article').elements()).toEqual([]);
    expect(history.location.search).toContain('2026-11-20');
    // Who comes to it only now is led to a day that can be ordered, and reads why.
    history.push('/orders');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    history.push(FRIDAY);
    await expect.element(card('Stew')).toBeVisible();
    await expect.element(page.getByRole('main').getByText(/20\.\s11\. .*: Burst pipe/)).toBeVisible();
  });

  test('OFFER-40 C28 where nobody knows what was missed, menu and orders are read again', async () => {
    const { server } = await openOffer();
    setVisibility('hidden');
    const at = Date.parse('2026-11-20T08:30:00+01:00');
    await tellNext(server, at, { event: 'menu' });
    await server.forgetRequests();
    setVisibility('visible');
    await expect.poll(() => calls(server, /canteenmenu/)).toBe(1);
    await expect.poll(() => calls(server, /customer\/canteenorders/)).toBe(1);
    // The next one goes on from there.
    await expect.poll(() => calls(server, /\/live$/)).toBe(2);
    const [, next] = await server.requests(/\/live$/);
    expect(next?.headers['last-event-id']).toBe(String(at));
  });

  test('OFFER-40 C28 customers see only the offers of others on exchange', async () => {
    const broth = dish('Broth', { capacity: 2, allowMultipleOrder: false });
    const { server } = await renderApp(FRIDAY, {
      seed: [main, customer('jana'), customer('petr'), broth, order('jana', 'Broth'), order('petr', 'Broth')],
      as: 'jana',
      live: true,
      // Too late to cancel, not to order.
      now: '2026-11-20T09:30:00+01:00',
    });
    await expect.element(card('Broth').getByRole('button', { name: /^For exchange, Broth/ })).toBeVisible();
    await expect.poll(() => calls(server, /GET .*\/live$/)).toBe(1);
    await server.seed([{ make: 'offer', with: { order: 'jana Broth' } }]);
    await expect.poll(() => calls(server, /canteenmenu/)).toBe(2);
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    await server.seed([{ make: 'offer', with: { order: 'petr Broth' } }]);
    await expect.element(card('Broth').getByRole('button', { name: /^Exchange, Broth/ })).toBeEnabled();
    // What was on its way may have known of it already.
    await expect.poll(() => calls(server, /canteenmenu/)).toBe(3);
  });

  test('ORD-18 C28 a customer who offered an order is told when somebody takes it, and the order is gone', async () => {
    const broth = dish('Broth', { capacity: 1 });
    const { server } = await renderApp(FRIDAY, {
      seed: [main, customer('jana'), customer('petr'), broth, order('jana', 'Broth', { offered: true })],
      as: 'jana',
      live: true,
      now: '2026-11-20T09:30:00+01:00',
    });
    await expect.element(card('Broth').getByText('offered for exchange')).toBeVisible();
    await expect.poll(() => calls(server, /GET .*\/live$/)).toBe(1);
    await server.seed([order('petr', 'Broth')]);
    await expect.element(page.getByText('Somebody took your portion from the exchange')).toBeVisible();
    await expect.element(card('Broth').getByText('offered for exchange')).not.toBeInTheDocument();
  });

  test('C161 what others offer today is told as it comes and goes, though today is not on screen', async () => {
    const { server } = await renderApp('/offer/DAY', {
      seed: [
        main,
        customer('jana'),
        customer('petr'),
        customer('eva'),
        dish('Broth', { capacity: 2 }),
        dish('Roast', { day: '2026-11-23' }),
        order('petr', 'Broth', { quantity: 2 }),
      ],
      as: 'jana',
      live: true,
      now: '2026-11-20T12:30:00+01:00',
    });
    await expect.element(card('Roast')).toBeVisible();
    await expect.poll(() => calls(server, /GET .*\/live$/)).toBe(1);
    const line = page.getByRole('button', { name: /^On the exchange today/ });
    expect(line.elements()).toEqual([]);
    await server.seed([{ make: 'offer', with: { order: 'petr Broth' } }]);
    await expect.element(line).toHaveTextContent('On the exchange today: 2 portions');
    await server.seed([order('eva', 'Broth', { quantity: 2 })]);
    await expect.element(line).not.toBeInTheDocument();
  });

  test('OFFER-40 a menu with another dish is read again', async () => {
    const { server } = await openOffer();
    await server.seed([dish('Dumplings', { position: 3 })]);
    await expect.element(card('Dumplings')).toBeVisible();
  });
});

describe('the stream', () => {
  test('API-62 API-03 API-07 I18N-09 is one call with the token in its header, for guests too', async () => {
    const { server, storage } = await renderApp(FRIDAY, { seed });
    await expect.poll(() => calls(server, /\/live$/)).toBe(1);
    const [call] = await server.requests(/\/live/);
    const token = storedSnapshot(storage).session.authentication.sessionToken;
    expect(call).toMatchObject({ method: 'GET', body: '' });
    expect(call?.path).toMatch(/\/api\/live$/);
    expect(call?.headers['x-asw-token']).toBe(token);
    expect(call?.headers['accept-language']).toBe('en');
    // It begins with what happened since the menu.
    const since = Number(call?.headers['last-event-id']);
    expect(since).toBeGreaterThanOrEqual(Date.parse('2026-11-20T08:00:00+01:00'));
  });

  test('API-62 API-56 is asked for by the offer and by the orders, and not where it is not announced', async () => {
    // With its code there, it would be followed at once wherever it were.
    await import('#features/orders/live-orders.tsx');
    const { server, history, platform } = await openOffer();
    const goulash = page.getByRole('article', { name: 'Goulash' });
    await userEvent.click(goulash.getByRole('button', { name: /^Order, Goulash/ }));
    await expect.element(goulash.getByText('Ordered', { exact: true })).toBeVisible();
    history.push('/orders');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await userEvent.click(goulash.getByRole('button', { name: /^Cancel, Goulash/ }));
    await expect.element(page.getByText('No records to display')).toBeVisible();
    await expect.poll(() => calls(server, /live/)).toBe(2);
    platform.snapshot.setState(({ session }) => ({
      session: { ...session, capabilities: { ...session.capabilities, live: false } },
    }));
    history.push(FRIDAY);
    await pastThrottle();
    await userEvent.click(card('Pancakes').getByRole('button', { name: /^Order, Pancakes/ }));
    await expect.element(card('Pancakes').getByText('Ordered', { exact: true })).toBeVisible();
    expect(await calls(server, /live/)).toBe(2);
  });

  test('API-62 OFFER-40 that breaks off is opened again, says what was missed, and is no error', async () => {
    const { server } = await renderApp('/login', { seed });
    await server.fault(/GET .*\/live$/, { answer: { status: 503 } }, 1);
    await renderApp(FRIDAY, { server, as: 'jana', live: true });
    await expect.poll(() => calls(server, /\/live$/)).toBeGreaterThan(0);
    await server.seed([order('petr', 'Broth')]);
    const goulash = card('Goulash');
    await userEvent.click(goulash.getByRole('button', { name: /^Order, Goulash/ }));
    await expect.element(goulash.getByText('Ordered', { exact: true })).toBeVisible();
    await expect.poll(() => calls(server, /\/live$/)).toBe(2);
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    const said = page.getByLabelText('Notifications').elements();
    expect(said.map(({ textContent }) => textContent).join(' ')).not.toMatch(/connection|error|available/i);
  });

  test('is closed while the page is out of sight, and tells afterwards what was missed, without another menu', async () => {
    const { server, storage } = await openOffer();
    setVisibility('hidden');
    const token = storedSnapshot(storage).session.authentication.sessionToken ?? '';
    const other = await fetch(`${server.apiUrl}/live`, { headers: { 'x-asw-token': token } });
    await server.seed([order('petr', 'Broth')]);
    // All streams are told at once, so the page would have heard it too.
    await heardOf(other, 'SOLD_OUT');
    await server.forgetRequests();
    await expect.element(card('Broth').getByRole('button', { name: /^Order, Broth/ })).toBeEnabled();
    setVisibility('visible');
    await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
    expect(await calls(server, /\/live$/)).toBe(1);
    expect(await calls(server, /canteenmenu/)).toBe(0);
  });
});

describe('what is old', () => {
  test.each([
    [119, 0],
    [121, 1],
  ])(
    'OFFER-41 LIMIT-29 after %i seconds out of sight menu and orders are read again %i times',
    async (seconds, times) => {
      const { server, platform } = await openOffer();
      await server.forgetRequests();
      setVisibility('hidden');
      const later = platform.clock.now() + seconds * 1_000;
      await server.setClock(new Date(later).toISOString());
      platform.clock.observe(later);
      setVisibility('visible');
      // The stream is opened anew either way, and by then the rest has been asked for.
      await expect.poll(() => calls(server, /\/live$/)).toBe(1);
      await expect.poll(() => calls(server, /canteenmenu/)).toBe(times);
      await expect.poll(() => calls(server, /customer\/canteenorders/)).toBe(times);
      // What came over the stream is shown by the same page a moment later, and nothing was read once more for it.
      await server.seed([order('petr', 'Broth')]);
      await expect.element(card('Broth').getByRole('button', { name: 'Sold out' })).toBeDisabled();
      expect(await calls(server, /canteenmenu/)).toBe(times);
      expect(await calls(server, /customer\/canteenorders/)).toBe(times);
    },
  );

  test('OFFER-41 at midnight of the canteen both are read again, and today is the new day', async () => {
    const { server } = await renderApp(FRIDAY, { seed, as: 'jana', now: '2026-11-20T23:59:57+01:00' });
    const today = page.getByRole('group', { name: 'Days' }).getByRole('button', { name: /, today/ });
    await expect.element(today).toHaveAccessibleName(/^Friday 20/);
    await expect.element(today, { timeout: 10_000 }).toHaveAccessibleName(/^Saturday 21/);
    await expect.poll(() => calls(server, /canteenmenu/)).toBe(2);
    await expect.poll(() => calls(server, /customer\/canteenorders/)).toBe(2);
  });

  test('OFFER-12 OFFER-41 a day that is over and not available any more gives way at midnight', async () => {
    const [late, next] = ['2026-11-20T23:59:57+01:00', '2026-11-21T00:00:01+01:00'];
    const stew = { name: 'Stew', price: 40, date: '2026-11-23' };
    const server = await startTestServer({ seed, now: late });
    const menu = /GET .*canteenmenu/;
    const both = handMadeMenu([{ name: 'Broth', price: 40, mealId: 7 }, stew], {}, late);
    await server.fault(menu, { answer: both }, 1);
    await server.fault(menu, { answer: handMadeMenu([stew], {}, next) });
    await renderApp(FRIDAY, { server, as: 'jana' });
    await expect.element(card('Stew'), { timeout: 10_000 }).toBeVisible();
  });
});
