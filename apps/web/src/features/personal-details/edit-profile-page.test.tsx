import { Settings } from '@refectory/contract/settings';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const contact = page.getByRole('form', { name: 'Contact details' });
const contactSection = page.getByRole('region', { name: 'Contact details' });
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
  const { platform } = await open({ dataGroups });
  const groups = contact.getByRole('group');
  await expect.element(groups.first()).toBeVisible();
  expect(groups.elements().map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Who you are',
    'Where you are',
  ]);
  await expect
    .element(contact.getByRole('group', { name: 'Where you are' }).getByRole('textbox', { name: 'Floor' }))
    .toBeVisible();
  platform.snapshot.setState({ language: 'cs' });
  await expect.element(page.getByRole('group', { name: 'Kdo jste' })).toBeVisible();

  await open();
  await expect.element(contact.getByRole('textbox', { name: 'Floor' })).toBeVisible();
  expect(contact.getByRole('group').elements()).toEqual([]);
});

test.each([
  ['Person', ['common', 'person-show', 'person-update'], ['common', 'person-registration']],
  ['Company', ['common', 'company-show', 'company-update'], ['common', 'company-registration']],
] as const)(
  'CFG-42 PROF-04 PROF-21 each place shows a %s the fields of its own list and the common ones, and no others',
  async (type, inProfile, inRegistration) => {
    const listOf = (id: string) => [{ id, label: `${id}.` }];
    const listsOf = (name: string) => ({
      registration: listOf(`${name}-registration`),
      show: listOf(`${name}-show`),
      update: listOf(`${name}-update`),
    });
    const lists = z.parse(Settings, {
      customerFields: { common: listOf('common'), person: listsOf('person'), company: listsOf('company') },
    });
    const ids = [
      'common',
      ...['person', 'company'].flatMap((name) =>
        Object.values(listsOf(name))
          .flat()
          .map(({ id }) => id),
      ),
    ];
    const additionalData = ids.map((variableId) => ({ variableId, value: 'x' }));
    const config = {
      allowProfileEdit: true,
      allowCompany: true,
      allowRegistration: true,
      customerFields: lists.customerFields,
    };
    const customer = {
      make: 'customer',
      as: 'one',
      with: { userName: 'one', password: PASSWORD, type, additionalData },
    } as const;
    const { server } = await renderApp('/profile/edit', {
      seed: [customer],
      as: 'one',
      settings: config,
      config,
    });
    await expect.element(page.getByText('common.', { exact: true }).last()).toBeVisible();
    const shown = () =>
      ids.filter(
        (id) => page.getByRole('main').last().getByText(`${id}.`, { exact: true }).elements().length > 0,
      );
    expect(shown()).toEqual(inProfile);
    const [, onlyShown, toUpdate] = inProfile;
    await expect.element(page.getByRole('term').getByText(`${onlyShown}.`)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: `${toUpdate}.` })).toBeVisible();
    expect(page.getByLabelText(`${onlyShown}.`).elements()).toEqual([]);

    await renderApp('/registration', { server, config });
    const registration = page.getByRole('main').last();
    if (type === 'Company') await userEvent.click(registration.getByText('Company', { exact: true }));
    await expect.element(registration.getByText(`${inRegistration[1]}.`)).toBeVisible();
    expect(shown()).toEqual(inRegistration);
  },
);

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

test.each(['Firma', 'New firm'])(
  'PROF-06 of a company %s its name is sent as a direct field',
  async (name) => {
    const own = {
      ...profile,
      ...({
        customerFields: {
          ...customerFields,
          common: [
            { id: 'companyName', label: 'Company' },
            { id: 'email', label: 'E-mail' },
          ],
        },
      } as object),
    };
    const company = { type: 'Company', companyName: 'Firma', email: 'info@example.cz' } as const;
    const app = await renderApp('/profile/edit', {
      seed: [{ make: 'customer', as: 'firma', with: { userName: 'firma', password: PASSWORD, ...company } }],
      as: 'firma',
      settings: own,
      config: own,
    });
    await userEvent.fill(box('Company'), name);
    await userEvent.fill(box('E-mail'), company.email);
    await userEvent.click(save);
    await expect.poll(() => bodies(app, SAVE)).toMatchObject([{ ...company, companyName: name }]);
  },
);

