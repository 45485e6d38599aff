import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, storedSnapshot } from '../../../test/render-app.ts';
import {
  CARD,
  expectHeard,
  expectSignedIn,
  listenToLog,
  message,
  onPage,
  renderWithReader,
  seed,
  signInByPassword,
  stopTimers,
} from '../../../test/with-reader.ts';

test('AUTH-16 CFG-12 API-04, part of AUTH-24: a card that is read signs its customer in', async () => {
  const { reader, server, storage, history } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  await server.forgetRequests();
  await reader.say(message(CARD));
  await expectSignedIn();
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');

  const [read, login] = await server.requests(/customer\/(?:cardlogin|login)/);
  expect(read).toMatchObject({ method: 'POST', path: '/api/customer/cardlogin' });
  expect(JSON.parse(read?.body ?? '')).toEqual({ cardId: CARD });
  expect(login).toMatchObject({ path: '/api/customer/login', body: '' });
  expect(login?.headers.authorization).toMatch(/^Card \S+$/);
  expect(storedSnapshot(storage).session).toMatchObject({ auth: true, keepLogged: false });
});

test('API-61 a sign-in by card asks for no long session', async () => {
  const config = { allowPermanentLogin: true, permanentLoginDays: 7 };
  const { reader, server, platform } = await renderWithReader('/login', { config });
  await expect.element(onPage.hold).toBeVisible();
  await reader.say(message(CARD));
  await expectSignedIn();
  expect(platform.snapshot.getState().session.capabilities?.keepLogged).toBe(true);
  const [login, ...more] = await server.requests(/customer\/login/);
  expect(more).toEqual([]);
  expect(login?.body).toBe('');
  expect(login?.headers).not.toHaveProperty('x-asw-keep-logged');
});

test('AUTH-16 API-04 the word before the token is that of the setting', async () => {
  const cardAuthorizationScheme = 'Badge';
  const { reader, server } = await renderWithReader('/login', {
    settings: { cardAuthorizationScheme },
    config: { cardAuthorizationScheme },
  });
  await expect.element(onPage.hold).toBeVisible();
  await reader.say(message(CARD));
  await expectSignedIn();
  const [login] = await server.requests(/customer\/login/);
  expect(login?.headers.authorization).toMatch(/^Badge \S+$/);
});

test('part of AUTH-24: the password signs in beside the reader, and leads to the same page', async () => {
  const { history, reader } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  await signInByPassword();
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  await expect.poll(async () => (await reader.connections()).open).toBe(0);
});

test('the section of the card looks as before until the next page has come, though the reader rests already', async () => {
  const { server, platform } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  const prompt = () => onPage.section.elements().at(0)?.querySelector('output')?.parentElement?.parentElement;
  const before = prompt()?.outerHTML;
  const looks = new Set<string | undefined>();
  const observer = new MutationObserver(() => looks.add(prompt()?.outerHTML));
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  // What is read after a login keeps the page where it is for a while.
  await server.fault(/GET .*(canteens|canteenmenu)/, { delayMs: 300 });
  await signInByPassword();
  expect(platform.snapshot.getState().session.auth).toBe(true);
  await expect.element(onPage.section).not.toBeInTheDocument();
  observer.disconnect();
  looks.delete(undefined);
  expect([...looks]).toEqual([before]);
});

