import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { acceptLinks, openLink } from '../../../test/open-links.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';

const settings = { allowRegistration: true, registrationWithoutMail: true };
const form = page.getByRole('form', { name: 'Registration' });
const box = (name: string) => form.getByRole('textbox', { name, exact: true });
const submit = form.getByRole('button', { name: 'Continue' });
const finish = page.getByRole('form', { name: 'Finish registration' });
const password = finish.getByRole('textbox', { name: 'Password', exact: true });
const again = finish.getByRole('textbox', { name: 'Password again' });
const finishButton = finish.getByRole('button', { name: 'Finish registration' });
const STATE = /register\/state$/;
const finished = page.getByRole('heading', { name: 'Your registration is finished' });

type Rendered = Awaited<ReturnType<typeof renderApp>>;

/** Opens an address before a server with the same settings. */
const open = (path: string, own: object = {}, options: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(path, { settings: { ...settings, ...own }, config: { ...settings, ...own }, ...options });

/** Opens a link that the server takes for one of its own. */
const follow = (path: string, own: object = {}) =>
  openLink(path, { settings: { ...settings, ...own }, config: { ...settings, ...own } });

const bodies = async ({ server }: Rendered, path: RegExp) =>
  (await server.requests(path)).map(({ body }) => JSON.parse(body) as unknown);

async function fillIn(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await userEvent.fill(box(name), value);
}

const labels = () =>
  form
    .getByRole('textbox')
    .elements()
    .map((element) => (element as HTMLInputElement).labels?.[0]?.textContent);

const fieldsOf = (id: string) => [{ id, label: id, required: id === 'pr' }];
const customerFields = {
  common: [{ id: 'email', label: 'Mail', type: 'email', required: true }],
  person: { registration: fieldsOf('pr'), show: fieldsOf('ps'), update: fieldsOf('pu') },
  company: { registration: fieldsOf('cr'), show: fieldsOf('cs'), update: fieldsOf('cu') },
};

test('REG-01 exactly the fields of the settings are shown, with their labels, stars and rules', async () => {
  await open('/registration', { customerFields });
  await expect.element(box('Mail')).toBeVisible();
  expect(labels()).toEqual(['Mail*', 'pr*']);
  await fillIn({ Mail: 'a@b' });
  await userEvent.click(submit);
  await expect.element(form.getByText('Mail is not an email')).toBeVisible();
  await expect.element(form.getByText('pr is required')).toBeVisible();
});

test('REG-01 REG-02 ROLE-06 CFG-17 DATA-32 with companies the type can be chosen and changes the fields, and what was typed stays', async () => {
  const app = await open('/registration', { customerFields, allowCompany: true });
  const type = page.getByRole('group', { name: 'Customer type' });
  await fillIn({ Mail: 'info@example.cz', pr: 'typed' });
  await userEvent.click(type.getByText('Company'));
  await expect.element(box('cr')).toBeVisible();
  expect(labels()).toEqual(['Mail*', 'cr']);
  await expect.element(box('Mail')).toHaveValue('info@example.cz');
  await userEvent.click(type.getByText('Person'));
  await expect.element(box('pr')).toHaveValue('typed');
  await userEvent.click(type.getByText('Company'));
  await userEvent.click(submit);
  await expect
    .poll(() => bodies(app, /register\/start/))
    .toEqual([{ type: 'Company', email: 'info@example.cz' }]);
});

test('REG-02 CFG-17 without companies there is no choice, and a person is sent', async () => {
  const app = await open('/registration');
  await expect.element(submit).toBeVisible();
  expect(page.getByRole('group', { name: 'Customer type' }).elements()).toEqual([]);
  await fillIn({ 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' });
  await userEvent.click(submit);
  await expect
    .poll(() => bodies(app, /register\/start/))
    .toEqual([{ type: 'Person', firstName: 'Jana', lastName: 'Nováková', email: 'jana@example.cz' }]);
});

test('REG-03 API-13 direct fields are sent by name, another one is an entry of additionalData', async () => {
  const fields = {
    common: [...customerFields.common, { id: 'firstName' }, { id: 'floor', label: 'Floor' }],
  };
  const app = await open('/registration', { customerFields: fields });
  await fillIn({ Mail: 'jana@example.cz', 'First name': 'Jana', Floor: '3' });
  await userEvent.click(submit);
  await expect
    .poll(() => bodies(app, /POST .*customer\/register\/start$/))
    .toEqual([
      {
        type: 'Person',
        firstName: 'Jana',
        email: 'jana@example.cz',
        additionalData: [{ variableId: 'floor', value: '3' }],
      },
    ]);
});

test('REG-03 FORM-45 every direct field of a company is sent by name, and a list of values with what there is to choose', async () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: `Choice ${value}` }));
  const direct = ['userName', 'companyName', 'firstName', 'lastName'];
  const fields = {
    common: [
      ...customerFields.common,
      ...direct.map((id) => ({ id, label: id })),
      { id: 'days', label: 'Days', type: 'checkboxList', items: options },
    ],
  };
  const app = await open('/registration', { customerFields: fields, allowCompany: true });
  await userEvent.click(page.getByRole('group', { name: 'Customer type' }).getByText('Company'));
  await fillIn({ Mail: 'info@example.cz', ...Object.fromEntries(direct.map((id) => [id, `my ${id}`])) });
  for (const name of ['Choice a', 'Choice c']) await userEvent.click(form.getByRole('checkbox', { name }));
  await userEvent.click(submit);
  await expect
    .poll(() => bodies(app, /POST .*customer\/register\/start$/))
    .toEqual([
      {
        type: 'Company',
        email: 'info@example.cz',
        userName: 'my userName',
        companyName: 'my companyName',
        firstName: 'my firstName',
        lastName: 'my lastName',
        additionalData: [{ variableId: 'days', multiple: true, options: ['a', 'b', 'c'], value: ['a', 'c'] }],
      },
    ]);
});