test('FORM-24 PROF-07 a name that is too long for the server is sent, and the refusal is told in the form', async () => {
  const app = await open();
  const name = 'J'.repeat(201);
  await userEvent.fill(box('First name'), name);
  await userEvent.click(save);
  await expect.element(contact.getByText(/^Your details could not be saved\. .{10}/)).toBeVisible();
  expect(await bodies(app, SAVE)).toMatchObject([{ firstName: name }]);
  await expect.element(box('First name')).toHaveValue(name);
});

test('PROF-06 entries that the form does not know are sent back exactly as they came', async () => {
  const app = await open();
  const entries = [
    { variableId: 7, value: 1 },
    { variableId: 'badge', multiple: null, options: null, value: null },
    { variableId: 'note', value: { und: 'x' }, label: 'Note' },
  ];
  await app.server.fault(/GET .*\/customer$/, {
    answer: {
      status: 200,
      body: {
        success: true,
        type: 'Person',
        userName: 'jana',
        email: 'jana@example.cz',
        additionalData: entries,
      },
    },
  });
  await app.platform.queries.invalidateQueries();
  await expect.element(box('Floor')).toHaveValue('');
  await userEvent.fill(box('First name'), 'Johana');
  await userEvent.fill(box('Floor'), '4');
  await userEvent.click(save);
  await expect.poll(async () => (await bodies(app, SAVE)).length).toBe(1);
  const [body] = (await bodies(app, SAVE)) as [{ additionalData: unknown }];
  expect(body.additionalData).toEqual([...entries, { variableId: 'floor', value: '4' }]);
});

test('PROF-07 PROF-20 ERR-06 a save that fails says so in its form, in no other, and in a notification, and what was typed stays', async () => {
  const { server } = await open();
  await server.fault(SAVE, {
    answer: { status: 400, body: { success: false, resultText: 'Nobody is called that.' } },
  });
  await userEvent.fill(box('First name'), 'Xyz');
  await userEvent.clear(box('Street'));
  await userEvent.click(save);
  const text = 'Your details could not be saved. Nobody is called that.';
  await expect.element(toasts.getByText(text, { exact: true })).toBeVisible();
  await expect.element(contact.getByText(text, { exact: true })).toBeVisible();
  await expect.element(box('First name')).toHaveValue('Xyz');
  // Which address is preferred was not sent, since one street is empty. It stays for the next attempt.
  await expect.element(contact.getByRole('combobox', { name: 'Preferred' })).toHaveValue('work');
  expect(passwordForm.getByText(/could not/).elements()).toEqual([]);
});

