import { languages } from '@refectory/domain/texts';
import { allWords } from '@refectory/translations/all-words';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { withCard } from '../../test/card.ts';
import { handMade } from '../../test/hand-made-menu.ts';
import { PASSWORD, renderApp } from '../../test/render-app.ts';

const config = {
  allowProfileEdit: true,
  allowGuestComments: true,
  allowCardAdministration: true,
  commentDelayTime: 0,
};
const refused = { ...handMade({ success: false }), status: 400 };
const done = handMade({});

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');

test.each(languages)(
  'ERR-28 in %s each action of the profile has a message for its success and one for its failure',
  async (language) => {
    const { Profile, account, card } = await allWords(language);
    const app = await renderApp('/orders', {
      seed: withCard.USED,
      settings: config,
      config,
      as: 'jana',
      language,
    });
    const section = (name: string) => main.getByRole('region', { name, exact: true });
    const press = (name: string) => userEvent.click(main.getByRole('button', { name, exact: true }));
    const type = async (place: ReturnType<typeof main.getByRole>, values: readonly string[]) => {
      await expect.element(place).toBeVisible();
      const inputs = [...place.element().querySelectorAll<HTMLElement>('input, textarea')];
      for (const [index, value] of values.entries())
        await userEvent.fill(inputs[index] ?? place.element(), value);
    };
    const actions = [
      {
        path: '/profile/edit',
        call: /POST .*\/customer$/,
        act: async () => {
          await type(section(Profile.contact), ['Jan', 'Malý', 'jan@example.org']);
          await press(Profile.save);
        },
        failure: Profile.messageSaveFail,
        success: Profile.messageSaveSuccess,
      },
      {
        path: '/profile/edit',
        call: /password\/change$/,
        act: async () => {
          await type(section(Profile.password), [PASSWORD, 'Quite-another-2026', 'Quite-another-2026']);
          await press(Profile.changePassword);
        },
        failure: Profile.messagePasswordFail,
        success: Profile.messagePasswordSuccess,
      },
      {
        path: '/profile/manage-card',
        call: /card\/change\/start$/,
        act: async () => {
          await type(section(card.change), ['12345670']);
          await press(card.changeSubmit);
        },
        failure: Profile.messageChangeCardNumberFail,
        success: card.changeStarted,
      },
      {
        path: '/profile/manage-card',
        call: /card\/revoke\/start$/,
        act: async () => {
          await press(card.revoke);
          await userEvent.click(dialog.getByRole('button', { name: card.revoke, exact: true }));
        },
        failure: Profile.messageRevokeCardFail,
        success: card.revokeStarted,
      },
      {
        path: '/profile/comment',
        call: /customer\/comment$/,
        act: async () => {
          await type(main, ['The soup was cold']);
          await press(account.commentSend);
        },
        failure: Profile.messageSendCommentFail,
        success: account.commentSent,
      },
    ];
    for (const { path, call, act, failure, success } of actions) {
      app.history.push(path);
      await app.platform.navigation.settled();
      await app.server.fault(call, { answer: refused }, 1);
      await act();
      await expect.element(page.getByText(failure).first(), { message: failure }).toBeVisible();
      await app.server.fault(call, { answer: done }, 1);
      await act();
      await expect.element(page.getByText(success).first(), { message: success }).toBeVisible();
    }
    const texts = actions.flatMap(({ failure, success }) => [failure, success]);
    expect(new Set(texts).size).toBe(10);
  },
);
