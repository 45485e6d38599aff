import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { invalidate } from '#platform/api/query.ts';

import { newestLink, openWithCard, section } from '../../../test/card.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { PASSWORD, storedSnapshot, type RenderedApp } from '../../../test/render-app.ts';

const CARD = '/profile/manage-card';
const plastic = section('Plastic card');
const change = section('Change the card number');
const number = change.getByRole('textbox', { name: 'New card number' });
const send = change.getByRole('button', { name: 'Change the number' });
const revoke = plastic.getByRole('button', { name: 'Revoke the card' });
const unblock = plastic.getByRole('button', { name: 'Unblock the card' });
const dialog = page.getByRole('dialog');
const toasts = page.getByRole('region', { name: 'Notifications' });
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const pathOf = ({ history }: RenderedApp) => history.location.pathname;
const refused = { ...handMade({ success: false, resultText: 'The card office is closed' }), status: 400 };

/** The colour in which errors are written. */
function colourOfErrors(): string {
  const sample = document.createElement('span');
  sample.style.color = 'var(--paprika-text)';
  document.body.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

describe('the page of the card', () => {
  test.each([
    ['USED', false],
    ['NONE', false],
    ['BLOCKED', true],
  ] as const)(
    'CARD-01 CFG-19 it has the virtual card, the revocation and the change of the number; %s can be unblocked: %s',
    async (status, canBeUnblocked) => {
      await openWithCard(CARD, status);
      await expect.element(section('Virtual card')).toBeVisible();
      await expect.element(revoke).toBeVisible();
      await expect.element(number).toBeVisible();
      expect(unblock.elements()).toHaveLength(canBeUnblocked ? 1 : 0);
    },
  );

  test('CFG-19 without the virtual card, change and revocation remain', async () => {
    await openWithCard(CARD, 'USED', { config: { virtualCard: false } });
    await expect.element(revoke).toBeVisible();
    await expect.element(number).toBeVisible();
    expect(section('Virtual card').elements()).toEqual([]);
  });

  test.each([true, false])(
    'CFG-32 where cards are looked after: %s, so are its item and its address',
    async (isOn) => {
      const config = { allowBills: true, allowCardAdministration: isOn };
      const app = await openWithCard(CARD, 'USED', { config });
      await expect.element(heading(isOn ? 'Card' : 'Bills')).toBeVisible();
      expect(pathOf(app)).toBe(isOn ? CARD : '/profile/bills');
      const menu = page.getByRole('navigation', { name: 'Profile' });
      await expect.element(menu.getByRole('link', { name: 'Bills' })).toBeVisible();
      expect(menu.getByRole('link', { name: 'Card', exact: true }).elements()).toHaveLength(isOn ? 1 : 0);
    },
  );

  test.each([
    ['canteen', false, false],
    ['shop', false, false],
    ['webcare', false, true],
    ['canteen', true, true],
  ] as const)(
    'CARD-01 in %s mode, shopping allowed: %s, what ends on an e-mailed link is there: %s',
    async (applicationMode, allowShopping, isThere) => {
      await openWithCard(CARD, 'BLOCKED', { config: { applicationMode, allowShopping } });
      await expect.element(unblock).toBeVisible();
      for (const part of [revoke, number]) expect(part.elements()).toHaveLength(isThere ? 1 : 0);
    },
  );

  test.each([
    ['NONE', 'No card', 'You have no card, so there is none to revoke.'],
    ['BLOCKED', 'Blocked', 'Your card is blocked, so nobody can use it. To revoke it, unblock it first.'],
    ['USED', 'Active', undefined],
  ] as const)(
    'CARD-09 CARD-10 CARD-14 DATA-33 ERR-16 %s is told in words, decides what can be done, and says why not',
    async (status, words, whyNot) => {
      await openWithCard(CARD, status);
      await expect.element(plastic.getByText(words, { exact: true })).toBeVisible();
      expect(unblock.elements()).toHaveLength(status === 'BLOCKED' ? 1 : 0);
      if (whyNot === undefined) {
        await expect.element(revoke).toBeEnabled();
        expect(plastic.getByText(/revoke it|to revoke/).elements()).toEqual([]);
        return;
      }
      await expect.element(revoke).toBeDisabled();
      await expect.element(revoke).toHaveAccessibleDescription(whyNot);
      // It informs: nothing of it looks or sounds like an error.
      expect(page.getByRole('alert').elements()).toEqual([]);
      expect(toasts.getByRole('paragraph').elements()).toEqual([]);
      expect(getComputedStyle(plastic.getByText(whyNot).element()).color).not.toBe(colourOfErrors());
    },
  );

  test.each([
    ['NONE', false],
    ['USED', false],
    ['BLOCKED', true],
  ] as const)('CARD-13 API-22 %s can be unblocked, after which it can be used: %s', async (status, canBe) => {
    const app = await openWithCard(CARD, status);
    await expect.element(revoke).toBeVisible();
    if (!canBe) {
      expect(unblock.elements()).toEqual([]);
      return;
    }
    await userEvent.click(unblock);
    await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();
    await expect.element(toasts.getByText('Your card works again.')).toBeVisible();
    await expect.element(revoke).toBeEnabled();
    await expect.element(unblock).not.toBeInTheDocument();
    const sent = await app.server.requests(/POST .*card\/unblock$/);
    expect(sent.map(({ body }) => body)).toEqual(['']);
    expect(await app.server.requests(/GET .*\/customer$/)).toHaveLength(2);
  });

  test('API-22 an unblocking that is refused says why, and the status is read again', async () => {
    const app = await openWithCard(CARD, 'BLOCKED');
    await app.server.fault(/card\/unblock$/, { answer: refused });
    await userEvent.click(unblock);
    await expect.element(toasts.getByText('The card office is closed')).toBeVisible();
    await expect.poll(() => app.server.requests(/GET .*\/customer$/)).toHaveLength(2);
  });
});

describe('another card number', () => {
  test('CARD-02 an empty number is told and not sent', async () => {
    const app = await openWithCard(CARD);
    for (const typed of ['', '   ']) {
      await userEvent.fill(number, typed);
      await userEvent.click(send);
      await expect.element(change.getByText('New card number is required')).toBeVisible();
    }
    expect(await app.server.requests(/card\/change/)).toEqual([]);
  });

  test('CARD-03 API-18 the number is sent, and an e-mailed link confirms it', async () => {
    const app = await openWithCard(CARD);
    await userEvent.fill(number, '12345670');
    await userEvent.click(send);
    const told = 'We have sent you an e-mail. The new card works once you open the link in it.';
    await expect.element(change.getByRole('status').getByText(told)).toBeVisible();
    await expect.element(number).toHaveValue('');
    const sent = await app.server.requests(/POST .*card\/change\/start$/);
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ cardNumber: '12345670' }]);
    expect(await newestLink(app)).toMatch(/^\/card-change\/[\w-]{43}$/);
    expect(JSON.stringify(storedSnapshot(app.storage))).not.toContain('12345670');
  });

  test('that a link was sent comes into view on a phone, where the button is at the lower end', async () => {
    await page.viewport(360, 740);
    await openWithCard(CARD);
    await expect.element(send).toBeVisible();
    send.element().scrollIntoView({ block: 'end' });
    await userEvent.fill(number, '12345670');
    await userEvent.keyboard('{Enter}');
    await expect.element(change.getByText(/^We have sent you an e-mail/)).toBeInViewport({ ratio: 1 });
    await page.viewport(1280, 800);
  });

  test('CARD-04 ERR-12 API-18 a failure is told, and the number stays', async () => {
    const app = await openWithCard(CARD);
    await app.server.fault(/card\/change\/start$/, { answer: refused });
    await userEvent.fill(number, '12345670');
    await userEvent.click(send);
    const told = 'The card number could not be changed. The card office is closed';
    await expect.element(change.getByText(told)).toBeVisible();
    await expect.element(toasts.getByText(told)).toBeVisible();
    await expect.element(number).toHaveValue('12345670');
  });

  test('a fourth link in an hour is refused with the reason, the number stays, and the card is as it was', async () => {
    const app = await openWithCard(CARD);
    for (const [index, typed] of ['1000', '2000', '3000'].entries()) {
      await userEvent.fill(number, typed);
      await userEvent.click(send);
      await expect.poll(() => app.server.mailsTo('jana@example.org')).toHaveLength(index + 1);
      await expect.element(number).toHaveValue('');
    }
    await userEvent.fill(number, '4000');
    await userEvent.click(send);
    const told =
      /^The card number could not be changed\. There were too many attempts\. Please try again in (?:1 hour|59 minutes)/;
    await expect.element(change.getByText(told)).toBeVisible();
    await expect.element(number).toHaveValue('4000');
    await expect.element(send).toBeEnabled();
    await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();
    expect(await app.server.mailsTo('jana@example.org')).toHaveLength(3);
  });

  test('FORM-05 what is no card number is told before it is sent, by its check digit where the settings say so', async () => {
    const app = await openWithCard(CARD, 'USED', { config: { cardNumberCheck: true } });
    for (const typed of ['12345671', '1234567A', '123456700']) {
      await userEvent.fill(number, typed);
      await userEvent.click(send);
      await expect.element(change.getByText('This is not a card number.')).toBeVisible();
    }
    expect(await app.server.requests(/card\/change/)).toEqual([]);
    await userEvent.fill(number, '1234 5670');
    await userEvent.click(send);
    await expect.element(change.getByRole('status').getByText(/^We have sent you/)).toBeVisible();
  });

  test('AUTH-27 a server that asks for the password first opens the login, and the change goes on after it', async () => {
    const app = await openWithCard(CARD);
    const body = { success: false, error: { code: 'passwordRequired', message: 'No' } };
    await app.server.fault(/card\/change\/start$/, { answer: { status: 403, body } }, 1);
    await userEvent.fill(number, '12345670');
    await userEvent.click(send);
    await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
    await expect.element(change.getByRole('status').getByText(/^We have sent you/)).toBeVisible();
    const sent = await app.server.requests(/POST .*card\/change\/start$/);
    expect(sent.map((request) => JSON.parse(request.body) as unknown)).toEqual([
      { cardNumber: '12345670' },
      { cardNumber: '12345670' },
    ]);
    expect(toasts.getByRole('paragraph').elements()).toEqual([]);
  });

  test('with the token in the answer the change is finished at once', async () => {
    const app = await openWithCard(CARD);
    await app.server.fault(/card\/change\/start$/, { answer: handMade({ token: 'T/1' }) });
    await app.server.fault(/card\/change\/finish$/, { answer: handMade({}) });
    await userEvent.fill(number, '12345670');
    await userEvent.click(send);
    await expect.element(heading('Your card was changed')).toBeVisible();
    const sent = await app.server.requests(/card\/change\/finish$/);
    expect(sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ token: 'T/1' }]);
  });
});