test.each([
  [401, { error: { code: 'passwordRequired', message: 'No' } }],
  [400, { error: { code: 'passwordRequired', message: 'No' } }],
  [403, { code: 'passwordRequired', message: 'No' }],
  [500, { code: 'passwordRequired' }],
  [200, { error: { code: 'passwordRequired', message: 'No' } }],
  [409, { code: 'passwordRequired' }],
  [449, { error: { code: 'passwordRequired', force: { message: 'Really?', answers: ['yes'] } } }],
  [503, { code: 'passwordRequired' }],
])(
  'ERR-37 AUTH-23 AUTH-27 a server that asks for the password by %d and %j opens the login, and the save goes on after it',
  async (status, asking) => {
    const app = await open();
    const ask = () => app.server.fault(SAVE, { answer: { status, body: { success: false, ...asking } } }, 1);
    await userEvent.fill(box('First name'), 'Johana');
    await ask();
    await userEvent.click(save);
    const login = page.getByRole('dialog', { name: 'Sign in' });
    await userEvent.click(login.getByRole('button', { name: 'Close' }));
    await expect.element(save).not.toHaveAttribute('aria-busy');
    expect(await app.server.requests(SAVE)).toHaveLength(1);
    expect(toasts.getByRole('paragraph').elements()).toEqual([]);
    await expect.element(box('First name')).toHaveValue('Johana');

    await ask();
    await userEvent.click(save);
    await userEvent.fill(login.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(login.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(login.getByRole('button', { name: 'Sign in' }));
    await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
    const sent = await bodies(app, SAVE);
    expect(sent).toHaveLength(3);
    expect(sent[2]).toEqual(sent[1]);
    await expect.element(page.getByRole('banner').getByText('Johana Nováková').last()).toBeVisible();
  },
);

test('what is typed while a save is under way is not saved by it, and is asked about', async () => {
  const { server, history } = await open();
  const { release } = await server.fault(SAVE, { hold: true }, 1);
  await userEvent.fill(box('First name'), 'Johana');
  await userEvent.click(save);
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await userEvent.fill(box('Floor'), '7');
  await release();
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  await expect.element(box('First name')).toHaveValue('Johana');
  await expect.element(box('Floor')).toHaveValue('7');
  await userEvent.click(page.getByRole('banner').getByRole('link', { name: 'Menu' }));
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  expect(history.location.pathname).toBe('/profile/edit');
  await userEvent.click(save);
  await expect.element(save).not.toHaveAttribute('aria-busy');
  await userEvent.click(page.getByRole('banner').getByRole('link', { name: 'Menu' }));
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  expect(question.elements()).toEqual([]);
});

test('what another tab saved is shown, except where something was typed, and is not undone', async () => {
  const app = await open();
  await userEvent.fill(box('Floor'), '7');
  const { type, userName, lastName, email, additionalData } = await app.platform.call(
    'getCustomer',
    undefined,
  );
  await app.platform.call('updateCustomer', {
    body: {
      type,
      userName,
      firstName: 'Johana',
      lastName,
      email,
      additionalData: additionalData?.map((entry) => ({
        ...entry,
        ...(entry.variableId === 'floor' && { value: '5' }),
      })),
    },
  });
  await app.platform.queries.invalidateQueries();
  await expect.element(box('First name')).toHaveValue('Johana');
  await expect.element(box('Floor')).toHaveValue('7');
  await app.server.forgetRequests();
  await userEvent.click(save);
  await expect
    .poll(() => bodies(app, SAVE))
    .toMatchObject([
      { firstName: 'Johana', additionalData: expect.arrayContaining([{ variableId: 'floor', value: '7' }]) },
    ]);
});

test('PROF-20 part of ERR-06: what becomes of the password is told in its form alone', async () => {
  const { server } = await open();
  const { release } = await server.fault(CHANGE, { hold: true }, 1);
  await userEvent.fill(secret('Current password'), 'wrong');
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  await expect.element(change).toHaveAttribute('aria-busy', 'true');
  await expect.element(save).not.toHaveAttribute('aria-busy');
  await release();
  await expect.element(passwordForm.getByText(/^The password could not be changed\./)).toBeVisible();
  await expect.element(contact.getByRole('status')).toHaveTextContent(/^$/);
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

test.each([
  ['Person', 'Company'],
  ['Company', 'Person'],
] as const)('PROF-08 the type of a customer, %s, is shown, and cannot be changed', async (type, other) => {
  const config = { ...profile, allowCompany: true };
  await renderApp('/profile/edit', {
    seed: [{ ...jana, with: { ...jana.with, type, companyName: 'Firma' } }],
    as: 'jana',
    settings: config,
    config,
  });
  const group = page.getByRole('group', { name: 'Customer type' });
  await expect.element(group.getByRole('radio', { name: type })).toBeChecked();
  await expect.element(group.getByRole('radio', { name: other })).not.toBeChecked();
  for (const name of [type, other]) await expect.element(group.getByRole('radio', { name })).toBeDisabled();
});

test.each([
  ['Floor', 'work'],
  ['Street', ''],
  ['Street of the employer', ''],
])(
  'PROF-09 where %s is emptied the preferred address is %j from then on, as it is sent and as it is shown',
  async (emptied, preferred) => {
    const app = await open();
    await userEvent.clear(box(emptied));
    await userEvent.click(save);
    await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
    await expect.element(contact.getByRole('combobox', { name: 'Preferred' })).toHaveValue(preferred);
    const [body] = (await bodies(app, SAVE)) as [{ additionalData: { variableId: string; value: string }[] }];
    const sent = body.additionalData.filter(({ variableId }) => variableId === 'preferredAddress');
    expect(sent).toEqual(preferred ? [{ variableId: 'preferredAddress', value: preferred }] : []);
  },
);

test('PROF-10 PROF-11 the password has a form of its own with three inputs, and the old one is required', async () => {
  const app = await open();
  await expect.element(change).toBeVisible();
  const names = ['Current password', 'New password', 'Password again'];
  for (const name of names) await expect.element(secret(name)).toHaveAttribute('type', 'password');
  const show = passwordForm.getByRole('button', { name: /^Show/ });
  expect(show.elements()).toHaveLength(3);
  await userEvent.click(show.first());
  await expect.element(secret('Current password')).toHaveAttribute('type', 'text');
  await expect.element(secret('New password')).toHaveAttribute('type', 'password');
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

test('FORM-18 PROF-12 CFG-37 every rule that the new password breaks is shown at once, and they vanish as they are met', async () => {
  const passwordRules = { minLength: 5, lowercase: true, uppercase: true, digit: true, special: true };
  await open({ passwordRules });
  const steps = [
    [
      'a',
      [
        'At least 5 characters',
        'At least one uppercase letter',
        'At least one digit',
        /^At least one special/,
      ],
    ],
    ['B1!', ['At least 5 characters']],
    ['č', []],
  ] as const;
  for (const [key, left] of steps) {
    await userEvent.type(secret('New password'), key);
    await expect.poll(() => passwordForm.getByText(/^At least /).elements()).toHaveLength(left.length);
    for (const text of left) await expect.element(passwordForm.getByText(text)).toBeVisible();
  }
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

test('AUTH-27 a server that asks for the password before a new one opens the login, and the change goes on after it', async () => {
  const app = await open();
  const asking = { success: false, error: { code: 'passwordRequired', message: 'No' } };
  await app.server.fault(CHANGE, { answer: { status: 403, body: asking } }, 1);
  await userEvent.fill(secret('Current password'), PASSWORD);
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  const login = page.getByRole('dialog', { name: 'Sign in' });
  await userEvent.fill(login.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(login.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(login.getByRole('button', { name: 'Sign in' }));
  await expect.element(toasts.getByText('Your password is changed.')).toBeVisible();
  const sent = await bodies(app, CHANGE);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('PROF-14 API-15 a wrong old password is a failure of the form, and the customer stays logged in', async () => {
  const app = await open();
  await userEvent.fill(secret('Current password'), 'wrong');
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  const reason = 'The current password is not correct.';
  await expect.element(toasts.getByText(`The password could not be changed. ${reason}`)).toBeVisible();
  // The reason stands at its field, which is corrected next; below the form it is not said again.
  await expect.element(secret('Current password')).toHaveAccessibleDescription(reason);
  await expect.element(secret('Current password')).toHaveFocus();
  await expect
    .element(passwordForm.getByText('The password could not be changed.', { exact: true }))
    .toBeVisible();
  expect(passwordForm.getByText(reason).elements()).toHaveLength(1);
  await userEvent.fill(secret('Current password'), 'another');
  await expect.element(passwordForm.getByText(reason)).not.toBeInTheDocument();
  expect(storedSnapshot(app.storage).session.auth).toBe(true);
  await expect.element(page.getByRole('banner').getByText('Jana Nováková').last()).toBeVisible();
});

test('what was typed while a wrong password was on its way was not refused', async () => {
  const app = await open();
  const held = await app.server.fault(CHANGE, { hold: true }, 1);
  await userEvent.fill(secret('Current password'), 'wrong');
  await userEvent.fill(secret('New password'), 'svíčková se šesti');
  await userEvent.fill(secret('Password again'), 'svíčková se šesti');
  await userEvent.click(change);
  await expect.element(change).toHaveAttribute('aria-busy', 'true');
  await userEvent.fill(secret('Current password'), 'another');
  await held.release();
  await expect
    .element(
      passwordForm.getByText('The password could not be changed. The current password is not correct.'),
    )
    .toBeVisible();
  await expect.element(secret('Current password')).toHaveAccessibleDescription('');
});

test('FORM-05 FORM-49 a password that is the old one or a common one is refused, the first by the form as a whole', async () => {
  const told = 'To je vaše heslo i teď.';
  const app = await open({ translations: { cs: { 'FormErrors.samePassword': told } } });
  await userEvent.fill(secret('Current password'), PASSWORD);
  await userEvent.fill(secret('New password'), PASSWORD);
  await userEvent.fill(secret('Password again'), PASSWORD);
  await userEvent.click(change);
  await expect
    .element(passwordForm.getByText('The new password is the same as the current one.'))
    .toBeVisible();
  await expect.element(passwordForm.getByRole('status')).toHaveFocus();
  await expect.element(toasts.getByText(/^The provided information is incorrect or empty/)).toBeVisible();
  expect(await bodies(app, CHANGE)).toEqual([]);
  app.platform.snapshot.setState({ language: 'cs' });
  await expect.element(page.getByText(told, { exact: true })).toBeVisible();
  app.platform.snapshot.setState({ language: 'en' });

  await userEvent.fill(secret('New password'), 'password123');
  await userEvent.fill(secret('Password again'), 'password123');
  await userEvent.click(change);
  const why = 'Many people use this password, or it is your own name. Please choose another one.';
  await expect
    .element(passwordForm.getByText('The password could not be changed.', { exact: true }))
    .toBeVisible();
  await expect.element(passwordForm.getByText(why, { exact: true })).toBeVisible();
  await expect.element(secret('New password')).toBeInvalid();
});

const note = contactSection.getByText(/^We sent a link to /);
const repeat = contactSection.getByRole('button', { name: 'Send the link again' });
const cancel = contactSection.getByRole('button', { name: 'Cancel the change' });
const WANTED = 'jana@example.net';

/** Saves the profile with another address. */
async function want(address = WANTED): Promise<void> {
  await userEvent.fill(box('E-mail'), address);
  await userEvent.click(save);
}

test('C144 another address waits for its link: a note says so, the field keeps the one that counts, and nothing fails', async () => {
  const app = await open();
  await userEvent.fill(box('First name'), 'Johana');
  await want();
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  await expect
    .element(note)
    .toHaveTextContent(`We sent a link to ${WANTED}. Until you open it, your address stays jana@example.cz.`);
  await expect.element(box('E-mail')).toHaveValue('jana@example.cz');
  await expect.element(box('E-mail')).toHaveAccessibleDescription(`${WANTED} counts once you open the link`);
  await expect.element(box('First name')).toHaveValue('Johana');
  expect((await app.server.mailsTo(WANTED)).map(({ subject }) => subject)).toEqual([
    'Confirm your new e-mail address',
  ]);
  // What is saved next asks for nothing again, and nothing was left unsaved.
  await userEvent.fill(box('Floor'), '4');
  await userEvent.click(save);
  await expect.poll(async () => (await bodies(app, SAVE)).length).toBe(2);
  expect((await bodies(app, SAVE))[1]).toMatchObject({ email: 'jana@example.cz' });
  expect(await app.server.mailsTo(WANTED)).toHaveLength(1);
  await app.reload();
  await expect.element(note).toBeVisible();
  await expect.element(box('E-mail')).toHaveValue('jana@example.cz');
  expect(toasts.getByRole('paragraph').elements()).toEqual([]);
});

test('C144 an address that was proven elsewhere since the page was opened is not changed back', async () => {
  const app = await open();
  await expect.element(box('E-mail')).toHaveValue('jana@example.cz');
  const { additionalData } = jana.with;
  await app.server.fault(/GET .*\/customer$/, {
    answer: {
      status: 200,
      body: {
        success: true,
        type: 'Person',
        userName: 'jana',
        firstName: 'Johana',
        lastName: 'Nováková',
        email: WANTED,
        additionalData,
        capabilities: { emailChange: 1 },
      },
    },
  });
  await userEvent.fill(box('Floor'), '4');
  await userEvent.click(save);
  await expect.poll(async () => (await bodies(app, SAVE)).length).toBe(1);
  expect(await bodies(app, SAVE)).toMatchObject([{ firstName: 'Johana', email: WANTED }]);
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  await expect.element(box('E-mail')).toHaveValue(WANTED);
  // Also where yet another one is wanted, the field goes back to the one that counts by now.
  await want('third@example.cz');
  await expect.poll(async () => (await bodies(app, SAVE)).length).toBe(2);
  await expect.element(box('E-mail')).toHaveValue(WANTED);
});

test('C144 whose user name has a field of its own keeps it, also where it is the address', async () => {
  const named = { ...jana, with: { ...jana.with, userName: 'jana@example.cz' } };
  const own = z.parse(Settings, {
    customerFields: {
      common: [{ id: 'userName' }, { id: 'email', type: 'email' }],
      person: { registration: [], show: [], update: [] },
    },
  });
  await renderApp('/profile/edit', {
    seed: [named],
    as: 'jana@example.cz',
    settings: { allowProfileEdit: true, customerFields: own.customerFields },
    config: { allowProfileEdit: true, customerFields: own.customerFields },
  });
  await want();
  await expect.element(note).toHaveTextContent('Until you open it, your address stays jana@example.cz.');
});

test('C144 whoever signs in with the address is told by which one until then', async () => {
  const named = { ...jana, with: { ...jana.with, userName: 'jana@example.cz' } };
  const app = await renderApp('/profile/edit', {
    seed: [named],
    as: 'jana@example.cz',
    settings: profile,
    config: profile,
  });
  await want();
  await expect
    .element(note)
    .toHaveTextContent(`We sent a link to ${WANTED}. Until you open it, you sign in with jana@example.cz.`);
  app.platform.snapshot.setState({ language: 'cs' });
  await expect
    .element(page.getByText(`Na ${WANTED} jsme poslali odkaz.`, { exact: false }))
    .toHaveTextContent('Než ho otevřete, přihlašujte se dál adresou jana@example.cz.');
});

test('C144 the link is sent again, three times an hour, and the address can be given up', async () => {
  const app = await open();
  await want();
  for (const sent of [2, 3]) {
    await userEvent.click(repeat);
    await expect.poll(async () => (await app.server.mailsTo(WANTED)).length).toBe(sent);
    await expect.element(toasts.getByText('We sent the link again.')).toBeVisible();
  }
  await userEvent.click(repeat);
  await expect.element(toasts.getByText(/^There were too many attempts\./)).toBeVisible();
  await expect.element(note).toBeVisible();
  await userEvent.click(cancel);
  await expect.element(toasts.getByText('Your address stays as it is.')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  expect(cancel.elements()).toEqual([]);
  expect(document.activeElement).not.toBe(document.body);
  await expect.element(box('E-mail')).toHaveValue('jana@example.cz');
});

test('C144 an address that was confirmed elsewhere meanwhile waits no longer', async () => {
  const app = await open();
  await want();
  await expect.element(note).toBeVisible();
  const [mail] = await app.server.mailsTo(WANTED);
  await app.platform.call('finishEmailChange', { body: { token: mail?.link?.split('/').at(-1) ?? '' } });
  await userEvent.click(repeat);
  await expect.element(toasts.getByText('No new address is waiting to be confirmed.')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(box('E-mail')).toHaveValue(WANTED);
});

test('API-56 C144 C1 before a server that announces nothing of it the address is what the server says', async () => {
  const app = await open();
  const answer = (email: string) => ({
    answer: {
      status: 200,
      body: { success: true, type: 'Person', userName: 'jana', firstName: 'Jana', email },
    },
  });
  await app.server.fault(/GET .*\/customer$/, answer('jana@example.cz'));
  await app.platform.queries.invalidateQueries();
  await expect.element(box('Floor')).toHaveValue('');
  await app.server.clearFaults();
  await app.server.fault(/GET .*\/customer$/, answer(WANTED));
  await app.server.fault(SAVE, { answer: { status: 200, body: { success: true } } });
  await want();
  await expect.element(toasts.getByText('Your details are saved.')).toBeVisible();
  await expect.element(box('E-mail')).toHaveValue(WANTED);
  expect(note.elements()).toEqual([]);
  expect(await app.server.requests(/email\/change/)).toEqual([]);
});
