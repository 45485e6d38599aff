import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { login } from '#platform/session/login.ts';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Nováková' },
} as const;

const form = page.getByRole('region', { name: 'By password' });
const userName = form.getByRole('textbox', { name: 'User name' });
const password = form.getByRole('textbox', { name: 'Password', exact: true });
const submit = form.getByRole('button', { name: 'Sign in' });
const header = page.getByRole('banner');
const toasts = page.getByRole('region', { name: 'Notifications' });

async function logIn(name: string, secret: string): Promise<void> {
  await userEvent.fill(userName, name);
  await userEvent.fill(password, secret);
  await userEvent.click(submit);
}

test('AUTH-01 AUTH-02 API-04 API-10 API-23 a login is one POST with basic credentials; then the customer is read with the new token', async () => {
  const { server, storage } = await renderApp('/login', {
    seed: [{ make: 'customer', with: { userName: 'u', password: 'p', firstName: 'Ulrika' } }],
  });
  const guestToken = storedSnapshot(storage).session.authentication.sessionToken;
  await server.forgetRequests();
  await logIn('u', 'p');
  await expect.element(header.getByText('Ulrika').last()).toBeVisible();

  const [sent, ...later] = await server.requests();
  expect(sent).toMatchObject({
    method: 'POST',
    path: '/api/customer/login',
    body: '',
    headers: { authorization: 'Basic dTpw', 'x-asw-token': guestToken },
  });
  expect(sent?.headers).not.toHaveProperty('content-type');
  const { sessionToken } = storedSnapshot(storage).session.authentication;
  expect(sessionToken).not.toBe(guestToken);
  expect(later.filter(({ path }) => path === '/api/customer')).toEqual([
    expect.objectContaining({ method: 'GET', body: '' }),
  ]);
  for (const { headers } of later) {
    expect(headers).not.toHaveProperty('authorization');
    expect(headers['x-asw-token']).toBe(sessionToken);
  }
});

test.each([
  ['webcare', 'Look after your account.'],
  ['canteen', 'Order your meals and look after your account.'],
] as const)('in %s mode the page says what people sign in for: %s', async (applicationMode, lead) => {
  await renderApp('/login', { config: { applicationMode } });
  await expect.element(page.getByText(lead, { exact: true })).toBeVisible();
});

test('AUTH-01 letters outside ASCII are sent as UTF-8', async () => {
  const secret = 'žluťoučký:kůň 🐎';
  const { server } = await renderApp('/login', {
    seed: [{ make: 'customer', with: { userName: 'šárka', password: secret, firstName: 'Šárka' } }],
  });
  await logIn('šárka', secret);
  await expect.element(header.getByText('Šárka').last()).toBeVisible();
  const [call] = await server.requests(/customer\/login/);
  const authorization = call?.headers.authorization ?? '';
  const bytes = Uint8Array.from(atob(authorization.slice('Basic '.length)), (byte) => byte.charCodeAt(0));
  expect(new TextDecoder().decode(bytes)).toBe(`šárka:${secret}`);
});

test('AUTH-03 FORM-46 ERR-25 wrong credentials are told in the form alone, the name stays, and a success takes it away', async () => {
  const { server, storage } = await renderApp('/login', { seed: [jana] });
  await logIn('jana', 'wrong');
  await expect.element(form.getByRole('alert')).toHaveTextContent('Wrong credentials');
  expect(page.getByText('Wrong credentials').elements()).toHaveLength(1);
  await expect.element(password).toHaveFocus();
  await expect.element(userName).toHaveValue('jana');
  await expect.element(password).toHaveValue('');
  expect(storedSnapshot(storage).session.auth).toBe(false);
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();

  const held = await server.fault(/customer\/login/, { hold: true }, 1);
  await userEvent.fill(password, PASSWORD);
  await userEvent.click(submit);
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  expect(page.getByText('Wrong credentials').elements()).toEqual([]);
  await held.release();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect(page.getByText('Wrong credentials').elements()).toEqual([]);
});

/** Logs in before a server that answers with each status, without a text and with one of its own. */
async function expectFailure(statuses: readonly number[], text: string, isNotified: boolean): Promise<void> {
  const { server, storage } = await renderApp('/login');
  for (const status of statuses) {
    for (const resultText of [undefined, `The server says ${status}`]) {
      await server.clearFaults();
      await server.fault(/customer\/login/, { answer: { status, body: { success: false, resultText } } });
      await logIn('jana', PASSWORD);
      const shown = resultText ?? text;
      await expect.element(form.getByText(shown, { exact: true })).toBeVisible();
      if (isNotified) {
        await expect.element(toasts.getByText(shown)).toBeVisible();
        await userEvent.click(toasts.getByRole('button', { name: 'Dismiss' }));
        await expect.element(toasts.getByText(shown)).not.toBeInTheDocument();
        await expect.element(form.getByText(shown, { exact: true })).toBeVisible();
      } else expect(toasts.getByText(shown).elements()).toEqual([]);
      await expect.element(userName).toHaveValue('jana');
      await expect.element(submit).toBeEnabled();
    }
  }
  expect(storedSnapshot(storage).session.auth).toBe(false);
}