describe('revoking the card', () => {
  const agree = () => userEvent.click(dialog.getByRole('button', { name: 'Revoke the card' }));

  test('CARD-11 MODAL-02 API-20 MODAL-05 API-06 it is asked about, asked for once, and confirmed by an e-mailed link', async () => {
    const app = await openWithCard(CARD);
    await userEvent.click(revoke);
    await expect.element(dialog).toHaveAccessibleName('Revoke the card?');
    await userEvent.click(dialog.getByRole('button', { name: 'No' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await app.server.requests(/card\/revoke/)).toEqual([]);
    await userEvent.click(revoke);
    await agree();
    const told = 'We have sent you an e-mail. The card is revoked when you open the link in it.';
    await expect.element(plastic.getByRole('status').getByText(told)).toBeVisible();
    const sent = await app.server.requests(/POST .*card\/revoke\/start$/);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toBe('');
    expect(sent[0]?.headers).not.toHaveProperty('x-asw-force');
    expect(await newestLink(app)).toMatch(/^\/card-revoke\/[\w-]{43}$/);
    // Until then it can be used.
    await expect.element(plastic.getByText('Active', { exact: true })).toBeVisible();

    // As where the link is opened in another tab.
    const token = (await newestLink(app)).split('/').at(-1) ?? '';
    await app.platform.call('finishCardRevocation', { body: { token } });
    await invalidate(app.platform.queries, 'getCustomer');
    await expect.element(plastic.getByText('No card', { exact: true })).toBeVisible();
    await expect.element(plastic.getByText(told)).not.toBeInTheDocument();
  });

  test('CARD-12 ERR-11 API-20 a failure is told', async () => {
    const app = await openWithCard(CARD);
    await app.server.fault(/card\/revoke\/start$/, { answer: refused });
    await userEvent.click(revoke);
    await agree();
    await expect
      .element(toasts.getByText('The card could not be revoked. The card office is closed'))
      .toBeVisible();
    await expect.element(revoke).toBeEnabled();
  });

  test('CARD-23 a change that is under way keeps only its own button busy, and so does a revocation', async () => {
    const app = await openWithCard(CARD);
    const held = await app.server.fault(/card\/change\/start$/, { hold: true });
    await userEvent.fill(number, '12345670');
    await userEvent.click(send);
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await expect.element(revoke).toBeEnabled();
    await expect.element(revoke).not.toHaveAttribute('aria-busy');
    const heldToo = await app.server.fault(/card\/revoke\/start$/, { hold: true });
    await userEvent.click(revoke);
    await agree();
    await expect.element(revoke).toHaveAttribute('aria-busy', 'true');
    await held.release();
    await expect.element(send).not.toHaveAttribute('aria-busy');
    await expect.element(revoke).toHaveAttribute('aria-busy', 'true');
    await heldToo.release();
    await expect.element(revoke).not.toHaveAttribute('aria-busy');
  });
});
