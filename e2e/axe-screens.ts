import type { Page, Route } from '@playwright/test';

import type { WordKey, Words } from './failing-calls.ts';

/** A screen as somebody reaches it. */
export type Screen = {
  readonly path: string;
  /** Who is signed in; a guest where nobody is named. */
  readonly as?: string;
  /** Calls that are answered 500. */
  readonly broken?: RegExp;
  /** Calls, files too, that never arrive. */
  readonly cut?: RegExp;
  /** Calls whose answers are still under way. */
  readonly awaited?: RegExp;
  /** What is answered in the place of what a path has. */
  readonly answers?: readonly { readonly match: RegExp; readonly answer: (route: Route) => Promise<void> }[];
  /** What is pressed before the screen stands. */
  readonly reach?: (page: Page, words: Words) => Promise<void>;
};

/** What was made in the demo for the screens: paths of links as they were sent. */
export type MadeForScreens = {
  readonly registration: string;
  readonly usedRegistration: string;
  readonly reset: string;
  readonly usedReset: string;
  readonly cardChange: string;
  readonly cardRevoke: string;
  readonly pairing: string;
  readonly pairingConfirm: string;
  readonly pairingReject: string;
};

/** Days of the demo, whose today is Tuesday the 24th. */
const ORDERED_DAY = '2026-11-26';
const SUNDAY = '2026-11-29';
/** Something is chosen with every salad of the demo. */
const SALADS = /Salads|Saláty|Sałatki|Šaláty/;

