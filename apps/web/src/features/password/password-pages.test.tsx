import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { openLink } from '../../../test/open-links.ts';
import { PASSWORD, renderApp } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

const jana = {
  make: 'customer',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    email: 'jana@example.cz',
  },
} as const;

const forgotten = page.getByRole('form', { name: 'Forgotten password' });
const email = forgotten.getByRole('textbox', { name: 'E-mail' });
const send = forgotten.getByRole('button', { name: 'Send the link' });
const reset = page.getByRole('form', { name: 'New password' });
const password = reset.getByRole('textbox', { name: 'New password' });
const again = reset.getByRole('textbox', { name: 'Password again' });
const save = reset.getByRole('button', { name: 'Save the password' });
const toasts = page.getByRole('region', { name: 'Notifications' });

const allowed = { allowPasswordRecovery: true };
const open = (path: string, options: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(path, { settings: allowed, config: allowed, ...options });
/** Opens a link that the server takes for one of its own. */
const follow = (path: string, options: Parameters<typeof renderApp>[1] = {}) =>
  openLink(path, { settings: allowed, config: allowed, ...options });

type Rendered = Awaited<ReturnType<typeof renderApp>>;
const bodies = async ({ server }: Rendered, path: RegExp) =>
  (await server.requests(path)).map(({ body }) => JSON.parse(body) as unknown);

test('REG-11 API-16 an empty or malformed address is told and not sent, a valid one is sent alone', async () => {
  const app = await open('/forgotten-password', { seed: [jana] });
  await userEvent.click(send);
  await expect.element(forgotten.getByText('E-mail is required')).toBeVisible();
  await userEvent.fill(email, 'jana@');
  await userEvent.click(send);
  await expect.element(forgotten.getByText('E-mail is not an email')).toBeVisible();
  expect(await bodies(app, /resetrequest/)).toEqual([]);
  await userEvent.fill(email, ' jana@example.cz ');
  await userEvent.click(send);
  await expect.element(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  expect(await bodies(app, /POST .*customer\/password\/resetrequest$/)).toEqual([
    { email: 'jana@example.cz' },
  ]);
});

test('REG-12 a known and an unknown address are answered alike', async () => {
  for (const address of ['jana@example.cz', 'nobody@example.cz']) {
    const { history } = await open('/forgotten-password', { seed: [jana] });
    await userEvent.fill(email, address);
    await userEvent.click(send);
    const said = `If ${address} belongs to an account here, a link to choose a new password is on its way.`;
    await expect.element(page.getByText(said)).toBeVisible();
    history.push('/login');
    await expect.element(page.getByText(said)).not.toBeInTheDocument();
  }
});

test('REG-12 ERR-10 API-16 a request that fails says so, and the form stays', async () => {
  const { server } = await open('/forgotten-password');
  await server.fault(/resetrequest/, { answer: { status: 200, body: { success: false } } });
  await userEvent.fill(email, 'jana@example.cz');
  await userEvent.click(send);
  await expect.element(toasts.getByText('The link could not be sent.')).toBeVisible();
  await expect.element(forgotten.getByText(/^The link could not be sent\./)).toBeVisible();
  await expect.element(email).toHaveValue('jana@example.cz');
});

test('CFG-14 NAV-14 without password recovery there is no link, and the address leads to the start', async () => {
  const { history } = await renderApp('/login', { config: { allowPasswordRecovery: false } });
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(page.getByRole('link', { name: 'Forgotten password' }).elements()).toEqual([]);
  history.push('/forgotten-password');
  await expect.poll(() => history.location.pathname).toMatch(/^\/offer/);
});

test('REG-13 NAV-15 API-17 a reset sends the new password and the key of the address, and nothing else', async () => {
  const app = await openLink('/password-reset/K1', { config: { allowPasswordRecovery: false } });
  await app.server.fault(/password\/reset$/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'svíčková');
  await userEvent.fill(again, 'svíčková');
  await userEvent.click(save);
  await expect.element(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  expect(await bodies(app, /POST .*customer\/password\/reset$/)).toEqual([
    { passwordNew: 'svíčková', resetKey: 'K1' },
  ]);
});

test('REG-13 FORM-24 a key that is longer than those of this server is sent all the same', async () => {
  const key = 'k'.repeat(600);
  const app = await follow(`/password-reset/${key}`);
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(save);
  await expect.element(reset.getByText(/^The password could not be changed\. .{10}/)).toBeVisible();
  const another = page.getByRole('main').getByRole('link', { name: 'Ask for a new link' });
  await expect.element(another).toHaveAttribute('href', '/forgotten-password');
  expect(await bodies(app, /password\/reset$/)).toEqual([
    { passwordNew: 'svíčková se šesti', resetKey: key },
  ]);
});

test('REG-14 LIMIT-02 NAV-04 after a reset the message stands for 2 s, then the application begins anew', async () => {
  const { server, history } = await follow('/password-reset/K1');
  await server.fault(/password\/reset$/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'svíčková');
  await userEvent.fill(again, 'svíčková');
  const shown = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('main')?.textContent?.includes('Your password is changed')) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  // Whatever polls while the timers are stopped puts them forward.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.click(save);
  await shown;
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(history.location.pathname).toBe('/password-reset/K1');
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.poll(() => history.location.pathname).toMatch(/^\/offer/);
});

test('C139 a link that is of no use says so at once, without a password being chosen first, and leads to a new one', async () => {
  const app = await open('/password-reset/K1', { seed: [jana] });
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expect
    .element(page.getByText('It was used, its time is over, or a newer link took its place.'))
    .toBeVisible();
  expect(reset.elements()).toEqual([]);
  expect(await bodies(app, /password\/reset\/state$/)).toEqual([{ resetKey: 'K1' }]);
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Ask for a new link' }));
  await userEvent.fill(email, 'jana@example.cz');
  await userEvent.click(send);
  await expect.element(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  const [mail] = await app.server.mailsTo('jana@example.cz');
  const link = new URL(mail?.link ?? '').pathname;
  app.history.push(link);
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(save);
  await expect.element(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  // The way back to it shows no form either.
  app.history.push('/login');
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  app.history.push(link);
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});

test('C139 a link that is longer than any of this server says so too', async () => {
  await open(`/password-reset/${'k'.repeat(600)}`);
  await expect.element(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  expect(reset.elements()).toEqual([]);
});

test.each([
  ['announces nothing', { authenticate: {} }],
  ['fails', { state: 503 }],
])('API-56 C139 a server that %s has the password chosen', async (_, said) => {
  const server = await startTestServer({ settings: allowed });
  if ('authenticate' in said)
    await server.fault(/authenticate$/, {
      answer: { status: 200, body: { success: true, sessionToken: 'T' } },
    });
  else await server.fault(/reset\/state$/, { answer: { status: said.state } });
  await renderApp('/password-reset/K1', { server, config: allowed });
  await userEvent.fill(password, 'svíčková');
  await expect.poll(() => server.requests(/reset\/state$/)).toHaveLength('authenticate' in said ? 0 : 1);
  await expect.element(password).toHaveValue('svíčková');
});

test('whoever has reset a password can go to the sign-in at once', async () => {
  const { server, history } = await follow('/password-reset/K1');
  await server.fault(/password\/reset$/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'svíčková');
  await userEvent.fill(again, 'svíčková');
  await userEvent.click(save);
  await userEvent.click(page.getByRole('main').getByRole('link', { name: 'Sign in' }));
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/login');
});

test('an address that was typed at the sign-in is there when another password is asked for, and only then', async () => {
  const { history } = await open('/login', { seed: [jana] });
  const main = page.getByRole('main');
  const forget = async (typed: string) => {
    await userEvent.fill(main.getByRole('textbox', { name: 'User name' }), typed);
    await userEvent.click(main.getByRole('link', { name: 'Forgotten password' }));
    await expect.element(email).toBeVisible();
  };
  await forget(' jana@example.cz ');
  await expect.element(email).toHaveValue('jana@example.cz');
  await userEvent.click(send);
  await expect.element(page.getByText(/^If jana@example\.cz belongs/)).toBeVisible();
  history.push('/login');
  await expect.element(main.getByRole('textbox', { name: 'User name' })).toBeVisible();
  history.push('/forgotten-password');
  await expect.element(email).toHaveValue('');
  history.push('/login');
  // A user name is no address.
  await forget('jana');
  await expect.element(email).toHaveValue('');
});

test('at a kiosk the address of the sign-in goes no further', async () => {
  await open('/login', { config: { ...allowed, kiosk: true } });
  const main = page.getByRole('main');
  await userEvent.fill(main.getByRole('textbox', { name: 'User name' }), 'jana@example.cz');
  await userEvent.click(main.getByRole('link', { name: 'Forgotten password' }));
  await expect.element(email).toHaveValue('');
});

test('whoever leaves the page of a reset earlier is not led away', async () => {
  const { server, history } = await follow('/password-reset/K1');
  await server.fault(/password\/reset$/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'svíčková');
  await userEvent.fill(again, 'svíčková');
  await userEvent.click(save);
  await expect.element(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  history.push('/login');
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  const visited: string[] = [];
  history.subscribe(({ location }) => visited.push(location.pathname));
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  expect(visited).toEqual([]);
});

test('REG-15 ERR-15 API-17 a reset that fails says so with the words of the server, and the customer stays', async () => {
  const { history } = await follow('/password-reset/K1');
  await userEvent.fill(password, 'svíčková se šesti');
  await userEvent.fill(again, 'svíčková se šesti');
  await userEvent.click(save);
  await expect.element(toasts.getByText('The password could not be changed.')).toBeVisible();
  await expect.element(reset.getByText(/^The password could not be changed\. .{10}/)).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(history.location.pathname).toBe('/password-reset/K1');
});

test('REG-16 a rule of the new password is told while it is typed, and the repetition has to be equal', async () => {
  const passwordRules = { minLength: 5, lowercase: false, uppercase: false, digit: true, special: false };
  const app = await follow('/password-reset/K1', { config: { passwordRules } });
  await userEvent.type(password, 'abcdef');
  await expect.element(reset.getByText('At least one digit')).toBeVisible();
  await expect.element(password).toBeInvalid();
  await userEvent.type(password, '1');
  await expect.element(password).toBeValid();
  await userEvent.fill(again, 'abcdef2');
  await userEvent.click(save);
  await expect.element(reset.getByText('The passwords do not match')).toBeVisible();
  expect(await bodies(app, /password\/reset$/)).toEqual([]);
});

test('FORM-18 REG-16 CFG-37 every rule that the new password breaks is shown at once, and they vanish as they are met', async () => {
  const passwordRules = { minLength: 5, lowercase: true, uppercase: true, digit: true, special: true };
  await follow('/password-reset/K1', { config: { passwordRules } });
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
    await userEvent.type(password, key);
    await expect.poll(() => reset.getByText(/^At least /).elements()).toHaveLength(left.length);
    for (const text of left) await expect.element(reset.getByText(text)).toBeVisible();
  }
});

test('a reset ends the session of whoever is logged in, since the link may be of another account', async () => {
  const { server, history, platform } = await follow('/password-reset/K1', { seed: [jana], as: 'jana' });
  await expect
    .poll(() => platform.queries.getQueryCache().findAll({ queryKey: ['getCustomer'] }))
    .not.toEqual([]);
  await server.fault(/password\/reset$/, { answer: { status: 200, body: { success: true } } });
  await userEvent.fill(password, 'svíčková');
  await userEvent.fill(again, 'svíčková');
  await userEvent.click(save);
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  const memory = platform.queries
    .getQueryCache()
    .findAll()
    .map(({ queryKey, state }) => [queryKey[0], state.data]);
  expect(memory.filter(([name, data]) => name === 'getCustomer' && data !== undefined)).toEqual([]);
  await expect.poll(() => history.location.pathname).toMatch(/^\/offer/);
});

test('FORM-49 a common password is refused in the words of the server when a registration is finished and when a password is reset', async () => {
  const common = 'password123';
  const why = 'Many people use this password, or it is your own name. Please choose another one.';
  const tryIn = async (name: string, fields: readonly string[], press: string, failed: string) => {
    const form = page.getByRole('form', { name });
    for (const label of fields)
      await userEvent.fill(form.getByRole('textbox', { name: label, exact: true }), common);
    await userEvent.click(form.getByRole('button', { name: press }));
    // The reason stands at the password, which is not called good beside it.
    await expect.element(form.getByText(failed, { exact: true })).toBeVisible();
    await expect.element(form.getByText(why, { exact: true })).toBeVisible();
    expect(form.getByText('The password meets all rules').elements()).toEqual([]);
  };
  const settings = { ...allowed, allowRegistration: true, registrationWithoutMail: true };
  const app = await open('/registration', { seed: [jana], settings, config: settings });
  const registration = page.getByRole('form', { name: 'Registration' });
  for (const [label, text] of Object.entries({
    'First name': 'Ema',
    'Last name': 'Malá',
    'E-mail': 'ema@example.cz',
  }))
    await userEvent.fill(registration.getByRole('textbox', { name: label }), text);
  await userEvent.click(registration.getByRole('button', { name: 'Continue' }));
  await tryIn(
    'Finish registration',
    ['Password', 'Password again'],
    'Finish registration',
    'The registration could not be finished.',
  );

  app.history.push('/forgotten-password');
  await userEvent.fill(email, 'jana@example.cz');
  await userEvent.click(send);
  await expect.element(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
  const [mail] = await app.server.mailsTo('jana@example.cz');
  app.history.push(new URL(mail?.link ?? '').pathname);
  await tryIn(
    'New password',
    ['New password', 'Password again'],
    'Save the password',
    'The password could not be changed.',
  );

  // The old one still holds, and the new customer has none yet.
  app.history.push('/login');
  const main = page.getByRole('main');
  const signIn = async (userName: string, typed: string) => {
    await userEvent.fill(main.getByRole('textbox', { name: 'User name' }), userName);
    await userEvent.fill(main.getByRole('textbox', { name: 'Password', exact: true }), typed);
    await userEvent.click(main.getByRole('button', { name: 'Sign in', exact: true }));
  };
  for (const userName of ['ema@example.cz', 'jana']) {
    await signIn(userName, common);
    await expect.element(main.getByText('Wrong credentials')).toBeVisible();
  }
  await signIn('jana', PASSWORD);
  await expect.element(page.getByRole('banner').getByText('Jana Nováková').last()).toBeVisible();
});
