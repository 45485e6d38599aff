import { failureOf } from '@refectory/contract/errors';
import { languages } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { lateAreas } from '@refectory/translations/late-areas';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createCall } from './api.ts';
import { PASSWORD, renderApp, type RenderedApp } from '../../../test/render-app.ts';

const GENERIC =
  'There was an error. Please try again your request. If the problem continues, please contact us.';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const kitchen = { make: 'canteen', as: 'kitchen' } as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { canteenId: '$kitchen', product: { name: { en: 'Beef broth' } } },
} as const;
const order = { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth' } } as const;

const toasts = page.getByRole('region', { name: 'Notifications' });
const cancel = page.getByRole('button', { name: /^Cancel, Beef broth/ });

/** The page of an order that can be cancelled. */
async function openOrders(): Promise<RenderedApp> {
  const app = await renderApp('/orders', { seed: [kitchen, jana, broth, order], as: 'jana' });
  await expect.element(cancel).toBeEnabled();
  return app;
}

/** Cancels the order before a server that answers so; the one notification it leaves is dismissed. */
async function expectToast(
  { server }: RenderedApp,
  answer: { readonly status: number; readonly body?: unknown },
  text: string,
): Promise<void> {
  await server.clearFaults();
  await server.fault(/canteenorder\/cancel/, { answer });
  await userEvent.click(cancel);
  await expect.element(toasts.getByRole('paragraph')).toHaveTextContent(text);
  expect(toasts.getByRole('paragraph').element().textContent).toBe(text);
  await expect.element(cancel).toBeEnabled();
  await expect.element(cancel).not.toHaveAttribute('aria-busy');
  await userEvent.click(toasts.getByRole('button', { name: 'Dismiss' }));
  await expect.element(toasts.getByRole('paragraph')).not.toBeInTheDocument();
}

test('ERR-01 ERR-26 503 says that the server is unavailable, whatever was called, and the page stays usable', async () => {
  const app = await openOrders();
  const busy = { status: 503, body: { success: false, resultText: 'Maintenance' } };
  await expectToast(app, busy, 'Server unavailable');
  await app.server.fault(/canteenmenu/, { answer: busy });
  await userEvent.click(page.getByRole('link', { name: 'Menu' }));
  await expect.element(toasts.getByText('Server unavailable')).toBeVisible();
  await expect.element(page.getByText('The menu could not be loaded')).toBeVisible();
  await app.server.clearFaults();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('button', { name: /^One more, Beef broth/ })).toBeEnabled();
});

test('ERR-04 ERR-23 another status shows the message, else the words of the status, else the general text', async () => {
  const app = await openOrders();
  const message = 'The chef is out';
  await expectToast(app, { status: 422, body: { success: false, error: { message } } }, message);
  await expectToast(app, { status: 422, body: { success: false, message } }, message);
  await expectToast(app, { status: 500, body: { success: false, resultText: message } }, message);
  await expectToast(app, { status: 418 }, "I'm a Teapot");
  await expectToast(app, { status: 400, body: '<h1>Proxy</h1>' }, 'Bad Request');
  // A success that says it is none has no words of a status, like any answer over HTTP/2.
  await expectToast(app, { status: 200, body: { success: false } }, GENERIC);
});

