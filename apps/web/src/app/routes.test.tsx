import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { handMade } from '../../test/hand-made-menu.ts';
import { PASSWORD, renderApp, storedSnapshot, type RenderedApp } from '../../test/render-app.ts';
import { addresses } from '../../test/whole-app.ts';
import { startTestServer } from '../../test/test-server.ts';

const jana = { make: 'customer', as: 'jana', with: { userName: 'jana', password: PASSWORD } } as const;
const kitchen = { make: 'canteen', as: 'kitchen' } as const;
const broth = {
  make: 'offering',
  as: 'broth',
  with: { canteenId: '$kitchen', product: { name: { en: 'Beef broth' } } },
} as const;
const order = { make: 'order', as: 'order', with: { customer: 'jana', offering: 'broth' } } as const;

const header = page.getByRole('banner');
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const pathOf = ({ history }: RenderedApp) => history.location.pathname;

/** Tells the main headings that were on the page since now, also those that went again at once. */
function watchHeadings(): () => readonly string[] {
  const headings = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('h1')) headings.add(textContent);
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => watch.disconnect());
  return () => [...headings];
}

async function signIn(): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'User name' }), 'jana');
  await userEvent.fill(page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'Sign in' }));
}

test.each([
  ['/offer', 'Day', '/offer/DAY'],
  ['/offer/DAY', 'Day', '/offer/DAY'],
  ['/offer/WEEK', 'Week', '/offer/WEEK'],
  ['/offer/TIMESPAN', 'Custom', '/offer/TIMESPAN'],
  ['/offer/MONTH', 'Day', '/offer/DAY'],
  ['/offer/MONTH', 'Week', '/offer/WEEK', 'WEEK'],
] as const)(
  'NAV-05 %s shows the menu with %s chosen',
  async (address, period, path, defaultPeriod?: 'WEEK') => {
    const app = await renderApp(address, {
      seed: [kitchen, broth, jana],
      as: 'jana',
      config: { ...(defaultPeriod && { defaultPeriod }) },
    });
    await expect.element(page.getByText('Beef broth')).toBeVisible();
    await expect.element(page.getByRole('radio', { name: period, exact: true })).toBeChecked();
    expect(pathOf(app)).toBe(path);
  },
);

test.each([
  'day=foo',
  'day=2026-02-30',
  'day=9999-12-31',
  'day=0001-01-01',
  'day=%255B%255D',
  'day=20261120',
  'day=true',
  'canteen=x&filter=vegan',
  'filter=%7B%22a%22%3A1%7D',
  `day=${'9'.repeat(50)}`,
])('NAV-05 parts of an address that make no sense are dropped: %s', async (search) => {
  const app = await renderApp(`/offer/WEEK?${search}`, { seed: [kitchen, broth] });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  const asked = await app.server.requests(/canteenmenu/);
  expect(asked.length).toBeGreaterThan(0);
  for (const { path } of asked) expect(path).not.toMatch(/foo|02-30|9999|0001|2026112\d|vegan|NaN|undefined/);
});

test('NAV-05 an offer without a period, or with one there is not, has the one chosen last, and the address wins over it', async () => {
  const seed = [kitchen, broth] as const;
  const app = await renderApp('/offer', { seed, config: { defaultPeriod: 'WEEK' } });
  await expect.element(page.getByRole('radio', { name: 'Week' })).toBeChecked();
  await userEvent.click(page.getByText('Custom', { exact: true }));
  await expect.poll(() => pathOf(app)).toBe('/offer/TIMESPAN');
  for (const address of ['/', '/offer', '/offer/MONTH']) {
    app.history.push(address);
    await expect.poll(() => pathOf(app)).toBe('/offer/TIMESPAN');
  }
  app.history.push('/offer/DAY');
  await expect.element(page.getByRole('radio', { name: 'Day' })).toBeChecked();
});

