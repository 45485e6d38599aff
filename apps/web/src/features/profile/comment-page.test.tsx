import type { RouterHistory } from '@tanstack/history';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { logout } from '#platform/session/logout.ts';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const petr = { make: 'customer', as: 'petr', with: { userName: 'petr', password: PASSWORD } } as const;
const config = { allowGuestComments: true };

const area = page.getByRole('textbox', { name: 'Your comment' });
const send = page.getByRole('button', { name: 'Send' });
const toasts = page.getByRole('region', { name: 'Notifications' });
const header = page.getByRole('banner');
const COMMENT = /POST .*customer\/comment/;

const open = (options: Parameters<typeof renderApp>[1] = {}) =>
  renderApp('/profile/comment', { seed: [jana, petr], settings: config, as: 'jana', config, ...options });

test('PROF-15 PROF-17 API-26, part of CFG-33: a comment is sent once, told, and gone from the field', async () => {
  const { server } = await open();
  await userEvent.fill(area, 'The soup was cold');
  await userEvent.click(send);
  await expect.element(toasts.getByText(/^Your comment was sent\./)).toBeVisible();
  await expect.element(area).toHaveValue('');
  const sent = await server.requests(COMMENT);
  expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ comment: 'The soup was cold' }]);
});

/** Where the form says what became of it. */
const note = page.getByRole('main').getByRole('status');

test('PROF-16 an empty comment is not sent: the field says that it is required, and has the focus', async () => {
  const { server } = await open();
  await userEvent.fill(area, '   ');
  await userEvent.click(send);
  await expect.element(area).toHaveAccessibleDescription('Your comment is required');
  await expect.element(area).toBeInvalid();
  await expect.element(area).toHaveFocus();
  await expect.element(area).toBeRequired();
  await expect.element(toasts.getByText(/^The provided information is incorrect or empty/)).toBeVisible();
  expect(await server.requests(COMMENT)).toEqual([]);
});

test('part of FORM-19: a comment with a character that is not supported is not sent', async () => {
  const { server } = await open();
  await userEvent.fill(area, 'lunch 🍲');
  await userEvent.click(send);
  await expect.element(area).toHaveAccessibleDescription('Input field contains unsupported characters');
  expect(await server.requests(COMMENT)).toEqual([]);
});

test('a comment that was not sent is not left without a question', async () => {
  const { history } = await open();
  await userEvent.fill(area, 'The soup');
  await userEvent.click(header.getByRole('link', { name: 'Menu' }));
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  await expect.element(area).toHaveValue('The soup');
  await userEvent.click(header.getByRole('link', { name: 'Menu' }));
  await userEvent.click(question.getByRole('button', { name: 'Leave' }));
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
});

/** Signs in on the page that is open, and opens the comment. */
async function signInToComment(userName: string, history: RouterHistory) {
  history.push('/login');
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), userName);
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
  await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  history.push('/profile/comment');
}

