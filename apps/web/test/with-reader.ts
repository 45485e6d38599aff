import { expect, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp } from './render-app.ts';
import { startTestServer, type TestReader } from './test-server.ts';

export const CARD = '04A1B2C3';
const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana@example.cz',
  },
} as const;
const janasCard = { make: 'card', with: { customerId: '$jana', number: CARD } } as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;
export const seed = [jana, janasCard, broth];

const section = page.getByRole('region', { name: 'By card' });
/** Where to look while a card is read. */
export const onPage = {
  section,
  hold: section.getByText('Hold your card to the reader.'),
  form: page.getByRole('region', { name: 'By password' }),
  header: page.getByRole('banner'),
  toasts: page.getByRole('region', { name: 'Notifications' }),
} as const;

export const message = (code: string, final = true) => ({ type: 'message', final, data: { code } });

/** The login page before a reader that reads, or that does only what the test says. */
export async function renderWithReader(
  path = '/login',
  { obeys = true, ...options }: Parameters<typeof renderApp>[1] & { readonly obeys?: boolean } = {},
) {
  const settings = { allowCardLogin: true, ...options.settings };
  const server = await startTestServer({ seed, ...options, settings });
  const reader = await server.openReader({ obeys });
  const app = await renderApp(path, {
    server,
    ...options,
    config: { allowCardLogin: true, cardReaderUrl: reader.address, ...options.config },
  });
  return { ...app, reader };
}

/** Waits until Jana is signed in. */
export const expectSignedIn = () =>
  expect.element(onPage.header.getByText('Jana Nováková').last()).toBeVisible();

/** Signs in as Jana in the section of the password. */
export async function signInByPassword(): Promise<void> {
  await userEvent.fill(onPage.form.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(onPage.form.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(onPage.form.getByRole('button', { name: 'Sign in' }));
  await expectSignedIn();
}

/** Waits until the reader has heard these commands, and no others. */
export const expectHeard = (reader: TestReader, commands: readonly string[]) =>
  expect.poll(reader.heard).toEqual(commands);

/** Waits as `expectHeard` does, and lets the time of stopped timers pass meanwhile: a command follows an answer. */
export const expectHeardInTime = (reader: TestReader, commands: readonly string[]) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10);
      return reader.heard();
    })
    .toEqual(commands);

/** Timers that stand still until they are put forward; the socket and the calls go on. */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** What the console was told as a warning. */
export function listenToLog(): readonly string[] {
  const told: string[] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation((...words: unknown[]) => {
    told.push(words.join(' '));
  });
  onTestFinished(() => warn.mockRestore());
  return told;
}
