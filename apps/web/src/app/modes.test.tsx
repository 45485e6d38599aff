import { applicationModes } from '@refectory/contract/settings';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { expectLaterParts } from '../../test/later-parts.ts';
import { acceptLinks } from '../../test/open-links.ts';
import { pastThrottle } from '../../test/past-throttle.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../test/render-app.ts';
import { startTestServer } from '../../test/test-server.ts';
import { addresses, everything } from '../../test/whole-app.ts';

const person = {
  make: 'customer',
  as: 'jana',
  with: { userName: 'jana', password: PASSWORD, firstName: 'Jana', lastName: 'Malá', balance: 100_000 },
} as const;
const company = {
  make: 'customer',
  as: 'firma',
  with: { userName: 'firma', password: PASSWORD, type: 'Company', companyName: 'Firma' },
} as const;
const kitchen = { make: 'canteen', as: 'kitchen' } as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { canteenId: '$kitchen', product: { name: { en: 'Beef broth' } } },
} as const;
const seed = [kitchen, broth, person, company] as const;

const header = page.getByRole('banner');
const main = page.getByRole('main');
const firstHeading = page.getByRole('heading', { level: 1 });

const nothing: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.keys(everything)
      .filter((name) => /^allow|^show|^virtual/.test(name))
      .map((name) => [name, false] as const),
  ),
  showAccountBalance: 0,
};
const pages = { footer: [{ pathname: 'about', title: 'About', body: '<p>Us.</p>' }] };

/** Nothing on the page has to do with ordering; a list of the profile may be searched. */
function expectNoShopping(address: string): void {
  for (const place of [
    header.getByRole('searchbox'),
    page.getByRole('link', { name: /^(?:Menu|Cart)\b/ }),
    page.getByRole('button', { name: /^(?:Order|Add to cart)\b/ }),
  ])
    expect(place.elements(), address).toEqual([]);
  expect(
    ownTargets().filter((target) => /^\/(?:offer|cart|orders)\b/.test(target)),
    address,
  ).toEqual([]);
}

/** The page is there, with all that it asks for and what became of the link that opened it. */
async function settled({ navigation, queries }: RenderedApp['platform'], address: string): Promise<void> {
  await navigation.settled();
  await expect.element(firstHeading, { message: address }).toBeVisible();
  await expect.element(main.getByText('This takes a moment.'), { message: address }).not.toBeInTheDocument();
  await expect.poll(() => queries.isFetching(), { message: address }).toBe(0);
}

