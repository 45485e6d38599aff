import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Nováková' },
} as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;

const header = page.getByRole('banner');
const choice = header.getByRole('combobox', { name: /Language|Jazyk/ });
const CUSTOMER = /(GET|POST) .*\/customer$/;

test("I18N-07 I18N-12 API-24 a customer's language is told to the server with everything just read of them; a guest's is not", async () => {
  const additionalData = [
    { variableId: 'floor', value: '3' },
    { variableId: 'language', value: 'en' },
  ];
  const known = { ...jana, with: { ...jana.with, email: 'jana@example.cz', additionalData } };
  const settings = { allowProfileEdit: true };
  const { server, platform } = await renderApp('/offer', { seed: [known, broth], as: 'jana', settings });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  // Another device changes what this one has read.
  const changed = { type: 'Person', userName: 'jana', firstName: 'Johana', lastName: 'Nováková' } as const;
  await platform.call('updateCustomer', {
    body: { ...changed, email: 'jana@example.cz', additionalData },
  });
  await server.forgetRequests();
  await userEvent.selectOptions(choice, 'cs');
  await expect.poll(() => server.requests(/POST .*\/customer$/)).toHaveLength(1);
  const calls = (await server.requests(CUSTOMER)).map(({ method }) => method);
  expect(calls.slice(0, calls.indexOf('POST'))).toContain('GET');
  const [told] = await server.requests(/POST .*\/customer$/);
  expect(JSON.parse(told?.body ?? '')).toEqual({
    ...changed,
    email: 'jana@example.cz',
    additionalData: [
      { variableId: 'floor', value: '3' },
      { variableId: 'language', value: 'cs' },
    ],
  });
  await expect
    .poll(async () => (await platform.call('getCustomer', undefined)).additionalData)
    .toEqual([
      { variableId: 'floor', value: '3' },
      { variableId: 'language', value: 'cs' },
    ]);
  expect(await server.requests(/POST .*\/customer$/)).toHaveLength(1);

  const guest = await renderApp('/offer', { server });
  await server.forgetRequests();
  await userEvent.selectOptions(choice.last(), 'cs');
  await expect.poll(() => storedSnapshot(guest.storage).language).toBe('cs');
  await expect.element(header.last().getByRole('link', { name: 'Přihlásit se' })).toBeVisible();
  const byGuest = storedSnapshot(guest.storage).session.authentication.sessionToken;
  const asked = await server.requests(CUSTOMER);
  expect(asked.filter(({ headers }) => headers['x-asw-token'] === byGuest)).toEqual([]);
});

test('I18N-07 a customer of whom the server knows no language gets one', async () => {
  const { server } = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await userEvent.selectOptions(choice, 'cs');
  await expect.poll(() => server.requests(/POST .*\/customer$/)).toHaveLength(1);
  const [told] = await server.requests(/POST .*\/customer$/);
  expect(JSON.parse(told?.body ?? '')).toMatchObject({
    additionalData: [{ variableId: 'language', value: 'cs' }],
  });
});

test('part of I18N-07: that a server could not be told of the language is in the log, and does not trouble the customer', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const { server } = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await server.fault(/POST .*\/customer$/, {
    answer: { status: 500, body: { success: false, resultText: 'No' } },
  });
  await userEvent.selectOptions(choice, 'cs');
  await expect.poll(() => server.requests(/POST .*\/customer$/)).toHaveLength(1);
  await expect.poll(() => document.documentElement.lang).toBe('cs');
  await expect.poll(() => log.mock.calls).toEqual([['The server was not told of the language cs: refused.']]);
  expect(page.getByText('No', { exact: true }).elements()).toEqual([]);
});