test('NAV-06 the offer needs a login where guests may not see it, and is not asked for without one', async () => {
  const app = await renderApp('/offer/DAY', { seed: [kitchen, broth, jana], config: { allowGuests: false } });
  await expect.element(heading('Sign in')).toBeVisible();
  expect(pathOf(app)).toBe('/login');
  expect(await app.server.requests(/canteenmenu/)).toEqual([]);
  await expect.element(header.getByRole('link', { name: 'Menu' })).not.toBeInTheDocument();

  await signIn();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  expect(pathOf(app)).toBe('/offer/DAY');
});

test('NAV-06 NAV-11 NAV-28 NAV-33 ERR-17 where nobody may shop, a guest ends on the login and a customer on the profile, which says when it has nothing for them', async () => {
  const seed = [jana] as const;
  const app = await renderApp('/', { seed, config: { allowShopping: false, allowGuests: true } });
  await expect.element(heading('Sign in')).toBeVisible();
  await signIn();
  await expect.element(heading('Unauthorized')).toBeVisible();
  for (const address of ['/login', '/offer/WEEK', '/']) {
    app.history.push(address);
    await expect.poll(() => pathOf(app)).toBe('/profile');
  }
  expect(page.getByRole('main').getByRole('link').elements()).toEqual([]);
  for (const address of ['/profile/orders', '/profile/nonsense']) {
    app.history.push(address);
    await expect.poll(() => pathOf(app)).toBe(address);
    await expect.element(heading('Unauthorized')).toBeVisible();
  }
  expect(await app.server.requests(/canteenorders/)).toEqual([]);
  expect(await app.server.requests(/canteenmenu/)).toEqual([]);
});

test('NAV-17 the profile begins with the first page that is switched on, and so does one that is not', async () => {
  const config = { allowOrdersReport: true, allowBills: true };
  const app = await renderApp('/profile', { seed: [jana], as: 'jana', config });
  await expect.poll(() => pathOf(app)).toBe('/profile/orders');
  for (const address of ['/profile/dashboard', '/profile/nonsense']) {
    app.history.push(address);
    await expect.poll(() => pathOf(app)).toBe('/profile/orders');
  }
});

test('a login that leads to the profile shows its first page next, and none without content before it', async () => {
  const app = await renderApp('/login', {
    seed: [kitchen, broth, jana],
    config: { applicationMode: 'webcare', allowProfileDashboard: true, allowBills: true },
  });
  await expect.element(heading('Sign in')).toBeVisible();
  const shownHeadings = watchHeadings();
  await signIn();
  await expect.poll(() => pathOf(app)).toBe('/profile/dashboard');
  await expect.element(page.getByRole('heading', { name: 'More', level: 2 })).toBeVisible();
  expect(shownHeadings()).not.toContain('Profile');
});

test('part of NAV-18: the orders of the profile are not read where they are switched off', async () => {
  const app = await renderApp('/profile/orders', { seed: [jana], as: 'jana', config: { allowBills: true } });
  await expect.element(heading('Bills')).toBeVisible();
  expect(pathOf(app)).toBe('/profile/bills');
  expect(await app.server.requests(/canteenorders/)).toEqual([]);
});

