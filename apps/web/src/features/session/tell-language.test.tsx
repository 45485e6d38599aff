import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Nováková' },
} as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;

const choice = page.getByRole('banner').getByRole('combobox', { name: /Language|Jazyk/ });
const CUSTOMER = /(GET|POST) .*\/customer$/;

test("I18N-07 I18N-12 API-24 a customer's language is told to the server with everything just read of them", async () => {
  const { server, platform } = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await server.forgetRequests();
  await userEvent.selectOptions(choice, 'cs');
  await expect.poll(() => server.requests(/POST .*\/customer$/)).toHaveLength(1);
  // The header reads the customer in the new language too.
  const calls = (await server.requests(CUSTOMER)).map(({ method }) => method);
  expect(calls.slice(0, calls.indexOf('POST'))).toContain('GET');
  const [told] = await server.requests(/POST .*\/customer$/);
  expect(JSON.parse(told?.body ?? '')).toMatchObject({
    firstName: 'Jana',
    lastName: 'Nováková',
    additionalData: [{ variableId: 'language', value: 'cs' }],
  });
  await expect
    .poll(async () => (await platform.call('getCustomer', undefined)).additionalData)
    .toMatchObject([{ variableId: 'language', value: 'cs' }]);
});

test('part of I18N-07: for a guest nothing is sent', async () => {
  const { server } = await renderApp('/offer', { seed: [jana, broth] });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await userEvent.selectOptions(choice, 'cs');
  await expect.poll(() => document.documentElement.lang).toBe('cs');
  expect(await server.requests(CUSTOMER)).toEqual([]);
});

test('a server that cannot be told of the language does not trouble the customer', async () => {
  const { server } = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await server.fault(/POST .*\/customer$/, {
    answer: { status: 500, body: { success: false, resultText: 'No' } },
  });
  await userEvent.selectOptions(choice, 'cs');
  await expect.poll(() => server.requests(/POST .*\/customer$/)).toHaveLength(1);
  await expect.poll(() => document.documentElement.lang).toBe('cs');
  expect(page.getByText('No', { exact: true }).elements()).toEqual([]);
});