test('READER-15 AUTH-18, part of ERR-25: a refused card is told, and the next one signs in', async () => {
  const { reader, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  const { release } = await server.fault(/cardlogin/, { hold: true }, 1);
  await reader.say(message('0000'));
  await expect.element(onPage.section.getByText('Signing you in')).toBeVisible();
  await release();
  await expect.element(onPage.section.getByRole('alert')).toBeVisible();
  expect(onPage.toasts.getByRole('paragraph').elements()).toEqual([]);
  await expect.element(onPage.hold).toBeVisible();
  await reader.say(message(CARD));
  await expectSignedIn();
  expect(await server.requests(/cardlogin/)).toHaveLength(2);
});

test('what is said of a refused card goes by itself, before the next person comes', async () => {
  const { reader } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  await reader.say(message('0000'));
  await expect.element(onPage.section.getByRole('alert')).toBeVisible();
  const from = performance.now();
  await expect.element(onPage.section.getByRole('alert'), { timeout: 15_000 }).not.toBeInTheDocument();
  expect(performance.now() - from).toBeGreaterThan(8_000);
  await expect.element(onPage.hold).toBeVisible();
});

test.each([
  [undefined, 'Logging in failed.'],
  ['This card is not known.', 'This card is not known.'],
])('AUTH-04 AUTH-18 a refused card with the text %s of the server', async (resultText, shown) => {
  const { reader, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  for (const status of [401, 403, 400]) {
    await server.clearFaults();
    await server.fault(/cardlogin/, { answer: { status, body: { success: false, resultText } } });
    await reader.say(message(`A${status}`));
    await expect.element(onPage.section.getByRole('alert')).toHaveTextContent(shown);
    expect(page.getByText(shown).elements()).toHaveLength(1);
    await expect.element(onPage.hold).toBeVisible();
  }
});

test('after too many refused cards every card is refused with how long to wait, and the password signs in', async () => {
  const { reader, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  // Somebody guesses, at the same place, more often than a day allows.
  const call = async (path: string, token?: string, body?: object) => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { 'x-asw-token': token }),
    };
    const answer = await fetch(`${server.apiUrl}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body ?? {}),
    });
    return (await answer.json()) as { sessionToken?: string; error?: { code?: string } };
  };
  const { sessionToken } = await call('authenticate');
  let guesses = 0;
  for (let code: unknown; code !== 'tooManyAttempts' && guesses < 200; guesses += 1)
    code = (await call('customer/cardlogin', sessionToken, { cardId: `GUESS${guesses}` })).error?.code;

  await reader.say(message(CARD));
  await expect
    .element(onPage.section.getByRole('alert'))
    .toHaveTextContent(
      /^Too many failed attempts\. Please try again in [\d,]+ (?:hours?|minutes?|seconds?)(?: and \d+ (?:minutes?|seconds?))?\.$/,
    );
  await expect.element(onPage.hold).toBeVisible();
  await userEvent.fill(onPage.form.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(onPage.form.getByLabelText('Password', { exact: true }), PASSWORD);
  await userEvent.click(onPage.form.getByRole('button', { name: 'Sign in', exact: true }));
  await expectSignedIn();
});

test('AUTH-18 where the login page is not open, a refused card is told in a toast', async () => {
  const { reader } = await renderWithReader('/offer/DAY');
  await expectHeard(reader, ['connect', 'read']);
  await reader.say(message('0000'));
  await expect.element(onPage.toasts.getByRole('paragraph').first()).toBeVisible();
});

test('AUTH-17 API-11 a question of the server is asked, and the answer goes with the same card', async () => {
  const { reader, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  const question = {
    status: 449,
    body: {
      success: false,
      error: {
        force: {
          message: 'You are signed in elsewhere.',
          answers: [{ value: 'other', label: 'Sign in here' }],
        },
      },
    },
  };
  await server.fault(/cardlogin/, { answer: question }, 1);
  await reader.say(message(CARD));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign in here' }));
  await expectSignedIn();
  const bodies = (await server.requests(/cardlogin/)).map(({ body }) => JSON.parse(body) as object);
  expect(bodies[0]).toEqual({ cardId: CARD });
  expect(bodies[1]).toEqual({ cardId: CARD, force: 'other' });
});

test('MODAL-08 the dialog has both ways to sign in: a card is used behind the login dialog, and the page stays', async () => {
  const { reader, platform, history } = await renderWithReader('/offer/DAY');
  await expectHeard(reader, ['connect', 'read']);
  const answer = platform.dialogs.open('login', {});
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await expect.element(dialog.getByText('Hold your card to the reader.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'User name' })).toBeVisible();
  await reader.say(message(CARD));
  expect(await answer).toBe(true);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(history.location.pathname).toBe('/offer/DAY');
});

test('in the dialog on a phone the reader leaves Sign in in sight, and is as high when a card is refused', async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  const { reader, server, platform } = await renderWithReader('/offer/DAY');
  void platform.dialogs.open('login', {
    toOrder: { action: 'order', dish: 'Beef broth', day: 'Fri 20. 11.', price: 'CZK 40.00' },
  });
  await expect.element(onPage.hold).toBeVisible();
  const height = () => onPage.section.element().getBoundingClientRect().height;
  const before = height();
  const signIn = page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in' });
  await expect.element(signIn).toBeInViewport({ ratio: 1 });
  await server.fault(/cardlogin/, { answer: handMade({ success: false }) }, 1);
  await reader.say(message(CARD));
  await expect.element(onPage.section.getByRole('alert')).toBeVisible();
  await expect.element(onPage.hold).toBeVisible();
  expect(height()).toBe(before);
});

test('what a card says is nowhere on the device, and in no log', async () => {
  const log = listenToLog();
  const { reader, storage, server } = await renderWithReader();
  await expect.element(onPage.hold).toBeVisible();
  await server.fault(/cardlogin/, { answer: handMade({ success: false }) }, 1);
  await reader.say(message('SECRET1'));
  await expect.element(onPage.section.getByRole('alert')).toBeVisible();
  await expect.element(onPage.hold).toBeVisible();
  await reader.say(message(CARD));
  await expectSignedIn();
  const kept = [storage, localStorage, sessionStorage].flatMap((place) =>
    Array.from({ length: place.length }, (_, index) => place.getItem(place.key(index) ?? '')),
  );
  expect([...kept, ...log, document.documentElement.outerHTML].join()).not.toMatch(/SECRET1|04A1B2C3/);
});

test('C168 at a kiosk pages invite a guest to hold a card, once, and say what becomes of it', async () => {
  const invitation = page.getByText('Hold your card to the reader.', { exact: true });
  const { reader, server, history, platform } = await renderWithReader('/offer/DAY', {
    config: { kiosk: true, autoLogout: 30, allowRegistration: true, allowPasswordRecovery: true },
  });
  for (const address of ['/registration', '/forgotten-password', '/nowhere']) {
    history.push(address);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(invitation).toBeVisible();
  }
  // The login page says it itself, and so does the dialog.
  history.push('/login');
  await expect.element(onPage.hold).toBeVisible();
  expect(invitation.elements()).toHaveLength(1);
  history.push('/offer/DAY');
  const broth = page.getByRole('article', { name: 'Beef broth' });
  await expect.element(invitation).toBeVisible();
  await userEvent.click(broth.getByRole('button', { name: /^Order/ }));
  await expect.element(page.getByRole('dialog').getByText('Hold your card to the reader.')).toBeVisible();
  expect(invitation.elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(invitation).toBeVisible();
  const { release } = await server.fault(/cardlogin/, { hold: true }, 1);
  await reader.say(message(CARD));
  await expect.element(page.getByText('Signing you in', { exact: true })).toBeVisible();
  expect(invitation.elements()).toEqual([]);
  await release();
  await expectSignedIn();
  await expect.element(page.getByText('Signing you in', { exact: true })).not.toBeInTheDocument();
  const { logout } = await import('#platform/session/logout.ts');
  logout(platform);
  await expect.element(invitation).toBeVisible();
  await reader.refuse();
  await expect.element(invitation).not.toBeInTheDocument();
});

test('C168 between two pages a guest of a kiosk is never invited twice at once', async () => {
  const invitations = () =>
    page.getByText('Hold your card to the reader.', { exact: true }).elements().length;
  let most = 0;
  const observer = new MutationObserver(() => {
    most = Math.max(most, invitations());
  });
  observer.observe(document.body, { subtree: true, childList: true });
  onTestFinished(() => observer.disconnect());
  const { history } = await renderWithReader('/offer/DAY', { config: { kiosk: true, autoLogout: 30 } });
  await expect.poll(invitations).toBe(1);
  history.push('/login');
  await expect.element(onPage.hold).toBeVisible();
  history.push('/offer/DAY');
  await expect.element(onPage.section).not.toBeInTheDocument();
  await expect.poll(invitations).toBe(1);
  expect(most).toBe(1);
});

test('C168 on a device that is somebody’s own the offer does not ask for a card', async () => {
  const { reader, platform } = await renderWithReader('/offer/DAY');
  await expectHeard(reader, ['connect', 'read']);
  await expect.poll(() => platform.cardReader.getState().readiness).toBe('ready');
  expect(page.getByText('Hold your card to the reader.').elements()).toEqual([]);
});

test('a question of the server that is left open at a kiosk is gone for the next person', async () => {
  let now = Date.now();
  const { reader, server, platform } = await renderWithReader('/offer/DAY', {
    config: { kiosk: true, autoLogout: 30 },
    deviceNow: () => now,
  });
  const wait = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  await expectHeard(reader, ['connect', 'read']);
  const force = { message: 'Anna, is this you?', answers: [{ value: 'y', label: 'Yes' }] };
  const question = { status: 449, body: { success: false, error: { force } } };
  await server.fault(/cardlogin/, { answer: question }, 1);
  stopTimers();
  // Nobody touches the screen: the card is all that happens.
  await reader.say(message(CARD));
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.elements()).toHaveLength(1);
  await wait(29_000);
  expect(dialog.elements()).toHaveLength(1);
  await wait(2_000);
  await expect.poll(() => dialog.elements()).toEqual([]);
  expect(platform.cardReader.getState().signIn).toBe('failed');
  // Who gave no answer needs no words.
  expect(onPage.toasts.getByRole('paragraph').elements()).toEqual([]);
});

test.each([
  { hall: [{ make: 'terminal', with: { name: 'Hall', credential: 'hall' } }], dialogs: ['login'] },
  { hall: [], dialogs: [] },
] as const)(
  'AUTH-27 MODAL-08 of what is tried here, the password is asked for the profile alone, and only where a terminal is registered: $hall',
  async ({ hall, dialogs }) => {
    const allowed = { allowProfileEdit: true, allowOrdersReport: true };
    const { reader, server, platform, history } = await renderWithReader('/login', {
      seed: [...seed, ...hall],
      settings: allowed,
      config: allowed,
    });
    const asked: string[] = [];
    platform.dialogs.subscribe((open) => asked.push(...open.map(({ type }) => type)));
    await expect.element(onPage.hold).toBeVisible();
    await reader.say({ type: 'message', final: true, data: { code: CARD, terminal: 'hall' } });
    await expectSignedIn();

    const broth = page.getByRole('article', { name: 'Beef broth' });
    await userEvent.click(broth.getByRole('button', { name: /^Order,/ }));
    await expect.element(onPage.toasts.getByText(/^Ordered: Beef broth/)).toBeVisible();
    await userEvent.click(broth.getByRole('button', { name: /^Cancel,/ }));
    await expect.element(onPage.toasts.getByText(/^The order was cancelled: Beef broth/)).toBeVisible();
    expect(await platform.call('getBalance', undefined)).toHaveProperty('balance');
    await userEvent.selectOptions(onPage.header.getByRole('combobox', { name: /Language/ }), 'cs');
    await expect.poll(async () => (await server.requests(/POST .*\/customer$/)).length).toBe(1);
    await userEvent.selectOptions(onPage.header.getByRole('combobox', { name: /Jazyk/ }), 'en');
    await expect.poll(async () => (await server.requests(/POST .*\/customer$/)).length).toBe(2);
    expect(asked).toEqual([]);

    history.push('/profile/edit');
    await userEvent.fill(page.getByRole('textbox', { name: 'First name' }), 'Johana');
    await userEvent.click(page.getByRole('button', { name: 'Save' }));
    if (dialogs.length > 0) {
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await expect.element(dialog.getByText('Enter your password to go on.')).toBeVisible();
      // The reader rests while somebody is in, and a card proves nothing more here.
      expect(dialog.getByRole('region', { name: 'By card' }).elements()).toEqual([]);
      await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana');
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
      await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
    }
    await expect.element(onPage.header.getByText('Johana Nováková').last()).toBeVisible();
    const saves = (await server.requests(/POST .*\/customer$/)).slice(2).map(({ body }) => body);
    expect(saves).toHaveLength(1 + dialogs.length);
    expect(new Set(saves).size).toBe(1);
    expect(asked).toEqual(dialogs);
  },
);
