import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp } from '../../test/render-app.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const region = page.getByRole('region', { name: 'Notifications' });

/** The application with its timers in the test's hands. */
async function renderWithTimers(...options: Parameters<typeof renderApp>) {
  const app = await renderApp(...options);
  await expect.element(page.getByRole('main')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return app;
}

test('TOAST-01 TOAST-02 LIMIT-01 a key is translated, a text of the server shown as received, each for 2500 ms', async () => {
  const { platform } = await renderWithTimers('/login', { language: 'cs' });
  platform.toasts.add({ messageKey: 'Toasts.messageServerUnavailable' });
  platform.toasts.add({ messageKey: 'Error.generic', isFromServer: true });
  const czech = page.getByText('Server je nedostupný');
  const received = page.getByText('Error.generic', { exact: true });
  await expect.element(czech).toBeVisible();
  await expect.element(received).toBeVisible();
  vi.advanceTimersByTime(2400);
  await expect.element(czech).toBeVisible();
  vi.advanceTimersByTime(200);
  await expect.element(czech).not.toBeInTheDocument();
  await expect.element(received).not.toBeInTheDocument();
});

test('TOAST-03 TOAST-04 the same again counts in one toast, and its close control takes it away', async () => {
  const { platform } = await renderWithTimers('/login');
  const add = () => platform.toasts.add({ messageKey: 'Toasts.messageServerUnavailable' });
  add();
  add();
  await expect.element(region.getByRole('paragraph')).toHaveTextContent('Server unavailable (2x)');
  add();
  await expect.element(region.getByRole('paragraph')).toHaveTextContent('Server unavailable (3x)');
  await userEvent.click(region.getByRole('button', { name: 'Dismiss' }));
  await expect.element(region.getByRole('paragraph')).not.toBeInTheDocument();
});

test('TOAST-05 under the pointer a toast stays, and goes after the pointer left', async () => {
  const { platform } = await renderWithTimers('/login');
  platform.toasts.add({ messageKey: 'Toasts.messageServerUnavailable' });
  const toast = region.getByText('Server unavailable');
  await userEvent.hover(toast);
  vi.advanceTimersByTime(5000);
  await expect.element(toast).toBeVisible();
  platform.toasts.add({ messageKey: 'Toasts.messageServerUnavailable' });
  vi.advanceTimersByTime(5000);
  await expect.element(region.getByText('(2x)')).toBeVisible();
  await userEvent.hover(page.getByRole('heading', { level: 1 }));
  vi.advanceTimersByTime(2400);
  await expect.element(toast).toBeVisible();
  vi.advanceTimersByTime(200);
  await expect.element(toast).not.toBeInTheDocument();
});

test('TOAST-06 DATA-20 a click on a toast with a link goes there, and the toast is gone', async () => {
  const { platform, history } = await renderWithTimers('/profile', { seed: [jana], as: 'jana' });
  platform.toasts.add({ messageKey: 'Toasts.messageCreateOrderSucceeded', link: '/orders' });
  await userEvent.click(region.getByRole('link', { name: 'Ordered' }));
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/orders');
  await expect.element(region.getByRole('paragraph')).not.toBeInTheDocument();
});

test('MODAL-02 MODAL-07 of a long text a toast shows the beginning, and the rest is an information with one button', async () => {
  const { platform } = await renderWithTimers('/login');
  const text = `The kitchen closes early today. ${'Please pick up your meals before noon. '.repeat(6)}Thank you.`;
  platform.toasts.add({ messageKey: text, isFromServer: true });
  await userEvent.click(region.getByRole('button', { name: 'Whole text' }));
  const dialog = page.getByRole('dialog', { name: 'Notification' });
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expect.element(region.getByRole('paragraph')).not.toBeInTheDocument();
  expect(dialog.getByRole('button').elements()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button'));
  await expect.element(dialog).not.toBeInTheDocument();
});