test('AUTH-03 refused credentials say so, unless the server has a text of its own', () =>
  expectFailure([401, 403], 'Wrong credentials', false));

test('AUTH-04 FORM-46 ERR-25 ERR-06 any other failure says so, unless the server has a text of its own', () =>
  expectFailure([400, 200], 'Logging in failed.', true));

test('AUTH-04 an answer that cannot be read is a failed login', async () => {
  const { server } = await renderApp('/login', { seed: [jana] });
  await server.fault(/customer\/login/, {
    answer: { status: 200, body: { success: true, sessionToken: 5 } },
  });
  await logIn('jana', PASSWORD);
  await expect.element(form.getByText('Logging in failed.', { exact: true })).toBeVisible();
});

test('AUTH-02 nobody is logged in when the customer cannot be read', async () => {
  const { server, storage } = await renderApp('/login', { seed: [jana] });
  await server.fault(/GET .*\/customer$/, {
    answer: { status: 500, body: { success: false, resultText: 'T' } },
  });
  await logIn('jana', PASSWORD);
  await expect.element(form.getByText('T', { exact: true })).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const { session } = storedSnapshot(storage);
  expect(session.auth).toBe(false);
  const [call] = await server.requests(/GET .*\/customer$/);
  expect(session.authentication.sessionToken).not.toBe(call?.headers['x-asw-token']);
});

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  'AUTH-05 the sections are those allowed: card %s, password %s',
  async (allowCardLogin, allowPasswordLogin) => {
    await renderApp('/login', { config: { allowCardLogin, allowPasswordLogin } });
    const main = page.getByRole('main');
    await expect.element(main.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    expect(main.getByRole('region', { name: 'By card' }).elements()).toHaveLength(allowCardLogin ? 1 : 0);
    expect(form.elements()).toHaveLength(allowPasswordLogin ? 1 : 0);
    const headings = [...(allowCardLogin ? ['By card'] : []), ...(allowPasswordLogin ? ['By password'] : [])];
    expect(
      main
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(headings);
    expect(main.getByText('Signing in is not available here.').elements()).toHaveLength(
      allowCardLogin || allowPasswordLogin ? 0 : 1,
    );
  },
);

test('CFG-11 the user name and the password can be typed only where a login by password is allowed', async () => {
  const closed = await renderApp('/login', { config: { allowPasswordLogin: false, allowCardLogin: true } });
  await expect.element(page.getByRole('region', { name: 'By card' })).toBeVisible();
  expect(page.getByRole('main').getByRole('textbox').elements()).toEqual([]);
  closed.platform.navigation.leavePage();
  await renderApp('/login', { server: closed.server, config: { allowPasswordLogin: true } });
  await expect.element(userName).toBeVisible();
  await expect.element(password).toBeVisible();
});

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  'AUTH-06 CFG-14 NAV-14 the links are those allowed: registration %s, password %s',
  async (allowRegistration, allowPasswordRecovery) => {
    const { history } = await renderApp('/login', { config: { allowRegistration, allowPasswordRecovery } });
    await expect.element(submit).toBeVisible();
    const registration = page.getByRole('main').getByRole('link', { name: 'Create an account' });
    const forgotten = page.getByRole('main').getByRole('link', { name: 'Forgotten password' });
    expect(registration.elements()).toHaveLength(allowRegistration ? 1 : 0);
    expect(forgotten.elements()).toHaveLength(allowPasswordRecovery ? 1 : 0);
    for (const [link, address] of [
      [registration, '/registration'],
      [forgotten, '/forgotten-password'],
    ] as const) {
      if (link.elements().length === 0) continue;
      await userEvent.click(link);
      await expect.poll(() => history.location.pathname).toBe(address);
      history.back();
      await expect.element(submit).toBeVisible();
    }
  },
);

const dialog = page.getByRole('dialog', { name: 'Sign in' });

test('part of MODAL-08: where the card alone signs people in, the dialog has its section alone', async () => {
  const { platform } = await renderApp('/offer/DAY', {
    config: { allowPasswordLogin: false, allowCardLogin: true },
  });
  void platform.dialogs.open('login', {});
  await expect.element(dialog.getByRole('region', { name: 'By card' })).toBeVisible();
  expect(dialog.getByRole('region').elements()).toHaveLength(1);
  expect(dialog.getByRole('textbox').elements()).toEqual([]);
});

