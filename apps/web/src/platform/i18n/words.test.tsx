import { allWords } from '@refectory/translations/all-words';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const header = page.getByRole('banner');
const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const kitchen = { make: 'canteen', as: 'kitchen' } as const;

/** The areas that pages brought with them; the description of the document and the foot of the page come on their own. */
const lateAreas = ({ platform }: Awaited<ReturnType<typeof renderApp>>) =>
  platform.words.shown.getState()?.late.filter((area) => area !== 'meta' && area !== 'footer');

test('the words of a page come with it, also after a change of language', async () => {
  const app = await renderApp('/offer/DAY', {
    seed: [kitchen],
    config: { languages: ['en', 'pl'], allowRegistration: true },
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(lateAreas(app)).toEqual([]);
  await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  expect(lateAreas(app)).toEqual(['login']);

  await userEvent.selectOptions(header.getByRole('combobox', { name: 'Language' }), 'Polski');
  const polish = await allWords('pl');
  await expect.element(page.getByRole('heading', { name: polish.login.heading, level: 1 })).toBeVisible();
  app.history.push('/registration');
  await expect.element(page.getByText(polish.Registration.lead)).toBeVisible();
  expect(lateAreas(app)).toEqual(['login', 'Registration', 'Form', 'FormErrors']);
});

test('the words of a dialog come with it', async () => {
  const app = await renderApp('/orders', { seed: [kitchen, jana], as: 'jana', language: 'cs' });
  const czech = await allWords('cs');
  expect(lateAreas(app)).not.toContain('dialogs');
  await userEvent.click(header.getByRole('button', { name: czech.shell.logout }));
  const dialog = page.getByRole('dialog', { name: czech.dialogs.confirmLogoutTitle });
  await expect.element(dialog.getByText(czech.dialogs.confirmLogoutText)).toBeVisible();
  expect(lateAreas(app)).toContain('dialogs');
});

test('texts of the configuration hold for the words of a page too, and one that replaces none is told', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const told = () => warn.mock.calls.map(([text]) => text as unknown);
  const translations = {
    en: { 'login.heading': 'Come in', 'login.nothing': 'x', 'nowhere.at': 'x', bare: 'x' },
  };
  const app = await renderApp('/offer/DAY', { seed: [kitchen], config: { translations } });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(told()).toEqual(['nowhere.at', 'bare'].map((key) => `There is no text "${key}" to replace.`));
  app.history.push('/login');
  await expect.element(page.getByRole('heading', { name: 'Come in', level: 1 })).toBeVisible();
  expect(told()).toContain('There is no text "login.nothing" to replace.');
});
