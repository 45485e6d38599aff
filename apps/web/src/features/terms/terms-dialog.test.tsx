import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', balance: 100_000 },
} as const;
const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
const broth = { make: 'offering', as: 'broth', with: { product: { name: { en: 'Beef broth' } } } } as const;
const terms = (text: string, isBinding = true) =>
  ({ make: 'terms', with: { texts: { en: text }, isBinding } }) as const;

const header = page.getByRole('banner');
const dialog = page.getByRole('dialog', { name: 'Terms of use' });
const accept = dialog.getByRole('button', { name: 'Accept' });
const orderBroth = page.getByRole('button', { name: /^Order, Beef broth/ });
const orders = page.getByRole('region', { name: 'Notifications' });

async function signIn(userName: string): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), userName);
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
}

/** Orders the dish, which an open dialog would not let through, and finds none: the terms were read before. */
async function expectNoDialog(): Promise<void> {
  await userEvent.click(orderBroth);
  await expect.element(orders.getByText(/^Ordered: /)).toBeVisible();
  expect(dialog.elements()).toEqual([]);
}

const POST_TERMS = /POST .*customer\/terms/;

test('TERMS-01 TERMS-04 API-35 API-36 DATA-18, part of TERMS-02: after a login the terms in force are read, shown and accepted once for all', async () => {
  const app = await renderApp('/login', { seed: [jana, broth, terms('<p>First terms</p>')] });
  await signIn('jana');
  await expect.element(dialog.getByText('First terms')).toBeVisible();
  expect(await app.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
  const [sent, ...more] = await app.server.requests(POST_TERMS);
  expect(more).toEqual([]);
  const { termsHash, ...rest } = JSON.parse(sent?.body ?? '') as Record<string, unknown>;
  expect(rest).toEqual({ versions: [1], termsVersion: 1 });
  expect(storedSnapshot(app.storage).session.terms).toEqual({ hash: termsHash, version: '1' });

  const again = await app.reload();
  await expect.poll(() => again.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await expectNoDialog();

  await again.server.seed([terms('<p>Second terms</p>')]);
  await again.reload();
  await expect.element(dialog.getByText('Second terms')).toBeVisible();
});

test('TERMS-02 new terms are presented on any page to a customer who accepted the ones before, and to no one who knows them', async () => {
  const config = {
    allowGuestComments: true,
    allowProfileEdit: true,
    allowProfileDashboard: true,
    allowCardAdministration: true,
    ordering: 'both',
    pages: { footer: [{ pathname: 'about', title: 'About us', body: '<p>Us</p>' }] },
  };
  const app = await renderApp('/offer', {
    seed: [jana, broth, terms('<p>First terms</p>')],
    as: 'jana',
    config,
  });
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
  await app.server.seed([terms('<p>Second terms</p>')]);
  let last = app;
  const addresses = [
    '/orders',
    '/cart',
    '/thank-you',
    '/payment-failure',
    '/topup-successful',
    '/topup-failure',
    '/profile/dashboard',
    '/profile/comment',
    '/profile/edit',
    '/profile/manage-card',
    '/card-change/T1',
    '/card-revoke/T1',
    '/email-change/T1',
    '/registration/T1',
    '/password-reset/K1',
    '/pages/about',
    '/offer',
  ];
  for (const address of addresses) {
    last.history.replace(address);
    await expect.poll(() => last.history.location.pathname).toContain(address);
    last = await last.reload();
    await expect.element(dialog.getByText('Second terms')).toBeVisible();
    expect(last.history.location.pathname).toContain(address);
  }
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
  last.history.replace('/profile/comment');
  await last.server.forgetRequests();
  await last.reload();
  await expect.poll(() => last.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await userEvent.fill(page.getByRole('textbox', { name: 'Your comment' }), 'Thanks');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.poll(() => last.server.requests(/POST .*comment/)).toHaveLength(1);
  expect(dialog.elements()).toEqual([]);
});

test('TERMS-02 before a server that sends no acceptedVersion, the version that the device remembers decides', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  const inForce = async (version: number) => {
    await app.server.clearFaults();
    await app.server.fault(POST_TERMS, { answer: { status: 200, body: { success: true } } });
    const content = `<p>Version ${version}</p>`;
    const body = { success: true, content, termsHash: `H${version}`, termsVersion: version };
    await app.server.fault(/GET .*customer\/terms/, { answer: { status: 200, body } });
  };
  await inForce(1);
  const first = await app.reload();
  await expect.element(dialog.getByText('Version 1')).toBeVisible();
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();

  await app.server.forgetRequests();
  const again = await first.reload();
  await expect.poll(() => app.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await expectNoDialog();

  await inForce(2);
  await again.reload();
  await expect.element(dialog.getByText('Version 2')).toBeVisible();
});

test('part of TERMS-03 MODAL-03: neither Escape nor a click beside it closes the terms', async () => {
  await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
  await expect.element(accept).toBeVisible();
  expect(dialog.getByRole('button').elements()).toHaveLength(2);
});

test('TERMS-05 API-60 who declines is logged out without a question, and nothing else is posted', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { logout: true } },
  }));
  const token = storedSnapshot(app.storage).session.authentication.sessionToken;
  await userEvent.click(dialog.getByRole('button', { name: 'Decline and sign out' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(await app.server.requests(POST_TERMS)).toEqual([]);
  const told = await app.server.requests(/customer\/logout/);
  expect(told.map(({ body, headers }) => [body, headers['x-asw-token']])).toEqual([['', token]]);
  expect(storedSnapshot(app.storage).session.terms).toBeUndefined();
});

test('TERMS-06 DATA-18 terms without a hash have only a close button, which remembers the version', async () => {
  const app = await renderApp('/offer', {
    seed: [jana, broth, terms('<p>For you to know</p>', false)],
    as: 'jana',
  });
  await expect.element(dialog.getByText('For you to know')).toBeVisible();
  expect(dialog.getByRole('button').elements()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(storedSnapshot(app.storage).session.terms).toEqual({ version: '1' });
  const again = await app.reload();
  await expect.poll(() => again.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await expectNoDialog();
  expect(await app.server.requests(POST_TERMS)).toEqual([]);
});

test('TERMS-06 an empty hash counts as none', async () => {
  const app = await renderApp('/offer', { seed: [petr, jana, broth] });
  await app.server.fault(/GET .*customer\/terms/, {
    answer: {
      status: 200,
      body: { success: true, content: '<p>For you to know</p>', termsHash: '', termsVersion: 3 },
    },
  });
  app.history.push('/login');
  await signIn('jana');
  await expect.element(dialog.getByText('For you to know')).toBeVisible();
  expect(dialog.getByRole('button').elements()).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await app.server.requests(POST_TERMS)).toEqual([]);
});

test('TERMS-06 what one customer has seen is not remembered for another', async () => {
  const app = await renderApp('/login', { seed: [jana, petr, broth, terms('<p>Terms</p>', false)] });
  await signIn('jana');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  const signOut = async () => {
    await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
    await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
  };
  await signOut();
  await signIn('petr');
  await expect.element(dialog).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await signOut();
  await signIn('jana');
  await expect.poll(() => storedSnapshot(app.storage).session.terms).toEqual({ version: '1' });
  await expectNoDialog();
});

test('TERMS-07 the content is formatted, and nothing in it runs, sends or loads', async () => {
  const content = `<h2>Heading</h2><ul><li>Item</li></ul><script>document.title = 'run'</script>
    <img src="x" onerror="document.title = 'run'"><a href="javascript:document.title='run'">a</a>
    <a href="https://example.org/">elsewhere</a><a href="/pages/terms">here</a>
    <form><input></form><iframe src="/"></iframe><p style="position:fixed">styled</p>`;
  await renderApp('/offer', { seed: [jana, broth, terms(content)], as: 'jana' });
  await expect.element(dialog.getByRole('heading', { name: 'Heading' })).toBeVisible();
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('Item');
  await expect.element(dialog.getByRole('link', { name: 'elsewhere' })).toHaveAttribute('target', '_blank');
  await expect.element(dialog.getByRole('link', { name: 'here', exact: true })).not.toHaveAttribute('target');
  const html = dialog.element().innerHTML;
  for (const trace of ['<script', 'onerror', 'javascript:', '<form', '<input', '<iframe', 'style='])
    expect(html).not.toContain(trace);
  expect(document.title).not.toBe('run');
});

test('when terms come into force meanwhile, an order waits for them and goes on', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth], as: 'jana' });
  await expect.element(orderBroth).toBeEnabled();
  await expect.poll(() => app.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await app.server.seed([terms('<p>New terms</p>')]);
  await userEvent.click(orderBroth);
  await expect.element(dialog.getByText('New terms')).toBeVisible();
  await userEvent.click(accept);
  await expect.element(orders.getByText(/^Ordered: /)).toBeVisible();
  const sent = await app.server.requests(/canteenorder\/direct/);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('part of TERMS-02: an acceptance that fails says so in the dialog, which stays, and in a notification', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await app.server.fault(POST_TERMS, {
    answer: { status: 500, body: { success: false, resultText: 'Not now' } },
  });
  await userEvent.click(accept);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now');
  await expect.element(orders.getByText('Not now')).toBeVisible();
  await app.server.clearFaults();
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a question of the server about an acceptance is asked above the terms, and a no leaves them as they are', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>First terms</p>')], as: 'jana' });
  const question = { message: 'Really?', answers: ['Yes', 'No'] };
  await app.server.fault(POST_TERMS, {
    answer: { status: 449, body: { success: false, error: { force: question } } },
  });
  await userEvent.click(accept);
  const asked = page.getByRole('dialog').filter({ hasText: 'Really?' });
  await expect.element(asked).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(asked).not.toBeInTheDocument();
  await expect.element(accept).toBeEnabled();
  expect(app.platform.toasts.getState()).toEqual([]);
  await app.server.clearFaults();
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('terms that changed while they were read are read again', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Old</p>')], as: 'jana' });
  await expect.element(dialog.getByText('Old')).toBeVisible();
  await app.server.seed([terms('<p>New</p>')]);
  await userEvent.click(accept);
  await expect.element(dialog.getByText('New')).toBeVisible();
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(storedSnapshot(app.storage).session.terms?.version).toBe('2');
});

test('MODAL-02 MODAL-09 the terms are on top of every other dialog, which is there again after them', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await expect.element(dialog).toBeVisible();
  void app.platform.dialogs.open('info', { title: 'Behind', text: 'Something' });
  const behind = page.getByRole('dialog', { name: 'Behind' });
  await expect.element(dialog).toBeVisible();
  expect(behind.elements()).toEqual([]);
  await userEvent.click(accept);
  await expect.element(behind).toBeVisible();
});

test('part of TERMS-02: terms that cannot be read are not shown, and nothing is said of it', async () => {
  const first = await renderApp('/login', { seed: [jana, broth, terms('<p>Terms</p>')] });
  await first.server.fault(/customer\/terms/, { answer: { status: 500, body: { success: false } } });
  await signIn('jana');
  await expect.poll(() => first.server.requests(/customer\/terms/)).toHaveLength(1);
  await expect.element(orderBroth).toBeVisible();
  expect(dialog.elements()).toEqual([]);
  expect(orders.getByRole('paragraph').elements()).toEqual([]);
});
