import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { invalidate } from '#platform/api/query.ts';

import { withCard } from '../../test/card.ts';
import { handMade } from '../../test/hand-made-menu.ts';
import { dish, garden, main } from '../../test/offer-seeds.ts';
import { acceptLinks } from '../../test/open-links.ts';
import { renderApp } from '../../test/render-app.ts';

/** The keys of the error catalogue by which a canteen replaces a text, whether its area is named or not. */
const bareToo = [
  'Toasts.messageServerUnavailable',
  'Toasts.messageCreateOrderSucceeded',
  'Toasts.messageDefaultCanteenError',
  'Toasts.messageTimeNotPass',
  'Toasts.messageBadFormat',
  'Profile.messageChangeCardNumberFail',
  'Profile.messageSendCommentFail',
] as const;
const named = [
  'Toasts.formValidationFailed',
  'Profile.messageRevokeCardFail',
  'Profile.messageCardRevocationCardStatusNone',
  'Profile.messageCardRevocationCardStatusBlocked',
  'TopUp.messageFail',
  'TopUp.messageTopUpFailure',
  'Fail.messageFail',
  'Error.messageUnauthorized',
  'ForgottenPassword.messageRequestFail',
  'PasswordReset.messageResetFail',
] as const;
type Key = (typeof bareToo | typeof named)[number];

/** What the server has to allow as well. */
const settings = {
  allowProfileEdit: true,
  allowGuestComments: true,
  allowCardAdministration: true,
  allowPasswordRecovery: true,
  virtualCard: true,
  commentDelayTime: 2,
  allowTopUp: true,
  topUpGateways: [{ id: 'card', url: '/gateway', sendToken: false, sendIdempotencyKey: false }],
};

/** A configuration whose texts say the keys that they belong to. */
const config = (areBare: boolean) => ({
  translations: {
    en: Object.fromEntries([
      ...named.map((key) => [key, `The text of ${key}`]),
      ...bareToo.map((key) => [areBare ? key.split('.')[1] : key, `The text of ${key}`]),
    ]) as Readonly<Record<string, string>>,
  },
  ...settings,
  virtualCardType: 'EAN13',
  defaultCanteen: 'nowhere',
});

const refused = { ...handMade({ success: false }), status: 400 };
const content = page.getByRole('main');
const dialog = page.getByRole('dialog');
const press = (name: string | RegExp) => userEvent.click(content.getByRole('button', { name }));
const told = (key: Key) =>
  expect
    .element(page.getByText(new RegExp(`^The text of ${key}(?![a-z])`)).first(), { message: key })
    .toBeVisible();

/** Opens a page of a customer with a card, before a canteen that has texts of its own. */
const open = (path: string, areBare: boolean) =>
  renderApp(path, {
    seed: [...withCard.USED, main, garden, dish('Broth')],
    as: 'jana',
    settings,
    config: config(areBare),
  });

describe.each([
  ['with its area', false],
  ['by its bare name', true],
] as const)('a text of the configuration is shown where the catalogue has its key, %s:', (_, areBare) => {
  test('ERR-01 ERR-08 ERR-18 ERR-19 ERR-34 of orders and payments', async () => {
    const { server, history } = await open('/offer/DAY', areBare);
    await told('Toasts.messageDefaultCanteenError');
    await userEvent.click(dialog.getByRole('button', { name: 'Main canteen' }));
    await press(/^Order, Broth/);
    await told('Toasts.messageCreateOrderSucceeded');
    await server.fault(/canteenorder\/cancel/, { answer: { status: 503 } }, 1);
    await userEvent.click(page.getByRole('article').getByRole('button', { name: /^Cancel/ }));
    await told('Toasts.messageServerUnavailable');
    history.push('/topup-failure');
    await told('TopUp.messageTopUpFailure');
    history.push('/payment-failure');
    await told('Fail.messageFail');
  });

  test('ERR-11 ERR-12 ERR-16 ERR-21 of the card', async () => {
    const { server, platform } = await open('/profile/manage-card', areBare);
    await server.fault(/card\/(revoke|change)\/start$/, { answer: refused });
    await press('Revoke the card');
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke the card' }));
    await told('Profile.messageRevokeCardFail');
    await userEvent.fill(content.getByRole('textbox', { name: 'New card number' }), '12345670');
    await press('Change the number');
    await told('Profile.messageChangeCardNumberFail');

    const becomes = async (cardStatus: string) => {
      const answer = handMade({ customerId: 1, webidentcode: '1234', cardStatus });
      await server.clearFaults();
      await server.fault(/GET .*\/customer$/, { answer });
      await invalidate(platform.queries, 'getCustomer');
    };
    await becomes('NONE');
    await told('Profile.messageCardRevocationCardStatusNone');
    await becomes('BLOCKED');
    await told('Profile.messageCardRevocationCardStatusBlocked');
    await press('Show the card');
    await told('Toasts.messageBadFormat');
  });

  test('ERR-09 ERR-13 ERR-14 ERR-17 ERR-20 of what is sent', async () => {
    const { server, history } = await open('/profile/top-up', areBare);
    // Nobody answers at the address of the gateway.
    await userEvent.fill(content.getByRole('textbox', { name: 'Amount' }), '100');
    await press(/^Pay/);
    await told('TopUp.messageFail');

    history.push('/profile/edit');
    const firstName = content.getByRole('textbox', { name: 'First name' });
    await userEvent.fill(firstName, '');
    await press('Save');
    await told('Toasts.formValidationFailed');
    await userEvent.fill(firstName, 'Jana');

    history.push('/profile/comment');
    const comment = content.getByRole('textbox', { name: 'Your comment' });
    await server.fault(/customer\/comment$/, { answer: refused }, 1);
    await userEvent.fill(comment, 'The soup was cold');
    await press('Send');
    await told('Profile.messageSendCommentFail');
    await press('Send');
    await expect.element(comment).toHaveValue('');
    await userEvent.fill(comment, 'It was warm again');
    await press('Send');
    await told('Toasts.messageTimeNotPass');

    await server.fault(/GET .*customer\//, { answer: { ...refused, status: 401 } });
    history.push('/orders');
    await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
    await told('Error.messageUnauthorized');
  });
});

test('ERR-10 ERR-15 and so is one of a password that is forgotten, or chosen anew', async () => {
  const { server, history } = await renderApp('/forgotten-password', { settings, config: config(false) });
  await acceptLinks(server);
  await server.fault(/password\/reset(request)?$/, { answer: refused });
  await userEvent.fill(content.getByRole('textbox', { name: 'E-mail' }), 'jana@example.org');
  await press('Send the link');
  await told('ForgottenPassword.messageRequestFail');

  history.push('/password-reset/K1');
  await userEvent.fill(content.getByRole('textbox', { name: 'New password' }), 'svíčková se šesti');
  await userEvent.fill(content.getByRole('textbox', { name: 'Password again' }), 'svíčková se šesti');
  await press('Save the password');
  await told('PasswordReset.messageResetFail');
});