test.each([
  [{ authenticate: { capabilities: { customersPairing: 1 } } }, true],
  [{ authenticate: { customersPairing: '1' } }, true],
  [{ customer: { capabilities: { customersPairing: '1' } } }, true],
  [{ customer: { customersPairing: 1 } }, true],
  [{ settings: { customersPairing: 1 } }, true],
  [{}, false],
  [{ authenticate: { customersPairing: 0 }, customer: { customersPairing: 1 } }, false],
  [{ customer: { customersPairing: true }, settings: { customersPairing: 1 } }, false],
] as const)(
  'NAV-19 CFG-34 CFG-35 API-56 where %j says so of pairing, its page is there: %s',
  async (said: Partial<Record<'authenticate' | 'customer' | 'settings', object>>, isThere) => {
    const server = await startTestServer({ seed: [jana] });
    const guest = (await (await fetch(`${server.apiUrl}/authenticate`, { method: 'POST' })).json()) as object;
    await server.fault(/authenticate$/, { answer: handMade({ ...guest, ...said.authenticate }) });
    await server.fault(/GET .*\/customer$/, { answer: handMade({ customerId: 1, ...said.customer }) });
    const config = { allowPairingManagement: true, allowBills: true, capabilities: { ...said.settings } };
    const app = await renderApp('/profile/pairing', { server, config });
    await signIn();
    const path = isThere ? '/profile/pairing' : '/profile/bills';
    const isShown = async () => {
      await expect.element(heading(isThere ? 'Pairing' : 'Bills')).toBeVisible();
      expect(pathOf(app)).toBe(path);
      const menu = page.getByRole('navigation', { name: 'Profile' });
      await expect.element(menu.getByRole('link', { name: 'Bills' })).toBeVisible();
      expect(menu.getByRole('link', { name: 'Pairing' }).elements()).toHaveLength(isThere ? 1 : 0);
    };
    await isShown();
    // The page of one pairing too.
    app.history.push('/pairing/T1');
    await app.platform.navigation.settled();
    await expect.poll(() => pathOf(app)).toMatch(isThere ? /^\/pairing\/T1$/ : /^\/offer/);
    app.history.push(path);
    await app.platform.navigation.settled();
    // Also with an answer of the customer that is long in coming.
    await app.reload();
    await isShown();
  },
);

test('where nothing can be ordered, a page that is not here yet offers the profile menu alone', async () => {
  const config = { allowShopping: false, allowBills: true, allowOrdersReport: true };
  const app = await renderApp('/profile/bills', { seed: [jana], as: 'jana', config });
  await expect.element(heading('Bills')).toBeVisible();
  expect(page.getByRole('main').getByRole('link').elements()).toEqual([]);
  const menu = page.getByRole('navigation', { name: 'Profile' });
  await userEvent.click(menu.getByRole('link', { name: 'Orders' }));
  await expect.poll(() => pathOf(app)).toBe('/profile/orders');
});

test.each([
  [{ type: 'Company' }, false],
  [{ type: 'Company', companyName: 'Horák' }, true],
  [{ type: 'Person' }, true],
] as const)('NAV-42 PROF-02 for %j there is a profile menu: %s', async (account, hasMenu) => {
  const customer = { ...jana, with: { ...jana.with, ...account } };
  const app = await renderApp('/profile/bills', {
    seed: [customer],
    as: 'jana',
    config: { allowBills: true },
  });
  const menu = page.getByRole('navigation', { name: 'Profile' });
  const name = page.getByRole('banner').getByText('companyName' in account ? account.companyName : 'jana');
  const isNamed = () => name.elements().some((element) => element.checkVisibility());
  await expect.poll(isNamed).toBe(true);

  // Until it is known whose profile it is, its menu offers nothing.
  const held = await app.server.fault(/GET .*\/customer$/, { hold: true }, 1);
  await app.reload();
  await expect.element(heading('Bills')).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  const leftEdge = () => heading('Bills').element().getBoundingClientRect().left;
  const beside = leftEdge();
  await held.release();
  await expect.poll(isNamed).toBe(true);
  if (hasMenu) {
    await expect.element(menu).toBeVisible();
    // It had its room.
    expect(leftEdge()).toBe(beside);
  } else await expect.element(menu).not.toBeInTheDocument();
});

test('the page that is open comes into view in the menu on the phone', async () => {
  await page.viewport(360, 740);
  const config = Object.fromEntries(
    [
      'ProfileDashboard',
      'ProfileEdit',
      'OrdersReport',
      'TransactionsReport',
      'ConsumptionReport',
      'GuestComments',
    ].map((name) => [`allow${name}`, true]),
  );
  const { history, platform } = await renderApp('/profile/dashboard', { seed: [jana], as: 'jana', config });
  const menu = page.getByRole('navigation', { name: 'Profile' });
  await expect.element(menu.getByRole('link', { name: 'Dashboard' })).toBeInViewport({ ratio: 1 });
  history.push('/profile/comment');
  await expect.element(menu.getByRole('link', { name: 'Comment' })).toBeInViewport({ ratio: 1 });

  // Whoever leads the row back to its beginning finds it there, also when it is drawn again.
  menu.element().scrollLeft = 0;
  platform.snapshot.setState({ language: 'cs' });
  const inCzech = page.getByRole('navigation', { name: 'Profil' });
  await expect.element(inCzech.getByRole('link', { name: 'Objednávky' })).toBeInTheDocument();
  expect(inCzech.element().scrollLeft).toBe(0);
});

