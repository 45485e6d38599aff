import { allWords } from '@refectory/translations/all-words';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { pastThrottle } from '../../test/past-throttle.ts';
import { PASSWORD, renderApp } from '../../test/render-app.ts';
import { startTestServer } from '../../test/test-server.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const language = page.getByRole('banner').getByRole('combobox');

test('I18N-10 I18N-11 a label of the configuration follows the language, and is English where it has no other', async () => {
  const staffNumber = {
    id: 'staffNumber',
    label: { en: 'Staff number', cs: 'Osobní číslo' },
    validationRegExp: String.raw`^\d+$`,
    validationErrorMessage: { en: 'Only digits, please' },
  };
  await renderApp('/registration', {
    config: { allowRegistration: true, customerFields: { common: [staffNumber] } },
  });
  await expect.element(page.getByRole('textbox', { name: 'Staff number' })).toBeVisible();
  await userEvent.selectOptions(language, 'Čeština');
  await expect.element(page.getByRole('textbox', { name: 'Osobní číslo' })).toBeVisible();
  await userEvent.selectOptions(language, 'Polski');
  const field = page.getByRole('textbox', { name: 'Staff number' });
  await userEvent.fill(field, 'x');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription('Only digits, please');
});

test.each(['en', 'cs', 'pl', 'sk'] as const)(
  'I18N-13 a text of the server is shown as received in %s, also where it looks like a key',
  async (shown) => {
    const server = await startTestServer({ seed: [jana] });
    for (const resultText of ['Toto je test', 'shell.menu']) {
      await server.clearFaults();
      await server.fault(/GET .*canteenorders/, {
        answer: { status: 200, body: { success: false, resultText } },
      });
      await renderApp('/orders', { server, as: 'jana', language: shown });
      await expect.element(page.getByText(resultText, { exact: true }).first()).toBeVisible();
    }
  },
);

test.each(['en', 'cs', 'pl', 'sk'] as const)(
  'I18N-13 a question and an error message of the server are shown as received in %s, also where they look like keys',
  async (shown) => {
    const dish = {
      make: 'offering',
      with: { canteenId: '$kitchen', product: { name: { und: '11' } } },
    } as const;
    const { server } = await renderApp('/offer/DAY', {
      seed: [{ make: 'canteen', as: 'kitchen' }, dish, jana],
      as: 'jana',
      language: shown,
    });
    const force = { message: 'shell.menu', answers: [{ value: 'yes', label: 'login.heading' }] };
    const refusals = [
      { status: 449, body: { success: false, error: { force } } },
      { status: 400, body: { success: false, error: { message: 'Toto je test' } } },
      { status: 400, body: { success: false, error: { message: 'shell.menu' } } },
    ];
    const { Toasts } = await allWords(shown);
    // The buttons of the counter name the dish too, and no price.
    const order = page.getByRole('article', { name: '11' }).getByRole('button', { name: /, 11, .*100/ });
    await expect.element(order).toBeEnabled();
    for (const { status, body } of refusals) {
      await server.clearFaults();
      await server.fault(/POST .*canteenorder\/direct/, { answer: { status, body } });
      await pastThrottle();
      await userEvent.click(order);
      const { error } = body;
      if ('force' in error) {
        const dialog = page.getByRole('dialog');
        await expect.element(dialog.getByText(force.message, { exact: true })).toBeVisible();
        await expect
          .element(dialog.getByRole('button', { name: 'login.heading', exact: true }))
          .toBeVisible();
        await userEvent.keyboard('{Escape}');
        await expect.element(dialog).not.toBeInTheDocument();
      } else {
        const told = page.getByRole('region', { name: Toasts.region });
        await expect.element(told.getByText(error.message, { exact: true })).toBeVisible();
      }
    }
  },
);

test('ERR-22 without a session the page says so in the words of the catalogue', async () => {
  const server = await startTestServer({});
  await server.fault(/POST .*authenticate/, { answer: { status: 500, body: {} } });
  await renderApp('/login', { server });
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent(/^Whoops, something went wrong$/);
  await expect.poll(() => document.title).toBe('Refectory | Whoops, something went wrong');
});

test('MODAL-07 an information has its text and one button, which closes it', async () => {
  const { platform } = await renderApp('/login');
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  void platform.dialogs.open('info', { title: 'Allergen 7', text: 'Milk and what is made of it' });
  const dialog = page.getByRole('dialog', { name: 'Allergen 7' });
  await expect.element(dialog.getByText('Milk and what is made of it')).toBeVisible();
  expect(dialog.getByRole('button').elements()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button'));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('NAV-41, part of DATA-36: what failed on a page is not told there any more after another page, and what was read stays', async () => {
  const config = { allowGuestComments: true };
  const { server, history } = await renderApp('/offer/DAY', {
    seed: [jana, { make: 'offering', with: { product: { name: { en: 'Broth' } } } }],
    settings: config,
    config,
    as: 'jana',
  });
  const broth = page.getByRole('article', { name: 'Broth' });
  await expect.element(broth).toBeVisible();
  history.push('/profile/comment');
  await server.fault(/POST .*customer\/comment/, {
    answer: { status: 422, body: { success: false, error: { message: 'The kitchen is shut' } } },
  });
  const message = page.getByRole('textbox', { name: 'Your comment' });
  const failure = page.getByRole('main').getByText(/The kitchen is shut/);
  await userEvent.fill(message, 'The soup was cold');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.element(failure).toBeVisible();
  history.push('/orders');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Leave' }));
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  history.push('/profile/comment');
  await expect.element(message).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();

  await server.fault(/GET .*\/(?:canteens|canteenmenu)/, { hold: true });
  history.push('/offer/DAY');
  await expect.element(broth).toBeVisible();
  expect(page.getByText('Loading the menu').elements()).toEqual([]);
});
