import { unitPrice } from '@refectory/domain/money';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import type { DialogType, DialogTypes } from '#platform/dialogs/dialog-store.ts';

import { renderApp, type RenderedApp } from '../../test/render-app.ts';

const info = page.getByRole('dialog', { name: 'About allergens' });

const openInfo = ({ platform }: RenderedApp) =>
  platform.dialogs.open('info', { title: 'About allergens', text: 'Ask the kitchen.' });

/** A click on the page that a dialog covers. */
const clickBeside = (dialog: Locator) => userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });

test('MODAL-01 a dialog has a name and takes the focus, and gives it back when it closes', async () => {
  const app = await renderApp('/login');
  const field = page.getByRole('textbox', { name: 'User name' });
  await userEvent.click(field);
  const answer = openInfo(app);
  await expect.element(info).toBeVisible();
  await expect.element(info.getByText('Ask the kitchen.')).toBeVisible();
  expect(info.element().contains(document.activeElement)).toBe(true);
  await userEvent.tab();
  await expect.element(field).not.toHaveFocus();
  await userEvent.click(info.getByRole('button', { name: 'Close' }));
  expect(await answer).toBeUndefined();
  await expect.element(info).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
});

test('MODAL-01 of two dialogs the newer is on top, and the older is there again after it', async () => {
  const app = await renderApp('/login');
  void openInfo(app);
  const answer = app.platform.dialogs.open('force', {
    message: 'Two of the same?',
    answers: [
      { value: 'yes', label: 'Both' },
      { value: 'no', label: 'One' },
    ],
  });
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await expect.element(question).toBeVisible();
  expect(question.element().contains(document.activeElement)).toBe(true);
  await userEvent.click(question.getByRole('button', { name: 'One' }));
  expect(await answer).toBe('no');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(info).toBeVisible();
  expect(info.element().contains(document.activeElement)).toBe(true);
});

test.each([
  ['the cross', () => userEvent.click(info.getByRole('button', { name: 'Close' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a click beside it', () => clickBeside(info)],
] as const)('MODAL-04 %s closes a dialog that can be closed', async (_, close) => {
  const app = await renderApp('/login');
  const answer = openInfo(app);
  await expect.element(info).toBeVisible();
  await close();
  expect(await answer).toBeUndefined();
  await expect.element(info).not.toBeInTheDocument();
});

/** Every dialog that can be closed: a new type has to say which it is. */
const closable: {
  readonly [Type in Exclude<DialogType, 'confirm-logout' | 'terms'>]: DialogTypes[Type]['props'];
} = {
  'confirm-leave': {},
  confirm: { title: '1', text: '2', act: '3' },
  'take-portions': { dish: '1', day: '2', quantity: 1, price: unitPrice(30_000), choices: [[]] },
  force: { message: '1', answers: [{ value: '1', label: '1' }] },
  login: {},
  modifiers: { dish: '1', day: '2', price: unitPrice(1), quantity: 1, groups: [], chosen: [], step: 'add' },
  pairing: { action: 'confirm', loyaltySystem: '1', externalSystemCustomerName: '1' },
  info: { title: '1', text: '2' },
};

test.each(Object.entries(closable))(
  'MODAL-04 a dialog of the type %s is closed by its cross, by Escape and beside it',
  async (type, props) => {
    const { platform } = await renderApp('/login');
    const dialog = page.getByRole('dialog');
    for (const close of [
      () => userEvent.click(dialog.getByRole('button', { name: 'Close' })),
      () => userEvent.keyboard('{Escape}'),
      () => clickBeside(dialog),
    ]) {
      // Type and properties belong together, row by row.
      const answer = platform.dialogs.open(type as 'info', props as DialogTypes['info']['props']);
      await expect.element(dialog).toBeVisible();
      await close();
      expect(await answer).toBeUndefined();
      await expect.element(dialog).not.toBeInTheDocument();
    }
  },
);

test('part of MODAL-03: neither Escape nor a click beside it closes the question whether to log out', async () => {
  const app = await renderApp('/login');
  const answer = app.platform.dialogs.open('confirm-logout', {});
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  for (let time = 0; time < 4; time += 1) await userEvent.keyboard('{Escape}');
  await clickBeside(dialog);
  await expect.element(dialog).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'No' }));
  expect(await answer).toBe(false);
});