/** The addresses of this application that the links on the page lead to. */
const ownTargets = () => [
  ...new Set(
    [...document.querySelectorAll('a[href]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((target) => /^\/(?!\/)/.test(target)),
  ),
];

const combinations = applicationModes.flatMap((applicationMode) =>
  (['on', 'off'] as const).flatMap((switches) =>
    ([undefined, 'jana', 'firma'] as const).map((who) => ({ applicationMode, switches, who })),
  ),
);

type Combination = (typeof combinations)[number];

/** Where an address ends, by the mode, the switches and who is here. */
function endOf(address: string, { applicationMode, switches, who }: Combination): string {
  const isOn = switches === 'on';
  const hasOffer = isOn && applicationMode !== 'webcare';
  const profile = isOn ? '/profile/dashboard' : '/profile';
  const start = hasOffer ? '/offer/DAY' : who ? profile : '/login';
  const forCustomers = who ? address : '/login';
  const ends: Readonly<Record<string, string>> = {
    '/': start,
    '/none/such': start,
    '/pages/none': start,
    '/offer': start,
    ...(!hasOffer && { '/offer/DAY': start, '/offer/WEEK': start, '/offer/TIMESPAN': start }),
    '/cart': isOn && applicationMode === 'shop' ? forCustomers : start,
    '/orders': forCustomers,
    '/login': who ? start : address,
    '/registration': isOn && !who ? address : start,
    '/pairing/T': isOn ? forCustomers : start,
    ...(!isOn && { '/forgotten-password': start, '/pairingconfirm/P': start, '/pairingreject/P': start }),
    '/profile': who ? profile : '/login',
    ...(isOn && who && { '/profile/none': profile }),
  };
  return ends[address] ?? (address.startsWith('/profile/') ? forCustomers : address);
}

describe('every address ends on a page, without a loop', () => {
  test.each(combinations)(
    'NAV-33 CFG-04 CFG-51 in $applicationMode with every switch $switches for $who',
    async (combination) => {
      const { applicationMode, switches, who } = combination;
      const app = await renderApp('/login', {
        seed,
        config: { ...(switches === 'on' ? everything : nothing), applicationMode, pages },
        ...(who && { as: who }),
      });
      let steps = 0;
      app.history.subscribe(() => (steps += 1));
      const broken: string[] = [];
      const listen = ({ message }: ErrorEvent) => broken.push(message);
      globalThis.addEventListener('error', listen);
      for (const address of addresses) {
        steps = 0;
        app.history.push(address);
        await app.platform.navigation.settled();
        const end = endOf(address, combination);
        await expect.poll(() => app.history.location.pathname, { message: address }).toBe(end);
        await settled(app.platform, address);
        // To the address itself, to the start, to the offer, to its period and to its day.
        expect(steps, address).toBeLessThanOrEqual(5);
        await expect.element(main, { message: address }).toHaveTextContent(/\S/);
        expect(document.title, address).toMatch(/^Refectory \| \S/);
        await expect
          .element(page.getByRole('heading', { name: 'This page stopped working' }), { message: address })
          .not.toBeInTheDocument();
        if (applicationMode === 'webcare') expectNoShopping(address);
        for (const target of ownTargets())
          expect(app.platform.navigation.isPage(target), `${address}: ${target}`).toBe(true);
      }
      globalThis.removeEventListener('error', listen);
      expect(broken).toEqual([]);
    },
    120_000,
  );
});

test.each([
  ['shop', undefined, true, true],
  ['shop', 'direct', true, false],
  ['canteen', undefined, true, false],
  ['canteen', 'cart', true, true],
  ['canteen', 'both', true, true],
  ['webcare', 'both', false, false],
] as const)(
  'CFG-01 CFG-04 SHELL-03 SHELL-04, part of CFG-02: in %s with the ordering %s the search is there: %s, the cart: %s',
  async (applicationMode, ordering, hasSearch, hasCart) => {
    const { history, storage, platform } = await renderApp('/', {
      seed,
      as: 'jana',
      config: { ...everything, applicationMode, ...(ordering && { ordering }) },
    });
    await expect
      .poll(() => history.location.pathname)
      .toBe(applicationMode === 'webcare' ? '/profile/dashboard' : '/offer/DAY');
    await expect.element(firstHeading).toBeVisible();
    await expectLaterParts(platform);
    const search = header.getByRole('searchbox', { name: 'Search dishes' });
    const cart = header.getByRole('link', { name: /^Cart/ });
    if (hasSearch) await expect.element(search).toBeVisible();
    else await expect.element(search).not.toBeInTheDocument();
    if (hasCart) await expect.element(cart).toHaveAttribute('href', '/cart');
    else await expect.element(cart).not.toBeInTheDocument();
    if (applicationMode === 'webcare') {
      await expect.element(page.getByRole('link', { name: 'Menu', exact: true })).not.toBeInTheDocument();
      await expect.element(page.getByRole('button', { name: /^Order/ })).not.toBeInTheDocument();
      // Balances lie below the name.
      await expect.element(header.getByText('CZK 1,000.00')).not.toBeInTheDocument();
    } else await expect.element(header.getByText('CZK 1,000.00')).toBeVisible();
    expect(storage.getItem(`refectory.${applicationMode}`)).toContain('"sessionToken"');
  },
);

test('CFG-02 in shop mode a press fills the cart with the chosen portions, which the header counts, and orders nothing', async () => {
  const { server } = await renderApp('/offer/DAY', {
    seed,
    as: 'jana',
    config: { applicationMode: 'shop' },
  });
  await expect.element(header.getByRole('searchbox', { name: 'Search dishes' })).toBeVisible();
  const order = page.getByRole('button', { name: /^Order, Beef broth/ });
  await userEvent.click(order);
  await expect.element(header.getByRole('link', { name: /^Cart.*\b1 item$/ })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'One portion more' }));
  await pastThrottle();
  await userEvent.click(order);
  await expect.element(header.getByRole('link', { name: /^Cart.*\b3 items$/ })).toBeVisible();
  expect(await server.requests(/POST .*canteenorder/)).toEqual([]);
});