test('REG-04 API-13 without a token in the answer the form gives way to the word that an e-mail was sent', async () => {
  await open('/registration', { registrationWithoutMail: false });
  await fillIn({ 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' });
  await userEvent.click(submit);
  await expect.element(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  await expect.element(page.getByText(/We sent a link to jana@example\.cz/)).toBeVisible();
  expect(form.elements()).toEqual([]);
});

test('who mistyped their address gives another one, and the rest is still filled in', async () => {
  const app = await open('/registration', { registrationWithoutMail: false });
  await fillIn({ 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@exmaple.cz' });
  await userEvent.click(submit);
  await userEvent.click(page.getByRole('button', { name: 'Use another address' }));
  await expect.element(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Jana');
  await fillIn({ 'E-mail': 'jana@example.cz' });
  await userEvent.click(submit);
  await expect.element(page.getByText(/We sent a link to jana@example\.cz/)).toBeVisible();
  expect(await bodies(app, /POST .*customer\/register\/start$/)).toMatchObject([
    { email: 'jana@exmaple.cz', firstName: 'Jana' },
    { email: 'jana@example.cz', firstName: 'Jana' },
  ]);
});

test('REG-05 REG-08 API-13 a token in the answer leads to the end of the registration, and then the customer can sign in', async () => {
  const { history } = await open('/registration');
  await fillIn({ 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' });
  await userEvent.click(submit);
  await expect.poll(() => history.location.pathname).toMatch(/^\/registration\/[\w-]{40,}$/);
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(finishButton);
  await expect.element(page.getByRole('heading', { name: 'Your registration is finished' })).toBeVisible();
  expect(finish.elements()).toEqual([]);

  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
  const signIn = page.getByRole('main');
  await userEvent.fill(signIn.getByRole('textbox', { name: 'User name' }), 'jana@example.cz');
  await userEvent.fill(signIn.getByRole('textbox', { name: 'Password', exact: true }), 'svíčková se šesti');
  await userEvent.click(signIn.getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByRole('banner').getByText('Jana Nováková').last()).toBeVisible();
});

test.each([
  ['of the first meal', {}, 'You can sign in now and order your first meal.'],
  [
    'of the money that it takes, where the account can be topped up',
    { allowTopUp: true },
    'You can sign in now, top up your account and order your first meal.',
  ],
  [
    'of the account where nothing can be ordered',
    { applicationMode: 'webcare', allowTopUp: true },
    'You can sign in now and look after your account.',
  ],
])('a finished registration speaks %s', async (_, own, words) => {
  await open('/registration', { ...own, allowShopping: true });
  await fillIn({ 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' });
  await userEvent.click(submit);
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(finishButton);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('C140 a finished registration says so after a reload and where the mail is read again, and leads to the sign-in', async () => {
  const app = await open('/registration');
  await fillIn({ 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' });
  await userEvent.click(submit);
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(finishButton);
  await expect.element(finished).toBeVisible();
  const link = app.history.location.pathname;

  const reloaded = await app.reload();
  await expect.element(finished).toBeVisible();
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
  await expect.poll(() => reloaded.history.location.pathname).toBe('/login');
  reloaded.history.push(link);
  await expect.element(finished).toBeVisible();
  expect(finish.elements()).toEqual([]);
});

test('C140 the form of a link does not wait for the server to say whether the link was used', async () => {
  const { server } = await open('/login');
  await acceptLinks(server);
  const held = await server.fault(STATE, { hold: true });
  const { platform } = await renderApp('/registration/T1', { server });
  await userEvent.fill(password, 'svíčková');
  await held.release();
  await expect.poll(() => platform.queries.isFetching()).toBe(0);
  await expect.element(password).toHaveValue('svíčková');
});

test('C140 what was typed stays when it is asked again whether the link was used', async () => {
  const { server } = await open('/login');
  await server.fault(STATE, { answer: { status: 503 } });
  const { platform } = await renderApp('/registration/T1', { server });
  await userEvent.fill(password, 'svíčková');
  globalThis.dispatchEvent(new Event('offline'));
  globalThis.dispatchEvent(new Event('online'));
  platform.snapshot.setState({ language: 'cs' });
  await expect.poll(() => server.requests(STATE)).toHaveLength(2);
  await expect.element(page.getByRole('textbox', { name: 'Heslo', exact: true })).toHaveValue('svíčková');
  // As where somebody else signs in in another tab.
  platform.queries.clear();
  platform.snapshot.setState({ language: 'en' });
  await expect.poll(async () => (await server.requests(STATE)).length).toBeGreaterThan(2);
  await expect.element(password).toHaveValue('svíčková');
});

test('C140 a link that was just used says so without being asked about again, and another link has its own form', async () => {
  const { server, history } = await follow('/registration/T1');
  await server.fault(/register\/finish/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'abcde');
  await userEvent.fill(again, 'abcde');
  await userEvent.click(finishButton);
  await expect.element(finished).toBeVisible();
  history.push('/registration/T2');
  await expect.element(password).toHaveValue('');
  history.push('/registration/T1');
  await expect.element(finished).toBeVisible();
  const asked = await server.requests(STATE);
  expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ token: 'T1' }, { token: 'T2' }]);
});

test('C140 a registration that was finished in another tab meanwhile is shown as finished, and nobody is signed out', async () => {
  const seed = [{ make: 'customer', with: { userName: 'jana', password: PASSWORD } }] as const;
  const { server, history } = await open('/registration', {}, { seed });
  await fillIn({ 'First name': 'Petr', 'Last name': 'Novák', 'E-mail': 'petr@example.cz' });
  await userEvent.click(submit);
  await expect.element(finishButton).toBeVisible();
  const address = history.location.pathname;
  const { platform } = await renderApp(address, { server, as: 'jana', config: settings });
  await expect.element(finishButton.last()).toBeVisible();
  const token = address.split('/').at(-1) ?? '';
  await platform.call('finishRegistration', { body: { password: 'svíčková se šesti', token } });
  await userEvent.fill(password.last(), 'knedlík se zelím');
  await userEvent.fill(again.last(), 'knedlík se zelím');
  await userEvent.click(finishButton.last());
  await expect.element(finished).toBeVisible();
  expect(platform.snapshot.getState().session.auth).toBe(true);
});

test('C140 a link that is of no use says so at once, without a password being chosen first, and leads to another registration', async () => {
  const { history } = await open('/registration/T1');
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  expect(finish.elements()).toEqual([]);
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Register again' }));
  await expect.element(submit).toBeVisible();
  expect(history.location.pathname).toBe('/registration');
});

test('C140 a link that is longer than any of this server says so too', async () => {
  await open(`/registration/${'t'.repeat(600)}`);
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  expect(finish.elements()).toEqual([]);
});

test('C140 whoever is signed in comes from a link that is of no use to the start, since they cannot register', async () => {
  const seed = [{ make: 'customer', with: { userName: 'jana', password: PASSWORD } }] as const;
  const { history, platform } = await open('/registration/T1', {}, { seed, as: 'jana' });
  platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { registrationState: true } },
  }));
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Go to the start page' }));
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
});

test('C140 C144 a link whose address somebody proved meanwhile says so, after a reload too', async () => {
  const { server } = await open('/login');
  await server.fault(STATE, {
    answer: { status: 200, body: { success: true, isFinished: false, refusal: 'emailTaken' } },
  });
  const { reload } = await renderApp('/registration/T1', { server, config: settings });
  const taken = page.getByRole('heading', { name: 'This address already has an account' });
  await expect.element(taken).toBeVisible();
  await reload();
  await expect.element(taken).toBeVisible();
  expect(finish.elements()).toEqual([]);
});

test.each([
  ['announces nothing', { authenticate: {} }],
  ['fails', { state: 503 }],
])('API-56 C140 a server that %s has the password chosen', async (_, said) => {
  const { server } = await open('/login');
  if ('authenticate' in said)
    await server.fault(/authenticate$/, {
      answer: { status: 200, body: { success: true, sessionToken: 'T' } },
    });
  else await server.fault(/register\/state$/, { answer: { status: said.state } });
  const { history } = await renderApp('/registration/T1', { server });
  await expect.element(finishButton).toBeVisible();
  expect(history.location.pathname).toBe('/registration/T1');
  const asked = await server.requests(/register\/state$/);
  expect(asked.length).toBe('authenticate' in said ? 0 : 1);
});

test.each([
  [undefined, 'Registration failed'],
  ['We know this person already.', 'Registration failed: We know this person already.'],
])(
  'REG-06 ERR-26 a registration that fails with the text %s says so, and no field is emptied',
  async (resultText, shown) => {
    const { server } = await open('/registration');
    await server.fault(/register\/start/, { answer: { status: 200, body: { success: false, resultText } } });
    const values = { 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' };
    await fillIn(values);
    await userEvent.click(submit);
    await expect.element(form.getByText(shown)).toBeVisible();
    for (const [name, value] of Object.entries(values)) await expect.element(box(name)).toHaveValue(value);
  },
);

test('REG-07 FORM-24 a token that is longer than those of this server is sent all the same', async () => {
  const token = 't'.repeat(600);
  const app = await follow(`/registration/${token}`);
  await userEvent.fill(password, 'abcde');
  await userEvent.fill(again, 'abcde');
  await userEvent.click(finishButton);
  await expect.poll(() => bodies(app, /register\/finish$/)).toEqual([{ password: 'abcde', token }]);
  await expect.element(finish.getByRole('status')).toHaveTextContent(/.{10}/);
});

test('REG-07 NAV-13 API-14 the end of a registration sends the password and the token of the address, and nothing else', async () => {
  const app = await follow('/registration/T1', { allowRegistration: false });
  await app.server.fault(/register\/finish/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'abcde');
  await userEvent.fill(again, 'abcde');
  await userEvent.click(finishButton);
  await expect.element(page.getByRole('heading', { name: 'Your registration is finished' })).toBeVisible();
  expect(await bodies(app, /POST .*customer\/register\/finish$/)).toEqual([
    { password: 'abcde', token: 'T1' },
  ]);
});

test('REG-09 a registration that cannot be finished says why, and can be tried again', async () => {
  const app = await follow('/registration/T1');
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(finishButton);
  await expect.element(finish.getByText(/^The registration could not be finished\. .{10}/)).toBeVisible();
  // The link is good: no other registration is offered.
  const links = page.getByRole('main').getByRole('link');
  expect(links.elements().map((link) => link.textContent)).toEqual(['Sign in']);
  await userEvent.click(finishButton);
  await expect.poll(() => bodies(app, /register\/finish/)).toHaveLength(2);
});

test('C144 a registration whose address somebody proved meanwhile leads to the sign-in, not to another registration', async () => {
  const { server } = await follow('/registration/T1');
  await server.fault(/register\/finish$/, {
    answer: { status: 400, body: { success: false, error: { code: 'emailTaken', resultText: 'Taken.' } } },
  });
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(finishButton);
  await expect
    .element(page.getByRole('heading', { name: 'This address already has an account' }))
    .toBeVisible();
  await expect.element(finish).not.toBeInTheDocument();
  const main = page.getByRole('main');
  await expect.element(main.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  await expect.element(main.getByRole('link', { name: 'Register again' })).not.toBeInTheDocument();
});

test('REG-10 FORM-04 FORM-12 a short password is told while it is typed, a different repetition once it is left', async () => {
  const app = await follow('/registration/T1');
  await userEvent.type(password, 'abcd');
  await expect.element(finish.getByText('At least 5 characters')).toBeVisible();
  await expect.element(password).toBeInvalid();
  await userEvent.type(password, 'e');
  await expect.element(password).toBeValid();
  await expect.element(finish.getByText('The password meets all rules')).toBeVisible();
  expect(finish.getByText('At least 5 characters').elements()).toEqual([]);

  await userEvent.type(again, 'abcdf');
  await userEvent.tab();
  const differ = finish.getByText('The passwords do not match');
  await expect.element(differ).toBeVisible();
  await userEvent.click(finishButton);
  await userEvent.fill(again, 'abcde');
  await expect.element(differ).not.toBeInTheDocument();
  expect(await bodies(app, /register\/finish/)).toEqual([]);
});

test('FORM-14 FORM-15 FORM-16 FORM-17 FORM-18 CFG-37, part of REG-10: every rule that is broken is shown at once, and they vanish one by one', async () => {
  const passwordRules = { minLength: 5, lowercase: true, uppercase: true, digit: true, special: true };
  await follow('/registration/T1', { passwordRules });
  const rules = {
    length: 'At least 5 characters',
    lowercase: 'At least one lowercase letter',
    uppercase: 'At least one uppercase letter',
    digit: 'At least one digit',
    special: 'At least one special character, like ! or ?',
  };
  const told = () =>
    Object.entries(rules)
      .filter(([, text]) => finish.getByText(text).elements().length > 0)
      .map(([rule]) => rule);
  const steps = [
    ['a', ['length', 'uppercase', 'digit', 'special']],
    ['B', ['length', 'digit', 'special']],
    ['1', ['length', 'special']],
    ['!', ['length']],
    ['č', []],
  ] as const;
  for (const [key, left] of steps) {
    await userEvent.type(password, key);
    await expect.poll(told).toEqual(left);
  }
  await userEvent.fill(password, 'ABCDE');
  await expect.poll(told).toEqual(['lowercase', 'digit', 'special']);
  await userEvent.fill(password, 'ABCDč');
  await expect.poll(told).toEqual(['digit', 'special']);
});

test('FORM-13 CFG-37, part of REG-10: the length and the digit of the settings are told together, the length with its number', async () => {
  await follow('/registration/T1', { passwordRules: { minLength: 8, digit: true } });
  await userEvent.type(password, 'abcdefg');
  await expect.element(finish.getByText('At least 8 characters')).toBeVisible();
  await expect.element(finish.getByText('At least one digit')).toBeVisible();
});

test('FORM-13 CFG-37 LIMIT-23 without a setting five characters pass in the form, and four fail', async () => {
  const app = await follow('/registration/T1');
  await userEvent.fill(password, 'abcd');
  await userEvent.fill(again, 'abcd');
  await userEvent.click(finishButton);
  await expect.element(finish.getByText('At least 5 characters')).toBeVisible();
  await userEvent.fill(password, 'kozel');
  await userEvent.fill(again, 'kozel');
  await userEvent.click(finishButton);
  await expect.poll(() => bodies(app, /register\/finish/)).toHaveLength(1);
});

test('REG-17 CFG-10 NAV-12 registration is for guests, where it is allowed', async () => {
  const seed = [{ make: 'customer', with: { userName: 'jana', password: PASSWORD } }] as const;
  const customer = await open('/registration', {}, { seed, as: 'jana' });
  await expect.poll(() => customer.history.location.pathname).toBe('/offer/DAY');
  expect(form.elements()).toEqual([]);
  // A session by card is asked for the password in this dialog.
  void customer.platform.dialogs.open('login', {});
  await expect.element(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  expect(page.getByRole('link', { name: /Register|Create an account/ }).elements()).toEqual([]);
});

const registrationLinks = page.getByRole('link', { name: /Register|Create an account/ });

test('CFG-10 REG-17 NAV-12 without registration there is no link, and its address leads to the start; with it there are both', async () => {
  const { history, platform } = await open('/login', { allowRegistration: false });
  const loginHeading = page.getByRole('heading', { name: 'Sign in', level: 1 });
  await expect.element(loginHeading).toBeVisible();
  expect(registrationLinks.elements()).toEqual([]);
  history.push('/registration');
  await expect.poll(() => history.location.pathname).toMatch(/^\/offer/);
  await expect.element(page.getByRole('group', { name: 'Period' })).toBeVisible();
  expect(form.elements()).toEqual([]);
  void platform.dialogs.open('login', {});
  await expect.element(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  expect(registrationLinks.elements()).toEqual([]);
});

test('CFG-10 REG-17 NAV-12 where registration is allowed the header and the login lead to its form', async () => {
  const { history } = await open('/login');
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Create an account' })).toBeVisible();
  const inHeader = page.getByRole('banner').getByRole('link', { name: 'Register' });
  await userEvent.click(inHeader);
  await expect.element(submit).toBeVisible();
  expect(history.location.pathname).toBe('/registration');
});

/** The forms that have a state of their own: where each is, what is typed into it, its button, and its call. */
const ownForms = {
  '/registration': [
    'Registration',
    { 'First name': 'Jana', 'Last name': 'Nováková', 'E-mail': 'jana@example.cz' },
    'Continue',
    /register\/start/,
  ],
  '/forgotten-password': [
    'Forgotten password',
    { 'E-mail': 'jana@example.cz' },
    'Send the link',
    /password\/resetrequest/,
  ],
  '/password-reset/K1': [
    'New password',
    { 'New password': 'svíčková', 'Password again': 'svíčková' },
    'Save the password',
    /password\/reset$/,
  ],
} as const;

test.each(Object.keys(ownForms) as (keyof typeof ownForms)[])(
  'REG-18 while the form at %s is under way its button alone is busy, a second press sends nothing, and the other forms are untouched',
  async (address) => {
    const [name, values, press, call] = ownForms[address];
    const app = await open(address === '/password-reset/K1' ? '/login' : address, {
      allowPasswordRecovery: true,
    });
    await acceptLinks(app.server);
    app.history.push(address);
    const { release } = await app.server.fault(call, { hold: true, answer: { status: 400, body: {} } }, 1);
    const ownForm = page.getByRole('form', { name });
    const field = (label: string) => ownForm.getByRole('textbox', { name: label, exact: true });
    for (const [label, text] of Object.entries(values)) await userEvent.fill(field(label), text);
    const button = ownForm.getByRole('button', { name: press });
    await userEvent.click(button);
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(field(Object.keys(values).at(-1) ?? ''));
    await userEvent.keyboard('{Enter}');
    expect(document.querySelectorAll('main button[aria-busy]')).toHaveLength(1);

    const others = (Object.keys(ownForms) as (keyof typeof ownForms)[]).filter((one) => one !== address);
    for (const other of others) {
      app.history.push(other);
      const leave = page.getByRole('button', { name: 'Leave', exact: true });
      await expect
        .poll(
          () =>
            leave.elements().length + page.getByRole('form', { name: ownForms[other][0] }).elements().length,
        )
        .toBeGreaterThan(0);
      if (leave.elements().length > 0) await userEvent.click(leave);
      const otherForm = page.getByRole('form', { name: ownForms[other][0] });
      await expect.element(otherForm.getByRole('button', { name: ownForms[other][2] })).toBeEnabled();
      await expect.element(otherForm).not.toHaveAttribute('aria-busy');
    }
    await release();
    const last = page.getByRole('form', { name: ownForms[others.at(-1) ?? address][0] });
    // The failure is told by a notification, and by no form but its own.
    await expect
      .element(page.getByRole('region', { name: 'Notifications' }).getByRole('paragraph'))
      .toBeVisible();
    expect(last.getByRole('status').element().textContent).toBe('');
    expect(await app.server.requests(call)).toHaveLength(1);
  },
);
