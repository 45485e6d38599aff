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

const POST_TERMS = /POST .*customer\/terms/;

test('TERMS-01 TERMS-02 TERMS-04 API-36 after a login the terms in force are read, shown and accepted once for all', async () => {
  const app = await renderApp('/login', { seed: [jana, broth, terms('<p>First terms</p>')] });
  await signIn('jana');
  await expect.element(dialog.getByText('First terms')).toBeVisible();
  expect(await app.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  await userEvent.click(accept);
  await expect.element(dialog).not.toBeInTheDocument();
  const [sent] = await app.server.requests(POST_TERMS);
  const { termsHash, ...rest } = JSON.parse(sent?.body ?? '') as Record<string, unknown>;
  expect(rest).toEqual({ versions: [1], termsVersion: 1 });
  expect(storedSnapshot(app.storage).session.terms).toEqual({ hash: termsHash, version: '1' });

  const again = await app.reload();
  await expect.element(orderBroth).toBeVisible();
  await expect.poll(() => again.server.requests(/GET .*customer\/terms/)).toHaveLength(1);
  expect(dialog.elements()).toEqual([]);

  await again.server.seed([terms('<p>Second terms</p>')]);
  await again.reload();
  await expect.element(dialog.getByText('Second terms')).toBeVisible();
});

test('TERMS-03, part of MODAL-03: neither Escape nor a click beside it nor going back closes the terms', async () => {
  const { history } = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
  history.back();
  await expect.element(accept).toBeVisible();
  expect(dialog.getByRole('button').elements()).toHaveLength(2);
});

test('TERMS-05 who declines is logged out without a question, and nothing is posted', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await userEvent.click(dialog.getByRole('button', { name: 'Decline and sign out' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(await app.server.requests(POST_TERMS)).toEqual([]);
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
  await expect.element(orderBroth).toBeVisible();
  expect(dialog.elements()).toEqual([]);
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
  await expect.element(orderBroth).toBeVisible();
  expect(dialog.elements()).toEqual([]);
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
  await expect.element(orders.getByText('Ordered', { exact: true })).toBeVisible();
  const sent = await app.server.requests(/canteenorder\/direct/);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('an acceptance that fails says so in the dialog, which stays', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await app.server.fault(POST_TERMS, {
    answer: { status: 500, body: { success: false, resultText: 'Not now' } },
  });
  await userEvent.click(accept);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now');
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

test('MODAL-09 the terms are on top of every other dialog, which is there again after them', async () => {
  const app = await renderApp('/offer', { seed: [jana, broth, terms('<p>Terms</p>')], as: 'jana' });
  await expect.element(dialog).toBeVisible();
  void app.platform.dialogs.open('info', { title: 'Behind', text: 'Something' });
  const behind = page.getByRole('dialog', { name: 'Behind' });
  await expect.element(dialog).toBeVisible();
  expect(behind.elements()).toEqual([]);
  await userEvent.click(accept);
  await expect.element(behind).toBeVisible();
});

test('terms that cannot be read are not shown, and nothing is said of it', async () => {
  const first = await renderApp('/login', { seed: [jana, broth, terms('<p>Terms</p>')] });
  await first.server.fault(/customer\/terms/, { answer: { status: 500, body: { success: false } } });
  await signIn('jana');
  await expect.poll(() => first.server.requests(/customer\/terms/)).toHaveLength(1);
  await expect.element(orderBroth).toBeVisible();
  expect(dialog.elements()).toEqual([]);
  expect(orders.getByRole('paragraph').elements()).toEqual([]);
});
