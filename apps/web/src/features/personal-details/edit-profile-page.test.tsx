import { Settings } from '@refectory/contract/settings';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const contact = page.getByRole('form', { name: 'Contact details' });
const box = (name: string) => contact.getByRole('textbox', { name, exact: true });
const save = contact.getByRole('button', { name: 'Save' });
const passwordForm = page.getByRole('form', { name: 'Change password' });
const secret = (name: string) => passwordForm.getByRole('textbox', { name, exact: true });
const change = passwordForm.getByRole('button', { name: 'Change password' });
const toasts = page.getByRole('region', { name: 'Notifications' });

const choices = ['home', 'work'].map((value) => ({ value, label: value }));
const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana@example.cz',
    additionalData: [
      { variableId: 'language', value: 'en' },
      { variableId: 'floor', value: '3' },
      { variableId: 'number', value: '4711' },
      { variableId: 'street', value: 'Dlouhá 1' },
      { variableId: 'employerStreet', value: 'Krátká 2' },
      { variableId: 'preferredAddress', value: 'work' },
    ],
  },
} as const;

const none = { registration: [], show: [], update: [] };
const { customerFields } = z.parse(Settings, {
  customerFields: {
    common: [
      { id: 'firstName', required: true },
      { id: 'lastName' },
      { id: 'email', type: 'email', required: true },
    ],
    person: {
      ...none,
      show: [{ id: 'number', label: 'Personal number' }],
      update: [
        { id: 'floor', label: 'Floor', type: 'number' },
        { id: 'street', label: 'Street' },
        { id: 'employerStreet', label: 'Street of the employer' },
        { id: 'preferredAddress', label: 'Preferred', type: 'select', options: choices },
      ],
    },
    company: none,
  },
});
const profile = { allowProfileEdit: true, customerFields };

type Rendered = Awaited<ReturnType<typeof renderApp>>;
const open = (own: object = {}) =>
  renderApp('/profile/edit', {
    seed: [jana],
    as: 'jana',
    settings: { ...profile, ...own },
    config: { ...profile, ...own },
  });
const bodies = async ({ server }: Rendered, path: RegExp) =>
  (await server.requests(path)).map(({ body }) => JSON.parse(body) as unknown);
const SAVE = /POST .*\/customer$/;
const CHANGE = /password\/change$/;

test('PROF-04 the contact form has the fields of the settings, filled with what the customer has', async () => {
  await open();
  for (const [name, value] of [
    ['First name', 'Jana'],
    ['Last name', 'Nováková'],
    ['E-mail', 'jana@example.cz'],
    ['Floor', '3'],
    ['Street', 'Dlouhá 1'],
    ['Street of the employer', 'Krátká 2'],
  ] as const)
    await expect.element(box(name)).toHaveValue(value);
  await expect.element(contact.getByRole('combobox', { name: 'Preferred' })).toHaveValue('work');
  expect(contact.getByRole('textbox').elements()).toHaveLength(6);
});

test('PROF-21 a field that is only shown stands with its value and without an input', async () => {
  await open();
  await expect.element(page.getByRole('term').getByText('Personal number')).toBeVisible();
  await expect.element(page.getByRole('definition').getByText('4711')).toBeVisible();
  expect(page.getByLabelText('Personal number').elements()).toEqual([]);
});

test('PROF-05 CFG-43 groups divide the contact form under their headings, and without them there are none', async () => {
  const dataGroups = [
    { title: { en: 'Who you are', cs: 'Kdo jste' }, fields: ['firstName', 'lastName', 'email'] },
    { title: 'Where you are', fields: ['floor', 'street', 'employerStreet', 'preferredAddress'] },
  ];
  await open({ dataGroups });
  const groups = contact.getByRole('group');
  await expect.element(groups.first()).toBeVisible();
  expect(groups.elements().map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Who you are',
    'Where you are',
  ]);
  await expect
    .element(contact.getByRole('group', { name: 'Where you are' }).getByRole('textbox', { name: 'Floor' }))
    .toBeVisible();
});

test('CFG-43 without groups the contact form is in one piece', async () => {
  await open();
  await expect.element(save).toBeVisible();
  expect(contact.getByRole('group').elements()).toEqual([]);
});

test('PROF-06 PROF-07 API-24 saving sends what was changed and what was not, and the header shows the new name', async () => {
  const app = await open();
  await userEvent.fill(box('First name'), 'Johana');
  await userEvent.fill(box('Floor'), '4');
  await userEvent.click(save);
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  expect(await bodies(app, SAVE)).toEqual([
    {
      type: 'Person',
      userName: 'jana',
      firstName: 'Johana',
      lastName: 'Nováková',
      email: 'jana@example.cz',
      additionalData: [
        { variableId: 'language', value: 'en' },
        { variableId: 'floor', value: '4' },
        { variableId: 'number', value: '4711' },
        { variableId: 'street', value: 'Dlouhá 1' },
        { variableId: 'employerStreet', value: 'Krátká 2' },
        { variableId: 'preferredAddress', value: 'work' },
      ],
    },
  ]);
  await expect.element(page.getByRole('banner').getByText('Johana Nováková').last()).toBeVisible();
  const { reload } = app;
  await reload();
  await expect.element(box('Floor')).toHaveValue('4');
});