const main = (page: Page) => page.getByRole('main');
const begins = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`);
const dialog = (page: Page) => page.getByRole('dialog').last();

const pressButton = async (page: Page, name: string | RegExp) =>
  main(page)
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

const openDialog = async (page: Page, name: string | RegExp) => {
  await pressButton(page, name);
  await dialog(page).waitFor();
};

/** The header's menu, which is folded on a phone; on a desk what is known of the account. */
const openMenu = async (page: Page) => {
  const folded = page.getByRole('banner').locator('button[aria-controls]:visible');
  if ((await folded.count()) > 0) await folded.last().click();
};

const search = (text: string) => async (page: Page, words: Words) => {
  const banner = page.getByRole('banner');
  const box = banner.getByRole('searchbox', { name: words('shell.search') });
  if (!(await box.isVisible())) await banner.getByRole('button', { name: words('shell.search') }).click();
  await box.fill(text);
  await box.press('Enter');
  // The menu answers as fast as somebody types.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

const filterOn = (count: number) => async (page: Page, words: Words) => {
  const options = main(page).getByRole('button', { name: words('menu.options'), exact: true });
  // Wide screens have them open.
  if ((await options.getAttribute('aria-expanded')) !== 'true') await options.click();
  const chips = main(page)
    .getByRole('group', { name: words('menu.filters'), exact: true })
    .getByRole('button');
  for (let place = 0; place < count; place += 1) await chips.nth(place).click();
};

/** Sends a form with nothing in it, or with what is not taken. */
const submitForm =
  (key: WordKey, fill: Readonly<Partial<Record<WordKey, string>>> = {}) =>
  async (page: Page, words: Words) => {
    for (const [label, value] of Object.entries(fill))
      await main(page)
        .getByLabel(words(label as WordKey), { exact: true })
        .fill(value);
    await pressButton(page, words(key));
  };

const html = (body: string) => (route: Route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body });

const signOut = async (page: Page, words: Words) => {
  await openMenu(page);
  await page
    .getByRole('banner')
    .getByRole('button', { name: words('shell.logout'), exact: true })
    .click();
  await dialog(page).waitFor();
};

const firstDishSheet = async (page: Page) => {
  await main(page).getByRole('article').first().getByRole('button').first().click();
  await dialog(page).waitFor();
};

const reports = ['transactions', 'consumption', 'vouchers', 'bonuses', 'bills'] as const;

/** A page of reports, in every state that it has. */
function screensOfReport(name: (typeof reports)[number]): Record<string, Screen> {
  const path = `/profile/${name}`;
  const call = new RegExp(`^GET /api/customer/(?:account/)?${name}`);
  return {
    [name]: { path: `${path}?period=LAST365DAYS`, as: 'jana' },
    [`${name}, nothing there`]: { path: `${path}?period=ALLTIME`, as: 'petr' },
    [`${name} of a company`]: { path: `${path}?period=ALLTIME`, as: 'firma' },
    [`${name}, failed`]: { path, as: 'jana', broken: call },
    [`${name}, awaited`]: { path, as: 'jana', awaited: call },
  };
}

/** Every screen of the product by its name. */
export function screensOf(made: MadeForScreens): Readonly<Record<string, Screen>> {
  const week = `/offer/WEEK?day=${ORDERED_DAY}`;
  const span = `/offer/TIMESPAN?start=2026-11-26&end=2026-12-08`;
  const profile = (page: string, as = 'jana'): Screen => ({ path: `/profile/${page}`, as });
  return {
    'offer of a day': { path: '/offer/DAY' },
    'offer of a day, signed in': { path: '/offer/DAY', as: 'jana' },
    'offer of a day with orders': { path: `/offer/DAY?day=${ORDERED_DAY}`, as: 'jana' },
    'offer of a company': { path: '/offer/DAY', as: 'firma' },
    'offer of an empty account': { path: '/offer/DAY', as: 'petr' },
    'offer of a closed day': { path: `/offer/DAY?day=${SUNDAY}` },
    'offer without a menu': { path: '/offer/DAY?day=2027-03-03', as: 'jana' },
    'offer of a past day': { path: '/offer/DAY?day=2026-11-20', as: 'jana' },
    'offer of a week': { path: week },
    'offer of a week, signed in': { path: week, as: 'jana' },
    'offer of a span': { path: span },
    'offer of a span, signed in': { path: span, as: 'jana' },
    'offer, awaited': { path: '/offer/DAY', awaited: /^GET \/api\/canteenmenu/ },
    'offer of a week, awaited': { path: week, as: 'jana', awaited: /^GET \/api\/canteenmenu/ },
    'offer, failed': { path: '/offer/DAY', broken: /^GET \/api\/canteenmenu/ },
    'offer without canteens': { path: '/offer/DAY', broken: /^GET \/api\/canteens/ },
    'offer, offline': { path: '/offer/DAY', as: 'jana', cut: /^GET \/api\/(?:canteenmenu|canteens)/ },
    'search that finds': {
      path: '/offer/DAY',
      as: 'jana',
      reach: search('a'),
    },
    'search that finds nothing': { path: '/offer/DAY', reach: search('xyzzy') },
    'filters open': { path: '/offer/DAY', reach: filterOn(0) },
    'filters on': { path: '/offer/DAY', as: 'jana', reach: filterOn(2) },
    'filters that leave nothing': { path: '/offer/DAY', reach: filterOn(5) },
    calendar: { path: '/offer/DAY', as: 'jana', reach: (page, t) => openDialog(page, t('menu.calendar')) },
    'calendar of a span': { path: span, reach: (page) => openDialog(page, /\S – \S/) },
    'choice of the canteen': {
      path: '/offer/DAY',
      reach: (page, t) => openDialog(page, begins(`${t('menu.canteen')}:`)),
    },
    'dish sheet': { path: '/offer/DAY', reach: firstDishSheet },
    'dish sheet, signed in': { path: '/offer/DAY', as: 'jana', reach: firstDishSheet },
    'dish sheet of an order': {
      path: `/offer/DAY?day=${ORDERED_DAY}`,
      as: 'jana',
      reach: firstDishSheet,
    },
    'dish sheet of a week': { path: week, as: 'jana', reach: firstDishSheet },
    'orders beside the offer': {
      path: '/offer/DAY',
      as: 'jana',
      reach: async (page) => {
        const bar = page.getByRole('complementary').getByRole('button', { expanded: false });
        if ((await bar.count()) > 0) await bar.first().click();
      },
    },
    modifiers: {
      path: `/offer/DAY?day=${ORDERED_DAY}`,
      as: 'eva',
      reach: async (page, t) => {
        await main(page)
          .getByRole('region', { name: SALADS })
          .getByRole('button', { name: begins(t('menu.order')) })
          .first()
          .click();
        await dialog(page).waitFor();
      },
    },
    'login dialog': {
      path: '/offer/DAY',
      reach: (page, t) => openDialog(page, begins(t('menu.order'))),
    },
    'login dialog, refused': {
      path: '/offer/DAY',
      reach: async (page, t) => {
        await openDialog(page, begins(t('menu.order')));
        await dialog(page).getByLabel(t('login.userName'), { exact: true }).fill('jana');
        await dialog(page).getByLabel(t('login.password'), { exact: true }).fill('wrong');
        await dialog(page)
          .getByRole('button', { name: t('login.submit'), exact: true })
          .click();
        await dialog(page).getByRole('alert').first().waitFor();
      },
    },
    'order that fails': {
      path: '/offer/DAY',
      as: 'eva',
      broken: /canteenorder\/direct$/,
      reach: async (page, t) => {
        await pressButton(page, begins(t('menu.order')));
        await page.getByLabel(t('toasts.region')).getByRole('paragraph').first().waitFor();
      },
    },
    'question of the server': {
      path: '/offer/DAY',
      as: 'eva',
      answers: [
        {
          match: /canteenorder\/direct$/,
          answer: (route) =>
            route.fulfill({
              status: 449,
              json: { success: false, error: { force: { message: 'Another one?', answers: ['A', 'B'] } } },
            }),
        },
      ],
      reach: (page, t) => openDialog(page, begins(t('menu.order'))),
    },
    'terms of use': { path: '/offer/DAY', as: 'novice', reach: (page) => dialog(page).waitFor() },

    orders: { path: '/orders', as: 'jana' },
    'orders, nothing there': { path: '/orders', as: 'petr' },
    'orders of a company': { path: '/orders', as: 'firma' },
    'orders, failed': { path: '/orders', as: 'jana', broken: /^GET .*canteenorders/ },
    'orders, awaited': { path: '/orders', as: 'jana', awaited: /^GET .*canteenorders/ },
    'orders, offline': { path: '/orders', as: 'jana', cut: /^GET .*canteenorders/ },

    login: { path: '/login' },
    'login, empty': { path: '/login', reach: submitForm('login.submit') },
    'login, refused': {
      path: '/login',
      reach: async (page, t) => {
        await submitForm('login.submit', { 'login.userName': 'jana', 'login.password': 'wrong' })(page, t);
        await main(page).getByRole('alert').first().waitFor();
      },
    },
    registration: { path: '/registration' },
    'registration of a company': {
      path: '/registration',
      reach: (page) => main(page).getByRole('radio').last().check({ force: true }),
    },
    'registration, empty': { path: '/registration', reach: submitForm('registration.submit') },
    'registration, sent': {
      path: '/registration',
      answers: [
        {
          match: /register\/start$/,
          answer: (route) => route.fulfill({ status: 200, json: { success: true } }),
        },
      ],
      reach: async (page, t) => {
        const fields = main(page).getByRole('textbox');
        for (const field of await fields.all())
          await field.fill(
            (await field.getAttribute('type')) === 'email'
              ? 'a.very.long.name.of.somebody@example.org'
              : '+420777123456',
          );
        await pressButton(page, t('registration.submit'));
        await page.getByRole('heading', { name: t('registration.sentTitle') }).waitFor();
      },
    },
    'link of a registration': { path: made.registration },
    'link of a registration, rules': {
      path: made.registration,
      reach: async (page, t) => {
        await main(page).getByRole('textbox').first().fill('short');
        await pressButton(page, t('registration.finishSubmit'));
      },
    },
    'link of a registration, used': { path: made.usedRegistration },
    'link of a registration, dead': { path: '/registration/unknown' },
    'forgotten password': { path: '/forgotten-password' },
    'forgotten password, empty': {
      path: '/forgotten-password',
      reach: submitForm('forgotten-password.submit'),
    },
    'forgotten password, sent': {
      path: '/forgotten-password',
      reach: async (page, t) => {
        await main(page).getByRole('textbox').fill('nobody@example.org');
        await pressButton(page, t('forgotten-password.submit'));
        await page.getByRole('heading', { name: t('forgotten-password.sentTitle') }).waitFor();
      },
    },
    'link of a password': { path: made.reset },
    'link of a password, used': { path: made.usedReset },
    'link of a card': { path: made.cardChange, as: 'jana' },
    'link of a card, dead': { path: '/card-change/unknown' },
    'link of a revocation': { path: made.cardRevoke, as: 'jana' },
    'link of a revocation, dead': { path: '/card-revoke/unknown', as: 'jana' },
    'link of an address, dead': { path: '/email-change/unknown' },
    'pairing request': { path: made.pairing, as: 'jana' },
    'pairing request, dead': { path: '/pairing/unknown', as: 'jana' },
    'pairing by link': { path: made.pairingConfirm },
    'pairing by link, declined': { path: made.pairingReject },
    'pairing by link, dead': { path: '/pairingconfirm/unknown' },

    'profile without a page': { path: '/profile', as: 'jana' },
    dashboard: profile('dashboard'),
    'dashboard of an empty account': profile('dashboard', 'petr'),
    'dashboard of a company': profile('dashboard', 'firma'),
    'dashboard, failed': {
      ...profile('dashboard'),
      broken: /^GET \/api\/.*(?:account|canteenorders|pairing)/,
    },
    'dashboard, awaited': {
      ...profile('dashboard'),
      awaited: /^GET \/api\/.*(?:account|canteenorders|pairing)/,
    },
    'sign-out of all devices': {
      ...profile('dashboard'),
      reach: (page, t) => openDialog(page, t('account.endSessions')),
    },
    'edit profile': profile('edit'),
    'edit profile of a company': profile('edit', 'firma'),
    'edit profile, wrong': {
      ...profile('edit'),
      reach: async (page, t) => {
        await main(page).getByRole('textbox').first().fill('');
        await pressButton(page, t('profile.save'));
      },
    },
    'edit profile, failed': { ...profile('edit'), broken: /^GET \/api\/customer$/ },
    'edit profile, left unsaved': {
      ...profile('edit'),
      reach: async (page) => {
        await main(page).getByRole('textbox').first().fill('Somebody else');
        await page.getByRole('banner').getByRole('link').first().click();
        await dialog(page).waitFor();
      },
    },
    'orders in the profile': profile('orders'),
    'orders in the profile, nothing there': profile('orders', 'petr'),
    ...Object.assign({}, ...reports.map(screensOfReport)),
    'transactions, a filter that leaves nothing': {
      path: '/profile/transactions?period=LAST365DAYS',
      as: 'jana',
      reach: async (page, t) => {
        const box = main(page).getByRole('searchbox').first();
        // On a phone it is among the filters.
        if (!(await box.isVisible())) await pressButton(page, begins(t('reports.tools')));
        await box.fill('xyzzy');
      },
    },
    'top-up': profile('top-up'),
    'top-up, wrong': {
      ...profile('top-up'),
      reach: async (page, t) => {
        await main(page).getByRole('textbox').first().fill('0,555');
        await pressButton(page, begins(t('top-up.submitAmount').trim()));
      },
    },
    'top-up, returned': { path: '/topup-successful', as: 'jana' },
    'top-up, not paid': { path: '/topup-failure', as: 'jana' },
    pairings: profile('pairing'),
    'pairings, nothing there': profile('pairing', 'petr'),
    'pairings, question': {
      ...profile('pairing'),
      reach: (page, t) => openDialog(page, begins(`${t('pairing.confirm')}:`)),
    },
    'pairings, failed': { ...profile('pairing'), broken: /pairing\/list/ },
    card: profile('manage-card'),
    'card, none': profile('manage-card', 'karta'),
    'card, blocked': profile('manage-card', 'blok'),
    'card, code shown': {
      ...profile('manage-card', 'firma'),
      reach: async (page, t) => {
        const create = main(page).getByRole('button', { name: t('card.create'), exact: true });
        const show = main(page).getByRole('button', { name: t('card.show'), exact: true });
        await create.or(show).first().waitFor();
        // A new card is shown at once.
        await ((await create.isVisible()) ? create : show).click();
        await main(page).locator('canvas, svg[role="img"], img').first().waitFor();
      },
    },
    'card, question': {
      ...profile('manage-card'),
      reach: (page, t) => openDialog(page, t('card.revoke')),
    },
    comment: profile('comment'),
    'comment, empty': { ...profile('comment'), reach: submitForm('account.commentSend') },

    'static page': { path: '/pages/about' },
    'static page with headings': { path: '/pages/help' },
    'static page, failed': { path: '/pages/about', broken: /^GET \/files\/about/ },
    'no such static page': { path: '/pages/unknown' },
    'no such page': { path: '/nowhere' },
    unauthorized: {
      path: '/profile/dashboard',
      as: 'jana',
      answers: [
        {
          match: /^GET \/api\/customer$/,
          answer: (route) => route.fulfill({ status: 403, json: { success: false } }),
        },
      ],
    },
    'no session': { path: '/offer/DAY', broken: /^POST \/api\/authenticate$/ },
    'page that does not arrive': { path: '/login', cut: /\/assets\/login-page/ },
    'configuration without entries': {
      path: '/offer/DAY',
      answers: [
        { match: /^GET \/offer\/DAY$/, answer: withoutConfiguration },
        { match: /^GET \/config\.json$/, answer: (route) => route.fulfill({ status: 200, json: {} }) },
      ],
    },
    'configuration that is no JSON': {
      path: '/offer/DAY',
      answers: [
        { match: /^GET \/offer\/DAY$/, answer: withoutConfiguration },
        {
          match: /^GET \/config\.json$/,
          answer: (route) =>
            route.fulfill({ status: 200, contentType: 'application/json', body: '{"apiUrl":' }),
        },
      ],
    },
    'header menu of a guest': { path: '/offer/DAY', reach: openMenu },
    'header menu': { path: '/offer/DAY', as: 'jana', reach: openMenu },
    'sign-out': { path: '/offer/DAY', as: 'jana', reach: signOut },

    'shop, offer': { path: '/shop/offer/DAY', as: 'shop' },
    'shop, cart': { path: '/shop/cart', as: 'shop' },
    'shop, cart refused': {
      path: '/shop/cart',
      as: 'shop',
      reach: (page, t) => pressButton(page, begins(t('cart.order').trim())),
    },
    'shop, cart that the server refuses': {
      path: '/shop/cart',
      as: 'shop',
      answers: [
        {
          match: /order\/cart\/check$/,
          answer: (route) =>
            route.fulfill({
              status: 400,
              json: { success: false, error: { code: 'insufficientFunds' }, message: 'Too little money' },
            }),
        },
      ],
      reach: async (page, t) => {
        await main(page)
          .getByRole('radio', { name: t('cart.account') })
          .check();
        await main(page)
          .getByRole('radio', { name: t('order-list.toTakeAway') })
          .check();
        await pressButton(page, begins(t('cart.order').trim()));
        await main(page).getByText('Too little money').first().waitFor();
      },
    },
    'shop, question about the cart': {
      path: '/shop/cart',
      as: 'shop',
      reach: (page, t) => openDialog(page, t('cart.clear')),
    },
    'shop, empty cart': { path: '/shop/cart' },
    'shop, thank-you': { path: '/shop/thank-you', as: 'eva' },
    'shop, payment failure': { path: '/shop/payment-failure', as: 'shop' },
    'shop, payment failure with an empty cart': { path: '/shop/payment-failure' },
    'web care, login': { path: '/webcare/login' },
    'web care, dashboard': { path: '/webcare/profile/dashboard', as: 'jana' },
    'kiosk, login': { path: '/kiosk/login' },
    'kiosk, offer': { path: '/kiosk/offer/DAY' },
  };
}

/** A page as a server of files has it: with no settings in it. */
async function withoutConfiguration(route: Route): Promise<void> {
  const response = await route.fetch();
  const page = await response.text();
  await html(page.replace(/<script[^>]*type="application\/json"[^>]*>.*?<\/script>/s, ''))(route);
}