test.each([
  ['Create an account', '/registration', 'Registration'],
  ['Forgotten password', '/forgotten-password', 'Forgotten password'],
])('part of MODAL-08: a guest leaves the dialog by %s, which closes it', async (name, address, title) => {
  const { history, platform } = await renderApp('/offer/DAY', {
    config: { allowRegistration: true, allowPasswordRecovery: true },
  });
  const answer = platform.dialogs.open('login', {});
  await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana@example.cz');
  await userEvent.click(dialog.getByRole('link', { name }));
  await expect.element(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe(address);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await answer).toBeUndefined();
});

test.each([false, true])(
  'the address that was typed in the dialog goes along to the forgotten password, but not at a kiosk: %s',
  async (kiosk) => {
    const { platform } = await renderApp('/offer/DAY', { config: { allowPasswordRecovery: true, kiosk } });
    void platform.dialogs.open('login', {});
    await expect.element(dialog).toBeVisible();
    expect(dialog.getByRole('link').elements()).toHaveLength(1);
    await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana@example.cz');
    await userEvent.click(dialog.getByRole('link', { name: 'Forgotten password' }));
    await expect
      .element(page.getByRole('main').getByRole('textbox', { name: 'E-mail' }))
      .toHaveValue(kiosk ? '' : 'jana@example.cz');
  },
);

test('part of MODAL-08: the dialog that asks a customer for the password has no other way on', async () => {
  const { platform } = await renderApp('/offer/DAY', {
    seed: [jana],
    config: { allowRegistration: true, allowPasswordRecovery: true },
    as: 'jana',
  });
  void platform.dialogs.open('login', { isPasswordAsked: true });
  await expect.element(dialog.getByText('Enter your password to go on.')).toBeVisible();
  expect(dialog.getByRole('link').elements()).toEqual([]);
  // Who is signed in by card gives their password alone.
  await expect.element(dialog.getByRole('textbox', { name: 'User name' })).toHaveValue('jana');
});

test('what is missing is told as long as it is missing, and what failed before does not come back', async () => {
  await renderApp('/login', { seed: [jana] });
  const alert = form.getByRole('alert');
  await logIn('jana', 'wrong');
  await expect.element(alert).toHaveTextContent('Wrong credentials');
  await userEvent.click(submit);
  await expect.element(alert).toHaveTextContent('Enter your user name and password.');
  await userEvent.fill(password, PASSWORD);
  await expect.element(alert).not.toBeInTheDocument();
});

test.each([
  ['a phone', 360, ['By password', 'By card']],
  ['a desk', 1440, ['By card', 'By password']],
] as const)('C160 on %s the ways to sign in follow each other', async (_, width, headings) => {
  const before = { width: window.innerWidth, height: window.innerHeight };
  onTestFinished(() => page.viewport(before.width, before.height));
  await page.viewport(width, 740);
  await renderApp('/login', { config: { allowCardLogin: true } });
  const titles = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect.poll(() => titles.elements().map(({ textContent }) => textContent)).toEqual(headings);
  // Turned, a phone keeps what was typed.
  await userEvent.fill(userName, 'jana');
  await page.viewport(740, 360);
  await expect
    .poll(() => titles.elements().map(({ textContent }) => textContent))
    .toEqual(['By card', 'By password']);
  await expect.element(userName).toHaveValue('jana');
});

test('where people register with their address alone, the sign-in says that it is their user name', async () => {
  const registers = { allowRegistration: true };
  const hint = 'Usually your e-mail address';
  const app = await renderApp('/login', { config: registers });
  await expect.element(userName).toHaveAccessibleDescription(hint);
  app.platform.navigation.leavePage();
  const named = { common: [{ id: 'userName', required: true }] };
  const companiesAreNamed = {
    common: [{ id: 'email' }],
    company: { registration: [{ id: 'userName' }] },
  };
  for (const config of [
    { ...registers, customerFields: named },
    { ...registers, customerFields: { common: [{ id: 'phone' }] } },
    { ...registers, customerFields: companiesAreNamed, allowCompany: true },
    { allowRegistration: false },
  ]) {
    const other = await renderApp('/login', { server: app.server, config });
    await expect.element(userName).toBeVisible();
    await expect.element(userName).not.toHaveAccessibleDescription(hint);
    other.platform.navigation.leavePage();
  }
  // Companies do not register here.
  await renderApp('/login', {
    server: app.server,
    config: { ...registers, customerFields: companiesAreNamed },
  });
  await expect.element(userName).toHaveAccessibleDescription(hint);
});