test('a comment that the end of the session interrupted is there again for its writer, and for nobody else', async () => {
  const { platform, history, storage } = await open();
  const signOut = async () => {
    logout(platform);
    await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  };
  await userEvent.fill(area, 'The soup was cold');
  await signOut();
  expect(JSON.stringify(storedSnapshot(storage))).not.toContain('soup');
  await signInToComment('petr', history);
  await expect.element(area).toHaveValue('');
  await signOut();
  await signInToComment('jana', history);
  await expect.element(area).toHaveValue('The soup was cold');

  // It is unsent still: it is not left without a question, and gone once it is left or sent.
  await userEvent.click(header.getByRole('link', { name: 'Menu' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Leave' }));
  await expect.element(area).not.toBeInTheDocument();
  history.push('/profile/comment');
  await expect.element(area).toHaveValue('');
});

test('a kiosk keeps no comment for its writer', async () => {
  const { platform, history } = await open({ config: { ...config, kiosk: true } });
  await userEvent.fill(area, 'The soup was cold');
  logout(platform);
  await signInToComment('jana', history);
  await expect.element(area).toHaveValue('');
});

test('a comment that is longer than the settings allow is not sent', async () => {
  const { server } = await open({ config: { ...config, commentMaxLength: 5 } });
  await expect.element(area).toHaveAccessibleDescription('At most 5 characters');
  await userEvent.fill(area, 'too long');
  await userEvent.click(send);
  await expect
    .element(area)
    .toHaveAccessibleDescription('At most 5 characters Your comment exceeded maximum length');
  expect(await server.requests(COMMENT)).toEqual([]);
});

test('PROF-17 ERR-13 API-26 a comment that fails says so and why, and stays; going away forgets the failure', async () => {
  const { server, history } = await open({ config: { ...config, allowVouchersReport: true } });
  await server.fault(COMMENT, {
    answer: { status: 400, body: { success: false, resultText: 'No post today' } },
  });
  await userEvent.fill(area, 'Hello');
  await userEvent.click(send);
  const failure = 'Your comment could not be sent. No post today';
  await expect.element(note).toHaveTextContent(failure);
  await expect.element(toasts.getByText(failure)).toBeVisible();
  await expect.element(area).toHaveValue('Hello');
  history.push('/profile/vouchers');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Leave' }));
  await expect.element(page.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
  history.push('/profile/comment');
  await expect.element(area).toHaveValue('');
  await expect.element(note).toHaveTextContent(/^$/);
});

test("PROF-18 PROF-19 ERR-20 CFG-48 CFG-54 the next comment has to wait, whose time is the customer's own", async () => {
  const app = await open({ config: { ...config, commentDelayTime: 2 }, now: '2026-11-20T08:00:00+01:00' });
  const lastComment = () => storedSnapshot(app.storage).session.lastCommentTimestamp;
  const eight = Date.parse('2026-11-20T08:00:00+01:00');
  await app.server.fault(COMMENT, { answer: { status: 500, body: { success: false } } }, 1);
  await userEvent.fill(area, 'First');
  await userEvent.click(send);
  await expect.element(note).toHaveTextContent(/^Your comment could not be sent/);
  expect(lastComment()).toBeUndefined();
  await userEvent.click(send);
  await expect.poll(lastComment).toBeGreaterThanOrEqual(eight);

  // 30 seconds ago.
  const ago = (seconds: number) =>
    app.platform.snapshot.setState(({ session }) => ({
      session: { ...session, lastCommentTimestamp: app.platform.clock.now() - seconds * 1000 },
    }));
  await userEvent.fill(area, 'Second');
  ago(30);
  await app.server.forgetRequests();
  await userEvent.click(send);
  await expect.element(note).toHaveTextContent(/^You can write again in (90|89) seconds\.$/);
  await expect.element(note).toHaveFocus();
  expect(await app.server.requests(COMMENT)).toEqual([]);
  await expect.element(area).toHaveValue('Second');
  ago(120);
  const before = lastComment() ?? 0;
  await userEvent.click(send);
  await expect.poll(() => app.server.requests(COMMENT)).toHaveLength(1);
  // The wait begins anew with the comment that was sent.
  await expect.poll(() => (lastComment() ?? 0) - before).toBeGreaterThan(100_000);

  await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  for (const [userName, isHeldUp] of [
    ['petr', false],
    ['jana', true],
  ] as const) {
    await userEvent.click(header.getByRole('link', { name: 'Sign in' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), userName);
    await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
    await expect.element(header.getByText(userName).last()).toBeVisible();
    expect(lastComment() !== undefined).toBe(isHeldUp);
    if (isHeldUp) break;
    await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }));
  }
});

test('the wait for the next comment counts down, and says nothing any more once it is over', async () => {
  const { platform, server } = await open({ config: { ...config, commentDelayTime: 1 } });
  await userEvent.fill(area, 'The soup was cold');
  // The time of the server is told by an answer.
  await expect.poll(() => platform.clock.now()).toBeLessThan(Date.parse('2026-11-21'));
  platform.snapshot.setState(({ session }) => ({
    session: { ...session, lastCommentTimestamp: platform.clock.now() - 56_500 },
  }));
  await userEvent.click(send);
  await expect.element(note).toHaveTextContent('You can write again in 4 seconds.');
  // It is read when it comes, and not with every number.
  await expect.element(note.getByRole('timer')).toBeVisible();
  await expect.element(note).toHaveTextContent('You can write again in 2 seconds.');
  await expect.element(note, { timeout: 4_000 }).toHaveTextContent(/^$/);
  expect(await server.requests(COMMENT)).toEqual([]);
  await userEvent.click(send);
  await expect.element(toasts.getByText(/^Your comment was sent\./)).toBeVisible();
});