test('NAV-09 /orders reads and lists the orders, and /orders/x is not this page', async () => {
  const app = await renderApp('/orders', { seed: [kitchen, broth, jana, order], as: 'jana' });
  await expect.element(page.getByRole('button', { name: /^Cancel, Beef broth/ })).toBeVisible();
  expect(await app.server.requests(/^GET .*customer\/canteenorders$/)).toHaveLength(1);
  app.history.push('/orders/x');
  await expect.poll(() => pathOf(app)).toBe('/offer/DAY');
});

test('NAV-11 /login shows the form to a guest and leads a customer to the offer', async () => {
  const guest = await renderApp('/login', { seed: [kitchen, broth, jana] });
  await expect.element(page.getByRole('textbox', { name: 'User name' })).toBeVisible();
  await signIn();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  const shownHeadings = watchHeadings();
  guest.history.push('/login');
  await expect.poll(() => pathOf(guest)).toBe('/offer/DAY');
  await guest.platform.navigation.settled();
  await expect.element(page.getByRole('textbox', { name: 'User name' })).not.toBeInTheDocument();
  expect(shownHeadings()).not.toContain('Sign in');
});

test('NAV-30 ROLE-08 every protected address leads a guest to the login and is remembered', async () => {
  const app = await renderApp('/login', { config: { ordering: 'cart' } });
  const protectedAddresses = [
    '/cart',
    '/orders',
    '/profile',
    ...addresses.filter((address) => /^\/(?:profile\/|pairing\/)/.test(address)),
  ];
  for (const address of protectedAddresses) {
    app.history.push(address);
    await expect.poll(() => storedSnapshot(app.storage).wantedPath).toBe(address);
    await expect.poll(() => pathOf(app)).toBe('/login');
  }
  await expect.element(heading('Sign in')).toBeVisible();
});

test('NAV-34 any other address leads to the start, and a notification says why', async () => {
  const app = await renderApp('/no/such/page', { seed: [kitchen, broth] });
  const told = page
    .getByRole('region', { name: 'Notifications' })
    .getByText('There is no page at this address.');
  await expect.element(told).toBeVisible();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  expect(pathOf(app)).toBe('/offer/DAY');
  app.history.push('/%E0%A4%A');
  await expect.poll(() => pathOf(app)).toBe('/offer/DAY');
});

test('NAV-34 the file of the application itself leads to the start without a word', async () => {
  const app = await renderApp('/index.html', { seed: [kitchen, broth] });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  expect(pathOf(app)).toBe('/offer/DAY');
  expect(app.platform.toasts.getState()).toEqual([]);
});

test('NAV-37 the title is application, separator and page, in the language of the moment', async () => {
  const config = { applicationName: 'Demo', titleSeparator: ' – ', ordering: 'cart' };
  const app = await renderApp('/cart', { seed: [jana], as: 'jana', config });
  await expect.element(heading('Cart')).toBeVisible();
  expect(document.title).toBe('Demo – Cart');
  await userEvent.selectOptions(header.getByRole('combobox', { name: 'Language' }), 'Čeština');
  await expect.poll(() => document.title).toBe('Demo – Košík');
  app.history.push('/orders');
  await expect.poll(() => document.title).toBe('Demo – Objednávky');
});

