import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';
import type { Language } from '@refectory/domain/texts';
import type { Messages } from '@refectory/translations/messages';

/** `orderList` as the name of its file has it: `order-list`. */
type FileName<Area extends string> = Area extends `${infer First}${infer Rest}`
  ? `${Lowercase<First>}${Rest extends Uncapitalize<Rest> ? '' : '-'}${FileName<Rest>}`
  : Area;

/** The key of a text: its file, a dot and its name. */
export type WordKey = {
  [Area in keyof Messages]: `${FileName<Uncapitalize<Area>>}.${keyof Messages[Area] & string}`;
}[keyof Messages];

/** The words of a language by their keys: `words('order-list.cancel')`. Of a word with arguments, what stands before the first. */
export type Words = (key: WordKey) => string;

/** Reads an area of the translations. */
export function areaOf(language: Language, area: string): Readonly<Record<string, string>> {
  const file = new URL(`../packages/translations/src/${language}/${area}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** The words of a language. */
export function wordsOf(language: Language): Words {
  return (key) => {
    const [area = '', name = ''] = key.split('.');
    const text = areaOf(language, area)[name];
    if (text === undefined) throw new RangeError(`there is no word ${key} in ${language}`);
    return text.split('{')[0] ?? '';
  };
}

/** Where a call is made: the page that makes it, and what is pressed there. */
export type FailingCall = {
  /** `METHOD path` as it is sent, below the base of the application. */
  readonly match: RegExp;
  readonly path: string;
  /** Who is signed in; a guest where nobody is named. */
  readonly as?: string;
  /**
   * What is done before the call is broken; gives the control that makes the call. Without it, opening the page makes the
   * call.
   */
  readonly control?: (page: Page) => Promise<Locator> | Locator;
  /** Makes the call where one press is not all of it. */
  readonly press?: (page: Page, control: Locator) => Promise<void>;
  /** Why nothing is said when it fails; the page is as ever. */
  readonly quiet?: string;
};

/** A password that the demo's rules take. */
const ANOTHER_PASSWORD = 'Quite-another-2026';

/** Fills every field of the form around a button with something right. */
async function fillAround(button: Locator): Promise<Locator> {
  await button.waitFor();
  const fields = button.locator('xpath=ancestor::form').locator('input, textarea');
  for (const field of await fields.all()) {
    const [type, autocomplete, mode, value] = await Promise.all(
      ['type', 'autocomplete', 'inputmode']
        .map((name) => field.getAttribute(name))
        .concat(field.inputValue()),
    );
    if (type === 'radio' || type === 'checkbox' || value) continue;
    if (autocomplete === 'current-password') await field.fill('refectory');
    else if (type === 'password') await field.fill(ANOTHER_PASSWORD);
    else if (type === 'email') await field.fill('somebody@example.org');
    else if (type === 'tel') await field.fill('+420777123456');
    else await field.fill(mode === 'decimal' ? '100' : 'jana');
  }
  return button;
}

/** Has the page take its link, which was never sent, for one that is of use. */
async function acceptLink(page: Page): Promise<void> {
  await page.route(/\/(register|password\/reset)\/state$/, (route) =>
    route.fulfill({ json: { success: true, isFinished: false } }),
  );
  await page.reload();
}

/** Where each call of the API is made in the demo, for whom, by its name. */
export function failingCalls(
  words: Words,
  made: { readonly pairing: { readonly token: string; readonly text: string }; readonly dish: string },
): Readonly<Record<string, FailingCall>> {
  const main = (page: Page) => page.getByRole('main');
  const button = (page: Page, key: WordKey) =>
    main(page)
      .getByRole('button', { name: words(key), exact: true })
      .first();
  const form = (key: WordKey) => (page: Page) => fillAround(button(page, key));
  const only = (key: WordKey) => (page: Page) => button(page, key);
  const beginning = (page: Page, key: WordKey, after = ',') =>
    main(page)
      .getByRole('button', { name: new RegExp(`^${words(key)}${after}`) })
      .first();
  const agreeing = (key: WordKey) => async (page: Page, control: Locator) => {
    await control.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words(key), exact: true })
      .click();
  };
  const pairing = (key: WordKey): Pick<FailingCall, 'path' | 'as' | 'control' | 'press'> => ({
    path: '/profile/pairing',
    as: 'jana',
    control: (page) => beginning(page, key, ':'),
    press: agreeing('dialogs.yes'),
  });
  const report = (page: string, call: RegExp): FailingCall => ({
    match: call,
    path: `/profile/${page}`,
    as: 'jana',
  });
  /** A button of the note that an address waits for its link, which is there once one was asked for. */
  const wanted = (key: WordKey) => async (page: Page) => {
    await button(page, 'profile.save').waitFor();
    if ((await button(page, key).count()) === 0) {
      await main(page).locator('input[type="email"]').fill('another@example.org');
      await button(page, 'profile.save').click();
      await button(page, key).waitFor();
    }
    return button(page, key);
  };
  const cart = {
    path: '/shop/cart',
    as: 'shop',
    control: async (page: Page) => {
      await main(page)
        .getByRole('radio', { name: words('cart.account') })
        .check();
      await main(page)
        .getByRole('radio', { name: words('order-list.toTakeAway') })
        .check();
      return main(page).getByRole('button', { name: new RegExp(`^${words('cart.order')}`) });
    },
  };

  return {
    authenticate: { match: /^POST \/api\/authenticate$/, path: '/offer/DAY' },
    listCanteens: { match: /^GET \/api\/canteens/, path: '/offer/DAY' },
    getMenu: { match: /^GET \/api\/canteenmenu/, path: '/offer/DAY' },
    watchOffer: {
      match: /^GET \/api\/live/,
      path: '/offer/DAY',
      quiet: 'the offer is read again from time to time',
    },
    getCustomer: { match: /^GET \/api\/customer$/, path: '/profile/edit', as: 'jana' },
    getBalance: { match: /^GET \/api\/customer\/account\/balance/, path: '/profile/dashboard', as: 'jana' },
    getBonusBalance: {
      match: /^GET \/api\/customer\/account\/bonusbalance/,
      path: '/profile/dashboard',
      as: 'jana',
    },
    listCustomData: {
      match: /^GET \/api\/customer\/account\/customdata/,
      path: '/profile/dashboard',
      as: 'jana',
    },
    listTransactions: report('transactions', /^GET .*account\/transactions/),
    listConsumption: report('consumption', /^GET .*account\/consumption/),
    listBills: report('bills', /^GET .*customer\/bills/),
    listBonuses: report('bonuses', /^GET .*account\/bonuses/),
    listVouchers: report('vouchers', /^GET .*account\/vouchers/),
    listOrders: { match: /^GET .*canteenorders/, path: '/orders', as: 'jana' },
    listPairings: { match: /^GET .*pairing\/list/, path: '/profile/pairing', as: 'jana' },
    getPairing: {
      match: /^GET .*pairing\/pairing/,
      path: `/pairing/${made.pairing.token}`,
      as: 'jana',
    },
    getPaymentStatus: {
      match: /^GET \/payments\/status/,
      path: '/topup-successful?paymentId=unknown',
      as: 'jana',
    },

    login: { match: /^POST .*customer\/login$/, path: '/login', control: form('login.submit') },
    startRegistration: {
      match: /register\/start$/,
      path: '/registration',
      control: form('registration.submit'),
    },
    getRegistration: { match: /register\/state$/, path: '/registration/unknown' },
    finishRegistration: {
      match: /register\/finish$/,
      path: '/registration/unknown',
      control: async (page) => {
        await acceptLink(page);
        return form('registration.finishSubmit')(page);
      },
    },
    requestPasswordReset: {
      match: /password\/resetrequest$/,
      path: '/forgotten-password',
      control: form('forgotten-password.submit'),
    },
    getPasswordReset: { match: /password\/reset\/state$/, path: '/password-reset/unknown' },
    resetPassword: {
      match: /password\/reset$/,
      path: '/password-reset/unknown',
      control: async (page) => {
        await acceptLink(page);
        return form('password-reset.submit')(page);
      },
    },
    finishCardChange: { match: /card\/change\/finish$/, path: '/card-change/unknown' },
    repeatEmailChange: {
      match: /email\/change\/repeat$/,
      path: '/profile/edit',
      as: 'jana',
      control: wanted('profile.wantedRepeat'),
    },
    cancelEmailChange: {
      match: /email\/change\/cancel$/,
      path: '/profile/edit',
      as: 'eva',
      control: wanted('profile.wantedCancel'),
    },
    finishEmailChange: { match: /email\/change\/finish$/, path: '/email-change/unknown', as: 'jana' },
    finishCardRevocation: { match: /card\/revoke\/finish$/, path: '/card-revoke/unknown' },
    confirmPairingByString: { match: /confirmbystring$/, path: `/pairingconfirm/${made.pairing.text}` },
    rejectPairingByString: { match: /rejectbystring$/, path: `/pairingreject/${made.pairing.text}` },

    changePassword: {
      match: /password\/change$/,
      path: '/profile/edit',
      as: 'karta',
      control: form('profile.changePassword'),
    },
    updateCustomer: {
      match: /^POST \/api\/customer$/,
      path: '/profile/edit',
      as: 'jana',
      control: form('profile.save'),
    },
    sendComment: {
      match: /customer\/comment$/,
      path: '/profile/comment',
      as: 'jana',
      control: form('account.commentSend'),
    },
    startCardChange: {
      match: /card\/change\/start$/,
      path: '/profile/manage-card',
      as: 'karta',
      control: form('card.changeSubmit'),
    },
    startCardRevocation: {
      match: /card\/revoke\/start$/,
      path: '/profile/manage-card',
      as: 'jana',
      control: only('card.revoke'),
      press: agreeing('card.revoke'),
    },
    unblockCard: {
      match: /card\/unblock$/,
      path: '/profile/manage-card',
      as: 'blok',
      control: only('card.unblock'),
    },
    resetVirtualCard: {
      match: /resetwebidentcode/,
      path: '/profile/manage-card',
      as: 'firma',
      control: only('card.create'),
    },
    confirmPairing: { ...pairing('pairing.confirm'), match: /pairing\/confirm$/ },
    rejectPairing: { ...pairing('pairing.reject'), match: /pairing\/reject$/ },
    deletePairing: { ...pairing('pairing.delete'), match: /pairing\/delete$/ },
    invalidatePairing: { ...pairing('pairing.invalidate'), match: /pairing\/invalidate$/ },
    exportPersonalData: {
      match: /customer\/export/,
      path: '/profile/dashboard',
      as: 'jana',
      control: only('account.export'),
    },
    startTopUp: {
      match: /^POST \/payments\/topup$/,
      path: '/profile/top-up',
      as: 'jana',
      control: async (page) => {
        await main(page)
          .getByRole('textbox', { name: words('top-up.amount') })
          .fill('100');
        return main(page).getByRole('button', { name: new RegExp(`^${words('top-up.submitAmount')}.*100`) });
      },
    },
    createDirectOrder: {
      match: /canteenorder\/direct$/,
      path: '/offer/DAY',
      as: 'eva',
      control: (page) => beginning(page, 'menu.order'),
    },
    cancelOrder: {
      match: /canteenorder\/cancel$/,
      path: '/orders',
      as: 'jana',
      control: (page) => beginning(page, 'order-list.cancel'),
    },
    exchangeOrder: {
      match: /canteenorder\/exchange$/,
      path: '/orders',
      as: 'firma',
      control: (page) =>
        main(page).getByRole('button', {
          name: new RegExp(`^${words('order-list.forExchange')}, ${made.dish}`),
        }),
    },
    checkCart: { ...cart, match: /order\/cart\/check$/ },
    submitCart: { ...cart, match: /order\/cart$/ },
    loginByCard: {
      match: /customer\/cardlogin$/,
      path: '/kiosk/login',
      control: async (page) => {
        await main(page).getByText(words('login.cardHold')).waitFor();
        return main(page).getByText(words('login.cardHold'));
      },
      press: async (page) => {
        const panel = await (await page.request.get('/reader/panel')).text();
        const card = /name="card" value="([^"]+)"(?:(?!<form).)*Eva Mal/s.exec(panel)?.[1] ?? '';
        await page.request.post('/reader/panel', { form: { action: 'tap', card } });
      },
    },
    getTerms: {
      match: /^GET .*customer\/terms/,
      path: '/offer/DAY',
      as: 'novice',
      quiet: 'the terms are presented with the next order',
    },
    acceptTerms: {
      match: /^POST .*customer\/terms/,
      path: '/offer/DAY',
      as: 'novice',
      control: (page) =>
        page.getByRole('dialog').getByRole('button', { name: words('terms.accept'), exact: true }),
    },
    endSessions: {
      match: /sessions\/end$/,
      path: '/profile/dashboard',
      as: 'petr',
      control: only('account.endSessions'),
      press: agreeing('dialogs.yes'),
    },
    logout: {
      match: /customer\/logout$/,
      path: '/offer/DAY',
      as: 'petr',
      control: (page) =>
        page.getByRole('banner').getByRole('button', { name: words('shell.logout'), exact: true }),
      press: agreeing('dialogs.yes'),
      quiet: 'whoever signs out is signed out here',
    },
  };
}