test.each(['/offer/DAY', '/offer/WEEK', '/offer/TIMESPAN'])(
  'CFG-03 in canteen mode a press at %s orders at once, by one call, and the dish is among the orders, where it is cancelled',
  async (address) => {
    const { server } = await renderApp(address, {
      seed,
      as: 'jana',
      config: { applicationMode: 'canteen' },
    });
    await userEvent.click(page.getByRole('button', { name: /^Order, Beef broth/ }));
    await expect.element(page.getByText('Ordered', { exact: true })).toBeVisible();
    expect(await server.requests(/POST .*canteenorder\/direct/)).toHaveLength(1);
    await userEvent.click(header.getByRole('link', { name: 'Orders' }));
    const ordered = page.getByRole('article', { name: 'Beef broth' });
    await expect.element(ordered).toBeVisible();
    await userEvent.click(ordered.getByRole('button', { name: /^Cancel, Beef broth/ }));
    await expect.element(ordered).not.toBeInTheDocument();
    expect(await server.requests(/POST .*canteenorder\/cancel/)).toHaveLength(1);
  },
);

test('CFG-51 with every switch off but the password a customer signs in, finds a page that says so, and no link is dead', async () => {
  const { history, platform, storage } = await renderApp('/login', { seed, config: nothing });
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(main.getByRole('button', { name: 'Sign in' }));
  await expect.element(page.getByRole('heading', { name: 'Unauthorized', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/profile');
  expect(storedSnapshot(storage).session.auth).toBe(true);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  const targets = ownTargets();
  expect(targets).not.toEqual([]);
  for (const target of targets) {
    history.push(target);
    await platform.navigation.settled();
    // The start leads to where the customer begins; any other link leads to what it says.
    expect(history.location.pathname).toBe(target === '/' ? '/profile' : target);
    await expect.element(firstHeading).toBeVisible();
  }
});

test.each([undefined, 'jana'] as const)(
  'CFG-51 with every switch off no link of any address is dead for %s',
  async (who) => {
    const server = await startTestServer({ seed });
    await acceptLinks(server);
    const { history, platform } = await renderApp('/login', {
      server,
      config: nothing,
      ...(who && { as: who }),
    });
    const targets = new Set<string>();
    for (const address of addresses) {
      history.push(address);
      await settled(platform, address);
      for (const target of ownTargets()) targets.add(target);
    }
    for (const target of targets) {
      history.push(target);
      await platform.navigation.settled();
      // The start leads to where people begin, and a page for customers asks a guest to sign in.
      const isForCustomers = /^\/(?:profile|orders)\b/.test(target);
      const start = who ? '/profile' : '/login';
      const end = target === '/' ? start : !who && isForCustomers ? '/login' : target;
      expect(history.location.pathname, target).toBe(end);
    }
  },
  60_000,
);

/** Exact addresses, each with what stands at it for a guest. */
const exact = [
  '/orders',
  '/login',
  '/forgotten-password',
  '/pairingconfirm/P',
  '/pairingreject/P',
  '/card-change/T',
  '/card-revoke/T',
  '/email-change/T',
] as const;

test('NAV-35 an exact address with one more part is unknown', async () => {
  const app = await renderApp('/login', { seed, config: everything });
  for (const address of [...exact, '/registration/T', '/nothing']) {
    app.history.push('/login');
    await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
    app.history.push(`${address}/more`);
    await expect.poll(() => app.history.location.pathname, { message: address }).toBe('/offer/DAY');
  }
  // Below these two there are other pages.
  for (const [address, end] of [
    ['/registration/T', '/registration/T'],
    ['/login', '/login'],
    ['/orders', '/login'],
    // Neither case nor a slash at the end makes another address (C175).
    ['/Registration/T', '/Registration/T'],
    ['/orders/', '/login'],
  ] as const) {
    app.history.push(address);
    await expect.poll(() => app.history.location.pathname, { message: address }).toBe(end);
  }
});

/** The pages of the profile: the setting of each, its title in the menu, and its heading. */
const profilePages = [
  { name: 'dashboard', setting: 'allowProfileDashboard', title: 'Dashboard', heading: 'Jana Malá' },
  { name: 'edit', setting: 'allowProfileEdit', title: 'Edit profile', heading: 'Edit profile' },
  { name: 'orders', setting: 'allowOrdersReport', title: 'Orders', heading: 'Orders' },
  {
    name: 'transactions',
    setting: 'allowTransactionsReport',
    title: 'Transactions',
    heading: 'Transactions',
  },
  { name: 'consumption', setting: 'allowConsumptionReport', title: 'Consumption', heading: 'Consumption' },
  { name: 'vouchers', setting: 'allowVouchersReport', title: 'Vouchers', heading: 'Vouchers' },
  { name: 'bonuses', setting: 'allowBonusesReport', title: 'Bonuses', heading: 'Bonuses' },
  { name: 'bills', setting: 'allowBills', title: 'Bills', heading: 'Bills' },
  { name: 'top-up', setting: 'allowTopUp', title: 'Top-up', heading: 'Top-up' },
  { name: 'pairing', setting: 'allowPairingManagement', title: 'Pairing', heading: 'Pairing' },
  { name: 'manage-card', setting: 'allowCardAdministration', title: 'Card', heading: 'Card' },
  { name: 'comment', setting: 'allowGuestComments', title: 'Comment', heading: 'Comment' },
] as const;

const profileMenu = page.getByRole('navigation', { name: 'Profile' });

test('NAV-18 CFG-25 each page of the profile stands at its address, and its place in the menu is the current one', async () => {
  const app = await renderApp('/login', { seed, as: 'jana', config: everything });
  for (const { name, title, heading } of profilePages) {
    app.history.push(`/profile/${name}`);
    await app.platform.navigation.settled();
    await expect.element(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    expect(app.history.location.pathname).toBe(`/profile/${name}`);
    const current = profileMenu
      .getByRole('link')
      .elements()
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.textContent);
    expect(current, name).toEqual([title]);
  }
  expect(
    profileMenu
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(profilePages.map(({ title }) => title));
});

test.each(profilePages)(
  'NAV-18 CFG-25 of the profile $name is neither in the menu nor at its address without $setting',
  async ({ name, setting, title }) => {
    const app = await renderApp(`/profile/${name}`, {
      seed,
      as: 'jana',
      config: { ...everything, [setting]: false },
    });
    const first = name === 'dashboard' ? 'edit' : 'dashboard';
    await expect.poll(() => app.history.location.pathname).toBe(`/profile/${first}`);
    await expect.element(profileMenu.getByRole('link').first()).toBeVisible();
    expect(profileMenu.getByRole('link').elements()).toHaveLength(profilePages.length - 1);
    await expect.element(profileMenu.getByRole('link', { name: title, exact: true })).not.toBeInTheDocument();
  },
);

/** What a server may have beyond the calls of the API. */
const additions =
  /\/(?:live|status|customer\/(?:logout|sessions\/end|export|register\/state|password\/reset\/state|email\/change\/\w+))$/;

/** A server without any addition: it has none of their calls, and neither session nor customer announces one. */
async function bareServer() {
  const server = await startTestServer({ seed, settings: { ...everything, topUpGateways: [] } });
  const begun = await fetch(`${server.apiUrl}/authenticate`, { method: 'POST' });
  const { sessionToken } = (await begun.json()) as { readonly sessionToken: string };
  await server.fault(/\/authenticate$/, { answer: { status: 200, body: { success: true, sessionToken } } });
  await server.fault(additions, { answer: { status: 404, body: '' } });
  const customer = {
    success: true,
    id: 1,
    customerId: 1,
    userName: 'jana',
    type: 'Person',
    firstName: 'Jana',
  };
  await server.fault(/^GET \/api\/customer$/, { answer: { status: 200, body: customer } });
  const pairing = { pairingStatus: 'pending', loyaltySystem: 'Club', pairingToken: 'T' };
  await server.fault(/pairing\/pairing/, { answer: { status: 200, body: { success: true, pairing } } });
  return server;
}

test.each([undefined, 'jana'] as const)(
  'CFG-55 API-56 with everything on there is no page for administrators, and without the additions of a server all of it works for %s',
  async (who) => {
    const server = await bareServer();
    const { history, platform } = await renderApp('/offer/DAY', {
      server,
      config: { ...everything, commentDelayTime: 0 },
      ...(who && { as: who }),
    });
    for (const address of addresses) {
      history.push(address);
      await settled(platform, address);
      expect(document.body.textContent, address).not.toMatch(/admin/i);
      expect(main.getByRole('alert').elements(), address).toEqual([]);
    }
    if (who) {
      history.push('/offer/DAY');
      await userEvent.click(page.getByRole('button', { name: /^Order, Beef broth/ }));
      await expect.element(page.getByText('Ordered', { exact: true })).toBeVisible();
      history.push('/profile/comment');
      await userEvent.fill(page.getByRole('textbox', { name: 'Your comment' }), 'The soup was hot');
      await userEvent.click(page.getByRole('button', { name: 'Send' }));
      await expect.element(page.getByText(/^Your comment was sent\./)).toBeVisible();
    }
    expect((await server.requests(additions)).map(({ path }) => path)).toEqual([]);
  },
  120_000,
);