test('ERR-07 an answer that is nested without end, or deeper than anybody goes, is told like any that cannot be read', async () => {
  const app = await openOrders();
  const open = '['.repeat(100_000);
  const lists = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const objects = `${'{"error":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  await expectToast(app, { status: 200, body: open }, GENERIC);
  await expectToast(app, { status: 200, body: lists }, GENERIC);
  await expectToast(app, { status: 200, body: objects }, GENERIC);
  await expectToast(
    app,
    { status: 200, body: `{"success":true,"balance":${lists},"orderId":${lists}}` },
    GENERIC,
  );
  await expectToast(
    app,
    { status: 422, body: `{"error":{"code":${lists},"message":${lists}}}` },
    'Unprocessable Entity',
  );
  await app.server.fault(/canteenmenu/, {
    answer: { status: 200, body: `{"success":true,"menu":${lists},"serverTime":${lists}}` },
  });
  await userEvent.click(page.getByRole('link', { name: 'Menu' }));
  await expect.element(page.getByText('The menu could not be loaded')).toBeVisible();
  await app.server.clearFaults();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('button', { name: /^One more, Beef broth/ })).toBeEnabled();
});

test('API-09 ERR-07 an answer counts only when it says success, else its text is shown and nothing is done', async () => {
  const app = await openOrders();
  await expectToast(app, { status: 200, body: { success: false, resultText: 'T' } }, 'T');
  await expectToast(app, { status: 200, body: { resultText: 'U' } }, 'U');
  await expectToast(app, { status: 200, body: { success: 1 } }, GENERIC);
  await expectToast(app, { status: 200, body: 'fine' }, GENERIC);
  await app.server.clearFaults();
  await userEvent.click(cancel);
  await expect.element(toasts.getByText('The order was cancelled')).toBeVisible();
  await expect.element(cancel).not.toBeInTheDocument();
});

test.each(languages)(
  'ERR-05 ERR-36 in %s a lost connection is told in words of our own, and no loading sign stays',
  async (language) => {
    const { messages } = await languageEntry(language).load();
    const { failedTitle } = await lateAreas.orderList(language);
    const app = await renderApp('/profile', { seed: [kitchen, jana, broth, order], as: 'jana', language });
    await expect
      .element(page.getByRole('heading', { name: messages.Error.messageUnauthorized }))
      .toBeVisible();
    await app.server.fault(/canteenorders/, { cut: true });
    await userEvent.click(page.getByRole('link', { name: messages.shell.orders }));
    const region = page.getByRole('region', { name: messages.Toasts.region });
    await expect.element(region.getByRole('paragraph')).toHaveTextContent(messages.Error.offline);
    await expect.element(page.getByRole('heading', { name: failedTitle })).toBeVisible();
    expect(page.getByRole('main').getByRole('status').elements()).toEqual([]);

    await app.server.clearFaults();
    await userEvent.click(page.getByRole('button', { name: messages.shell.retry }));
    await expect.element(page.getByRole('main').getByText('Beef broth')).toBeVisible();
  },
);

test('what could not be read without a connection is read when there is one', async () => {
  const app = await openOrders();
  await app.server.fault(/canteenorders/, { cut: true });
  globalThis.dispatchEvent(new Event('offline'));
  await app.platform.queries.invalidateQueries({ queryKey: ['listOrders'] });
  await app.server.clearFaults();
  await app.server.forgetRequests();
  globalThis.dispatchEvent(new Event('online'));
  await expect.poll(() => app.server.requests(/canteenorders/)).toHaveLength(1);
});

test('ERR-36 a call that fails without a connection and what is read again after it are one message', async () => {
  const app = await openOrders();
  await app.server.forgetRequests();
  await app.server.fault(/./, { cut: true });
  await userEvent.click(cancel);
  await expect.poll(() => app.server.requests(/^GET .*canteenorders/)).not.toEqual([]);
  await expect.element(cancel).not.toHaveAttribute('aria-busy');
  expect(toasts.getByRole('paragraph').element().textContent).toBe(
    'The connection to the canteen was lost. Check your network and try again.',
  );
});

test('ERR-36 a cancellation whose answer is lost is told in words of our own, and read again', async () => {
  const app = await openOrders();
  await app.server.fault(/canteenorder\/cancel/, { dropAfter: true });
  await userEvent.click(cancel);
  await expect.element(toasts.getByText(/^The connection to the canteen was lost\./)).toBeVisible();
  // The server had done it: what is read again says so.
  await expect.element(cancel).not.toBeInTheDocument();
});

test.each([
  ['cs', 'Objednat', 'Objednáno'],
  ['en', 'Order', 'Ordered'],
] as const)('ERR-34 in %s an order that succeeds is told so', async (language, action, done) => {
  const { messages } = await languageEntry(language).load();
  await renderApp('/offer', { seed: [kitchen, jana, broth], as: 'jana', language });
  await userEvent.click(page.getByRole('button', { name: new RegExp(`^${action}, Beef broth`) }));
  const region = page.getByRole('region', { name: messages.Toasts.region });
  await expect.element(region.getByRole('paragraph')).toHaveTextContent(done);
});

test('a call without an answer for too long failed for want of a connection', async () => {
  const { server } = await renderApp('/login');
  await server.fault(/canteens/, { hold: true });
  const call = createCall({
    baseUrl: server.apiUrl,
    language: () => 'en',
    patienceMs: 50,
    token: () => undefined,
    customerId: () => undefined,
    zone: 'Europe/Prague',
    begin: () => Promise.resolve(true),
    renew: async () => false,
    giveUp: () => {},
    observe: () => {},
  });
  const failure = await call('listCanteens', undefined).catch(failureOf);
  expect(failure).toEqual({ kind: 'offline' });
});