test('PROF-07 PROF-20 ERR-06 a save that fails says so in its form alone, and what was typed stays', async () => {
  const { server } = await open();
  await server.fault(SAVE, {
    answer: { status: 400, body: { success: false, resultText: 'Nobody is called that.' } },
  });
  await userEvent.fill(box('First name'), 'Xyz');
  await userEvent.click(save);
  await expect.element(toasts.getByText('Your details could not be saved.')).toBeVisible();
  await expect
    .element(contact.getByText('Your details could not be saved. Nobody is called that.'))
    .toBeVisible();
  await expect.element(box('First name')).toHaveValue('Xyz');
  expect(passwordForm.getByText(/could not/).elements()).toEqual([]);
});

test('a field that was emptied is not sent, and is empty at the server too', async () => {
  const app = await open();
  await userEvent.clear(box('Last name'));
  await userEvent.clear(box('Floor'));
  await userEvent.click(save);
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  const [body] = (await bodies(app, SAVE)) as [{ additionalData: { variableId: string }[] }];
  expect(body).not.toHaveProperty('lastName');
  expect(body.additionalData.map(({ variableId }) => variableId)).not.toContain('floor');
  await app.reload();
  await expect.element(box('First name')).toHaveValue('Jana');
  await expect.element(box('Last name')).toHaveValue('');
  await expect.element(box('Floor')).toHaveValue('');
});

test('PROF-08 the type of the customer is shown, and cannot be changed', async () => {
  await open({ allowCompany: true });
  const type = page.getByRole('group', { name: 'Customer type' });
  await expect.element(type.getByRole('radio', { name: 'Person' })).toBeChecked();
  for (const name of ['Person', 'Company'])
    await expect.element(type.getByRole('radio', { name })).toBeDisabled();
});

test('PROF-09 with a street that is empty the preferred address is neither sent nor kept', async () => {
  const app = await open();
  await userEvent.clear(box('Street'));
  await userEvent.click(save);
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  await expect.element(contact.getByRole('combobox', { name: 'Preferred' })).toHaveValue('');
  const [body] = (await bodies(app, SAVE)) as [{ additionalData: { variableId: string }[] }];
  expect(body.additionalData.map(({ variableId }) => variableId)).not.toContain('preferredAddress');
});

test('PROF-10 PROF-11 the password has a form of its own with three inputs, and the old one is required', async () => {
  const app = await open();
  await expect.element(change).toBeVisible();
  expect(passwordForm.getByRole('textbox').elements()).toHaveLength(3);
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  await expect.element(passwordForm.getByText('Current password is required')).toBeVisible();
  await expect.element(secret('Current password')).toHaveFocus();
  expect(await bodies(app, CHANGE)).toEqual([]);
});

test('PROF-12 a rule of the new password is told while it is typed', async () => {
  const passwordRules = { minLength: 5, lowercase: false, uppercase: false, digit: false, special: true };
  await open({ passwordRules });
  await userEvent.type(secret('New password'), 'abc12');
  const rule = passwordForm.getByText('At least one special character, like ! or ?');
  await expect.element(rule).toBeVisible();
  await userEvent.type(secret('New password'), '!');
  await expect.element(rule).not.toBeInTheDocument();
  await userEvent.fill(secret('Password again'), 'abc12?');
  await userEvent.tab();
  await expect.element(passwordForm.getByText('The passwords do not match')).toBeVisible();
});

test('PROF-13 PROF-14 API-15 a change sends both passwords alone; then the inputs are empty and the customer is logged in', async () => {
  const app = await open();
  await userEvent.fill(secret('Current password'), PASSWORD);
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  await expect.element(toasts.getByText('Your password is changed.')).toBeVisible();
  expect(await bodies(app, CHANGE)).toEqual([{ passwordNew: 'svíčková se šesti', passwordOld: PASSWORD }]);
  for (const name of ['Current password', 'New password', 'Password again'])
    await expect.element(secret(name)).toHaveValue('');
  expect(storedSnapshot(app.storage).session.auth).toBe(true);
  expect(JSON.stringify(storedSnapshot(app.storage))).not.toContain(PASSWORD);
});

test('PROF-14 a wrong old password is a failure of the form, and the customer stays logged in', async () => {
  const app = await open();
  await userEvent.fill(secret('Current password'), 'wrong');
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  await expect.element(toasts.getByText('The password could not be changed.')).toBeVisible();
  await expect.element(passwordForm.getByText(/^The password could not be changed\./)).toBeVisible();
  expect(storedSnapshot(app.storage).session.auth).toBe(true);
  await expect.element(page.getByRole('banner').getByText('Jana Nováková').last()).toBeVisible();
});

test('FORM-05 part of FORM-49: a password that is the old one or a common one is refused, the first by the form as a whole', async () => {
  const app = await open();
  await userEvent.fill(secret('Current password'), PASSWORD);
  await userEvent.fill(secret('New password'), PASSWORD);
  await userEvent.fill(secret('Password again'), PASSWORD);
  await userEvent.click(change);
  await expect
    .element(passwordForm.getByText('The new password is the same as the current one.'))
    .toBeVisible();
  await expect.element(toasts.getByText(/^The provided information is incorrect or empty/)).toBeVisible();
  expect(await bodies(app, CHANGE)).toEqual([]);

  await userEvent.fill(secret('New password'), 'password123');
  await userEvent.fill(secret('Password again'), 'password123');
  await userEvent.click(change);
  await expect.element(passwordForm.getByText(/^The password could not be changed\. .{20}/)).toBeVisible();
});