test.each([
  [360, 740],
  [1440, 900],
])('at %i × %i nothing of the dialog moves when a sign-in is refused', async (width, height) => {
  await page.viewport(width, height);
  const { platform } = await renderApp('/offer/DAY', {
    seed: [jana],
    config: { allowCardLogin: true, allowPasswordLogin: true, allowRegistration: true },
  });
  void platform.dialogs.open('login', {
    toOrder: { action: 'order', dish: 'Broth', day: 'Fri 20. 11.', price: 'CZK 40.00' },
  });
  const inDialog = dialog.getByRole('button', { name: 'Sign in' });
  await expect.element(inDialog).toBeVisible();
  const boxes = () =>
    [dialog, dialog.getByRole('textbox', { name: 'User name' }), inDialog, dialog.getByRole('link')].map(
      (part) => part.element().getBoundingClientRect().toJSON() as unknown,
    );
  // The dialog comes from below.
  await Promise.all(
    dialog
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  );
  const before = boxes();
  await logIn('jana', 'wrong');
  await expect.element(form.getByRole('alert')).toHaveTextContent('Wrong credentials');
  expect(boxes()).toEqual(before);
});

test.each([
  [360, 740],
  [1440, 900],
])('at %i × %i the form keeps its place when it says what is wrong', async (width, height) => {
  await page.viewport(width, height);
  await renderApp('/login', { seed: [jana] });
  await expect.element(userName).toBeVisible();
  const top = () => userName.element().getBoundingClientRect().top + window.scrollY;
  const before = top();
  await logIn('jana', 'wrong');
  await expect.element(form.getByRole('alert')).toBeVisible();
  expect(top()).toBe(before);
});

test('AUTH-08 nothing is sent while a field is empty: one text in the form says so, and no field is marked', async () => {
  const { server } = await renderApp('/login', { seed: [jana] });
  const told = form.getByRole('alert');
  await userEvent.click(submit);
  await expect.element(told).toHaveTextContent(/^Enter your user name and password\.$/);
  await expect.element(userName).toHaveFocus();
  await expect.element(userName).toBeValid();
  await expect.element(password).toBeValid();
  for (const [filled, empty] of [
    [password, userName],
    [userName, password],
  ] as const) {
    await userEvent.fill(empty, '');
    await userEvent.fill(filled, 'jana');
    await userEvent.click(submit);
    await expect.element(empty).toHaveFocus();
    await expect.element(told).toBeVisible();
    for (const field of [userName, password]) await expect.element(field).toBeValid();
  }
  expect(toasts.getByRole('paragraph').elements()).toEqual([]);
  expect(await server.requests(/customer\/login/)).toEqual([]);

  await userEvent.fill(password, 'wrong');
  await userEvent.click(submit);
  await expect.element(told).toHaveTextContent(/^Wrong credentials$/);
  expect(await server.requests(/customer\/login/)).toHaveLength(1);
});

test('AUTH-08 while the call is under way the form is busy, and sent once', async () => {
  const { server } = await renderApp('/login', { seed: [jana] });
  const { release } = await server.fault(/customer\/login/, { hold: true });
  await logIn('jana', PASSWORD);
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(password);
  await userEvent.keyboard('{Enter}');
  await release();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect(await server.requests(/customer\/login/)).toHaveLength(1);
});

test('of somebody who came in at the same moment by another way nothing is said to have failed', async () => {
  const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
  const { server, platform } = await renderApp('/login', { seed: [jana, petr] });
  await expect.element(submit).toBeEnabled();
  const { release } = await server.fault(/customer\/login/, { hold: true }, 1);
  // As a card does, which needs no press.
  const first = login(platform, { userName: 'jana', password: PASSWORD });
  const told: unknown[] = [];
  platform.toasts.subscribe((shown) => told.push(...shown));
  await logIn('petr', PASSWORD);
  await release();
  await first;
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  await expect.element(submit).not.toHaveAttribute('aria-busy', 'true');
  expect(told).toEqual([]);
  expect(form.getByRole('alert').elements()).toEqual([]);
});

test.each([
  ['a server that is unavailable', { answer: { status: 503 } }, 'Server unavailable'],
  ['no connection', { cut: true }, /^The connection to the canteen was lost/],
] as const)('AUTH-04 %s is no fault of the password, which stays', async (_, fault, text) => {
  const { server } = await renderApp('/login', { seed: [jana] });
  await server.fault(/customer\/login/, fault);
  await logIn('jana', PASSWORD);
  await expect.element(form.getByText(text)).toBeVisible();
  await expect.element(password).toHaveValue(PASSWORD);
  await expect.element(password).toBeValid();
  expect(toasts.getByRole('paragraph').elements()).toHaveLength(1);
  await server.clearFaults();
  await userEvent.click(submit);
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
});