test('NAV-40 a new route begins at its top', async () => {
  await page.viewport(700, 400);
  const dishes = Array.from(
    { length: 8 },
    () => ({ make: 'offering', with: { canteenId: '$kitchen' } }) as const,
  );
  const app = await renderApp('/offer/TIMESPAN', { seed: [kitchen, broth, ...dishes] });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  const before = app.history.location.href;
  app.history.push('/offer/DAY');
  await expect.element(page.getByRole('radio', { name: 'Day', exact: true })).toBeChecked();
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  globalThis.scrollTo(0, 1000);
  await expect.poll(() => globalThis.scrollY).toBe(1000);
  // To a page that is as long and there at once, so that not its length ends the scrolling.
  app.history.push(before);
  await expect.element(page.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await expect.poll(() => globalThis.scrollY).toBe(0);
});

test('NAV-40 the keyboard and the screen reader begin at the top of a new page, and stay where only the period is new', async () => {
  const app = await renderApp('/offer/DAY', { seed: [kitchen, broth] });
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  const day = page.getByRole('radio', { name: 'Day', exact: true });
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => app.history.location.pathname).not.toBe('/offer/DAY');
  await expect.element(page.getByText('Beef broth')).toBeVisible();
  await expect.element(page.getByRole('radio', { checked: true })).toHaveFocus();
  // What is pressed stays on the new page too, and is left all the same.
  await userEvent.click(page.getByRole('banner').getByRole('link', { name: 'Sign in' }));
  await expect.element(heading('Sign in')).toBeVisible();
  // Whoever hears the page is told its heading.
  await expect.element(page.getByRole('main', { name: 'Sign in', exact: true })).toHaveFocus();
});

/** Every address of the specification with the heading of its page, for a guest and for a customer. */
const pages = [
  ['/', 'Friday 20. November', 'Friday 20. November'],
  ['/offer', 'Friday 20. November', 'Friday 20. November'],
  ['/cart', 'Sign in', 'Cart'],
  ['/thank-you', 'Thank you', 'Thank you'],
  ['/orders', 'Sign in', 'Orders'],
  ['/registration', 'Registration', 'Friday 20. November'],
  // To the customer of these tests the server has announced nothing.
  ['/registration/T1', 'This link is no longer valid', 'Finish registration'],
  ['/login', 'Sign in', 'Friday 20. November'],
  ['/forgotten-password', 'Forgotten password', 'Forgotten password'],
  ['/password-reset/T1', 'This link is no longer valid', 'New password'],
  ['/pages/about', 'About us', 'About us'],
  ['/pages/unknown', 'Friday 20. November', 'Friday 20. November'],
  ['/profile', 'Sign in', 'Unauthorized'],
  ['/profile/bills', 'Sign in', 'Unauthorized'],
  ['/pairing/T1', 'Sign in', 'Friday 20. November'],
  ['/pairingconfirm/P1', 'Friday 20. November', 'Friday 20. November'],
  ['/pairingreject/P1', 'Friday 20. November', 'Friday 20. November'],
  ['/card-change/T1', 'The card could not be changed', 'The card could not be changed'],
  ['/card-revoke/T1', 'The card could not be revoked', 'The card could not be revoked'],
  ['/email-change/T1', 'Sign in to confirm your address', 'Your e-mail address could not be confirmed'],
  ['/topup-successful', 'Thank you', 'Thank you'],
  ['/topup-failure', 'The payment did not go through', 'The payment did not go through'],
  ['/payment-failure', 'We are sorry, the payment failed', 'We are sorry, the payment failed'],
  ['/nowhere', 'Friday 20. November', 'Friday 20. November'],
] as const;

test.each([
  ['a guest', undefined],
  ['a customer', 'jana'],
] as const)('NAV-34 every address answers %s with a page', async (_, as) => {
  const config = {
    allowRegistration: true,
    allowPasswordRecovery: true,
    ordering: 'cart',
    pages: { footer: [{ pathname: 'about', title: 'About us', body: '<p>Since 1931.</p>' }] },
  };
  const app = await renderApp('/login', { seed: [kitchen, broth, jana], config, ...(as && { as }) });
  for (const [address, ofGuest, ofCustomer] of pages) {
    app.history.push('/thank-you');
    await expect.element(heading('Thank you')).toBeVisible();
    app.history.push(address);
    await expect.element(heading(as ? ofCustomer : ofGuest), { message: address }).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveTextContent(/\S.*\S/);
  }
});
