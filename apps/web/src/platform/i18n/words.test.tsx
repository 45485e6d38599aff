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
  await expect.element(dialog.getByRole('button', { name: czech.dialogs.yes, exact: true })).toBeVisible();
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

test('a text of the configuration that cannot be shown as it is meant leaves the own one in place, and is told', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const translations = {
    en: {
      'shell.login': 'Come {in',
      'shell.registration': 'Become {a, select, b {<b>{c}</b>} other {one of #us}}',
      'shell.timeOnDate': '{time} on {date}',
      'orders.quantity': '{count, plural, one {# portion} other {# portions}}',
      'login.heading': 'Come in, {name}',
    },
  };
  const app = await renderApp('/offer/DAY', {
    seed: [kitchen],
    config: { translations, allowRegistration: true },
  });
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const own = await allWords('en');
  const shown = () => app.platform.words.shown.getState()?.messages;
  expect(shown()).toMatchObject({
    shell: { login: own.shell.login, registration: own.shell.registration },
  });
  expect(shown()?.shell.timeOnDate).toEqual([['time'], ' on ', ['date']]);
  expect(shown()?.orders.quantity).toEqual([['count', 2, expect.anything()]]);
  app.history.push('/login');
  await expect.element(page.getByRole('heading', { name: own.login.heading, level: 1 })).toBeVisible();
  expect(warn.mock.calls.map(([text]) => text as unknown)).toEqual([
    expect.stringMatching(/^The text "shell.login" of the configuration is ignored: .*EXPECT_ARGUMENT/),
    'The text "shell.registration" of the configuration is ignored: nothing is known here of {a}, <b>, {c}.',
    'The text "login.heading" of the configuration is ignored: nothing is known here of {name}.',
  ]);
});
