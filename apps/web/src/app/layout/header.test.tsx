import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { PASSWORD, renderApp, storedSnapshot } from '../../../test/render-app.ts';
import { startTestServer } from '../../../test/test-server.ts';

const jana = {
  make: 'customer',
  as: 'jana',
  with: {
    userName: 'jana',
    password: PASSWORD,
    firstName: 'Jana',
    lastName: 'Nováková',
    balance: 1_000,
    bonus: { amount: 500, currencyFormat: { en: '{0} points', cs: '{0} bodů' } },
    customData: [{ label: { en: 'Cost centre', cs: 'Nákladové středisko' }, value: '4711' }],
  },
} as const;
const everything = { showAccountBalance: 2, showBonusBalance: true, showCustomData: true } as const;

const header = page.getByRole('banner');

afterEach(() => vi.useRealTimers());

test.each([
  ['shop', '/offer'],
  ['shop', '/login'],
  ['canteen', '/offer'],
  ['canteen', '/login'],
  ['canteen', '/pages/about'],
] as const)(
  'SHELL-01 in %s at %s a guest sees logo, login, registration and the language select',
  async (applicationMode, address) => {
    const pages = { footer: [{ pathname: 'about', title: 'About', body: '<p>Us.</p>' }] };
    await renderApp(address, { config: { allowRegistration: true, applicationMode, pages } });
    await expect.element(header.getByRole('link', { name: 'Refectory' })).toHaveAttribute('href', '/');
    await expect.element(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    const registration = header.getByRole('link', { name: 'Register' });
    await expect.element(registration).toHaveAttribute('href', '/registration');
    await expect.element(header.getByRole('combobox', { name: 'Language' })).toBeVisible();
    await expect.element(header.getByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  },
);

test('SHELL-01 there is no way to registration where it is not allowed', async () => {
  await renderApp('/offer', { config: { allowRegistration: false } });
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Register' })).not.toBeInTheDocument();
});

test('SHELL-02 CFG-22 API-23 API-27 API-31 API-34 I18N-10 a customer sees logout, both balances and custom data, in the language chosen', async () => {
  const { server } = await renderApp('/orders', {
    seed: [jana],
    as: 'jana',
    config: { ...everything, allowRegistration: true },
  });
  await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  const user = header.getByRole('button', { name: 'Jana Nováková' }).last();
  await expect.element(header.getByText('CZK 10.00')).toBeVisible();
  await expect.element(header.getByText('Bonus balance')).toBeVisible();
  await expect.element(header.getByText('5.00 points')).toBeVisible();
  await userEvent.click(user);
  await expect.element(header.getByText('Cost centre')).toBeVisible();
  await expect.element(header.getByText('4711')).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument();
  await expect.element(header.getByRole('link', { name: 'Register' })).not.toBeInTheDocument();
  for (const call of ['', '/account/balance', '/account/bonusbalance', '/account/customdata'])
    expect(await server.requests(new RegExp(`^GET /api/customer${call}$`))).toHaveLength(1);

  await userEvent.selectOptions(header.getByRole('combobox', { name: 'Language' }), 'Čeština');
  await expect.element(header.getByText('10,00 Kč')).toBeVisible();
  await expect.element(header.getByText('Nákladové středisko')).toBeVisible();
  await expect.element(header.getByText('5,00 bodů')).toBeVisible();
  await expect.element(header.getByText('10,00 Kč')).toBeVisible();
});

test('SHELL-02 CFG-22, part of SHELL-09: what is switched off or zero is not in the header, and not asked for', async () => {
  const empty = {
    make: 'customer',
    as: 'petr',
    with: { userName: 'petr', password: PASSWORD, balance: 0 },
  } as const;
  const { server } = await renderApp('/orders', {
    seed: [empty],
    as: 'petr',
    config: { showAccountBalance: 1, showBonusBalance: true },
  });
  await expect.element(page.getByText('No records to display')).toBeVisible();
  await expect.poll(() => server.requests(/account\/bonusbalance/)).toHaveLength(1);
  await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect.element(header.getByText('petr').last()).toBeVisible();
  await expect.element(header.getByText(/balance/i)).not.toBeInTheDocument();
  expect(await server.requests(/account\/customdata/)).toEqual([]);
});

test('SHELL-05 the logo leads to the start from any page', async () => {
  const pages = { footer: [{ pathname: 'about', title: 'About', body: '<p>Us.</p>' }] };
  const { history } = await renderApp('/login', { config: { defaultPeriod: 'WEEK', pages } });
  const logo = header.getByRole('link', { name: 'Refectory' });
  for (const address of ['/login', '/pages/about']) {
    history.push(address);
    await expect.element(page.getByRole('radio', { name: 'Week' })).not.toBeInTheDocument();
    await expect.element(logo).toHaveAttribute('href', '/');
    await userEvent.click(logo);
    await expect.element(page.getByRole('radio', { name: 'Week' })).toBeChecked();
    expect(history.location.pathname).toBe('/offer/WEEK');
  }
});

test('SHELL-05 in webcare the logo leads from a page of the profile to its first one', async () => {
  const { history } = await renderApp('/profile/edit', {
    seed: [jana],
    as: 'jana',
    config: { applicationMode: 'webcare', allowProfileDashboard: true, allowProfileEdit: true },
  });
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
  const logo = header.getByRole('link', { name: 'Refectory' });
  await expect.element(logo).toHaveAttribute('href', '/');
  await userEvent.click(logo);
  await expect.poll(() => history.location.pathname).toBe('/profile/dashboard');
});

test('SHELL-18 MODAL-02 MODAL-13 AUTH-22, part of MODAL-03: logout asks in a dialog that only its own buttons close', async () => {
  const { storage, history } = await renderApp('/orders', { seed: [jana], as: 'jana' });
  const signOut = header.getByRole('button', { name: 'Sign out' });
  const dialog = page.getByRole('dialog', { name: 'Sign out?' });
  await userEvent.click(signOut);
  await expect.element(dialog).toBeVisible();
  expect(
    dialog
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['No', 'Yes']);
  await expect.element(dialog.getByText('Your orders stay as they are.')).toBeVisible();

  for (let time = 0; time < 4; time += 1) await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog, { position: { x: 1, y: -20 }, force: true });
  await expect.element(dialog).toBeVisible();

  await userEvent.click(dialog.getByRole('button', { name: 'No' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(header.getByText('Jana Nováková').last()).toBeVisible();
  expect(storedSnapshot(storage).session.auth).toBe(true);

  await userEvent.click(signOut);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes' }));
  await expect.element(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => history.location.pathname).toBe('/offer/DAY');
  expect(storedSnapshot(storage).session.auth).toBe(false);
});

test('SHELL-02 of the profile and the orders in it only the one that is open is marked', async () => {
  const { history } = await renderApp('/profile/orders', {
    seed: [jana],
    as: 'jana',
    config: { allowShopping: false, allowOrdersReport: true, allowBills: true },
  });
  const marked = () =>
    header
      .getByRole('navigation')
      .getByRole('link')
      .elements()
      .filter((link) => link.ariaCurrent === 'page')
      .map(({ textContent }) => textContent);
  await expect.poll(marked).toEqual(['Orders']);
  history.push('/profile/bills');
  await expect.poll(marked).toEqual(['Profile']);
});

const balances = { ...everything, allowOrdersReport: true, allowProfileEdit: true } as const;
/** The button of the user bar; the one of the phone's menu, which is hidden, has the same name. */
const userButton = header.getByRole('button', { name: 'Jana Nováková' });
const area = () => userButton.element().ariaExpanded;

test('SHELL-06, part of CFG-01 CFG-04 I18N-06: the header of webcare has all about the account below the name, and nothing to shop with', async () => {
  const { platform } = await renderApp('/profile/orders', {
    seed: [jana],
    as: 'jana',
    config: { ...balances, applicationMode: 'webcare', ordering: 'both' },
  });
  await expect.element(header.getByRole('link', { name: 'Orders' })).toBeVisible();
  for (const name of ['getBalance', 'getBonusBalance'] as const)
    await expect
      .poll(() => platform.queries.getQueryData(platform.query(name, undefined).queryKey))
      .toBeDefined();
  expect(header.getByText('CZK 10.00').elements()).toEqual([]);
  expect(header.getByRole('button', { name: 'Sign out' }).elements()).toEqual([]);
  await userEvent.click(userButton);
  const unfolded = document.getElementById(userButton.element().getAttribute('aria-controls') ?? '');
  for (const text of ['Balance', 'CZK 10.00', 'Bonus balance', '5.00 points', 'Cost centre', '4711']) {
    await expect.element(header.getByText(text, { exact: true })).toBeVisible();
    expect(unfolded?.contains(header.getByText(text, { exact: true }).element()), text).toBe(true);
  }
  await userEvent.click(header.getByRole('button', { name: 'Sign out' }));
  const question = page.getByRole('dialog', { name: 'Sign out?' });
  await expect.element(question).toBeVisible();
  await expect.element(header.getByRole('searchbox')).not.toBeInTheDocument();
  for (const link of header.getByRole('link').elements())
    expect(link.getAttribute('href')).not.toMatch(/^\/(?:offer|cart)/);
  await userEvent.click(question.getByRole('button', { name: 'No' }));
  const language = header.getByRole('combobox', { name: 'Language' });
  await expect.element(language).toBeVisible();
  await userEvent.selectOptions(language, 'cs');
  if (area() !== 'true') await userEvent.click(userButton);
  await expect.element(header.getByRole('button', { name: 'Odhlásit se' })).toBeVisible();
});

test('SHELL-06 what is switched off is not below the name in webcare either', async () => {
  await renderApp('/profile/orders', {
    seed: [jana],
    as: 'jana',
    config: {
      allowOrdersReport: true,
      applicationMode: 'webcare',
      showAccountBalance: 0,
      showBonusBalance: false,
      showCustomData: false,
    },
  });
  await userEvent.click(userButton);
  await expect.element(header.getByRole('button', { name: 'Sign out' })).toBeVisible();
  for (const text of [/balance/i, /Cost centre/])
    await expect.element(header.getByText(text)).not.toBeInTheDocument();
});

test('SHELL-07 LIMIT-10 what unfolds goes 300 ms after it lost the focus, and stays when that comes back', async () => {
  await renderApp('/orders', { seed: [jana], as: 'jana', config: balances });
  await userEvent.click(userButton);
  await expect.element(header.getByText('4711')).toBeVisible();
  const elsewhere = header.getByRole('link', { name: 'Refectory' }).element() as HTMLElement;
  const button = userButton.element() as HTMLElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  elsewhere.focus();
  await vi.advanceTimersByTimeAsync(250);
  expect(area()).toBe('true');
  button.focus();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(area()).toBe('true');

  elsewhere.focus();
  await vi.advanceTimersByTimeAsync(299);
  expect(area()).toBe('true');
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(area).toBe('false');
  await expect.element(header.getByText('4711')).not.toBeInTheDocument();
});

test('part of SHELL-07: Escape closes at once and leads back to the button, a press beside it after a moment', async () => {
  await renderApp('/orders', { seed: [jana], as: 'jana', config: balances });
  await userEvent.click(userButton);
  await userEvent.keyboard('{Escape}');
  expect(area()).toBe('false');
  await expect.element(userButton).toHaveFocus();
  await userEvent.click(userButton);
  await expect.poll(area).toBe('true');
  await userEvent.click(page.getByRole('main'));
  await expect.poll(area).toBe('false');
});

test.each([
  ['en', 'My profile'],
  ['cs', 'Můj profil'],
  ['pl', 'Mój profil'],
  ['sk', 'Môj profil'],
] as const)('SHELL-08 in %s a customer without any name is called %s', async (language, name) => {
  const server = await startTestServer({ seed: [jana] });
  await server.fault(/^GET \/api\/customer$/, {
    answer: { status: 200, body: { success: true, id: 1, customerId: 1, type: 'Person' } },
  });
  await renderApp('/orders', { server, as: 'jana', language, config: balances });
  await expect.element(header.getByRole('button', { name }).last()).toBeVisible();
});

/** The balances where they stand in the bar. */
const inBar = () => header.getByText('CZK 10.00').element().parentElement?.parentElement;
/** Whether the balances are in sight although nothing is unfolded. */
const areBalancesInBar = () =>
  header
    .getByText('CZK 10.00')
    .elements()
    .some((element) => element.checkVisibility());

test('SHELL-08 SHELL-09 SHELL-10 LIMIT-14 the balances are in the bar while they leave it 385 px, else they unfold', async () => {
  await page.viewport(1280, 800);
  await renderApp('/orders', { seed: [jana], as: 'jana', config: balances });
  await expect.poll(areBalancesInBar).toBe(true);
  await expect.element(header.getByText('5.00 points')).toBeVisible();
  await expect.element(userButton).toBeVisible();
  await expect.element(header.getByText('4711')).not.toBeInTheDocument();

  await page.viewport(700, 740);
  await expect.poll(areBalancesInBar).toBe(true);
  const shown = inBar();
  // The bar is narrower than the window by the room of a scrollbar.
  const besideTheBar = innerWidth - (shown?.parentElement?.clientWidth ?? 0);
  const needed = (shown?.offsetWidth ?? 0) + 385 + besideTheBar;
  await page.viewport(needed - 1, 740);
  await expect.poll(areBalancesInBar).toBe(false);
  await page.viewport(needed, 740);
  await expect.poll(areBalancesInBar).toBe(true);
  await userEvent.click(userButton);
  await expect.element(header.getByText('4711')).toBeVisible();
  await userEvent.click(userButton);

  await page.viewport(needed - 1, 740);
  await expect.poll(areBalancesInBar).toBe(false);
  await userEvent.click(userButton);
  for (const text of ['CZK 10.00', '5.00 points', '4711'])
    await expect.element(header.getByText(text)).toBeVisible();
});

test.each(['en', 'cs', 'pl', 'sk'] as const)(
  'in %s the page below the header stays where it is when the balances come, at every width',
  async (language) => {
    const rich = {
      ...jana,
      with: { ...jana.with, balance: 123_456, bonus: { ...jana.with.bonus, amount: 12_000 } },
    };
    const server = await startTestServer({ seed: [rich] });
    const { release } = await server.fault(/^GET \/api\/customer\/account\/(balance|bonusbalance)/, {
      hold: true,
    });
    await renderApp('/orders', { server, as: 'jana', language, config: balances });
    await expect.element(header.getByTitle('Jana Nováková')).toBeVisible();
    const top = () => page.getByRole('main').element().getBoundingClientRect().top;
    const tops = async () => {
      const found: [width: number, top: number][] = [];
      for (const width of [740, 900, 1024, 1200, 1280, 1366, 1440, 1536, 1920]) {
        await page.viewport(width, 800);
        found.push([width, top()]);
      }
      return found;
    };
    const before = await tops();
    await release();
    await expect.element(header.getByText(/^(CZK )?120[.,]00/)).toBeVisible();
    expect(await tops()).toEqual(before);
  },
);

test('SHELL-11 LIMIT-11 while the window changes its size nothing is measured, and once 300 ms after the last change', async () => {
  await page.viewport(1280, 800);
  await renderApp('/orders', { seed: [jana], as: 'jana', config: balances });
  await expect.poll(areBalancesInBar).toBe(true);
  const bar = inBar()?.parentElement;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const measured = vi.fn();
  Object.defineProperty(bar, 'clientWidth', {
    get: () => {
      measured();
      return 400;
    },
  });
  for (const width of [1200, 1100, 1000, 900]) {
    await page.viewport(width, 800);
    dispatchEvent(new Event('resize'));
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(measured).not.toHaveBeenCalled();
  expect(areBalancesInBar()).toBe(true);
  await vi.advanceTimersByTimeAsync(49);
  expect(measured).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(areBalancesInBar).toBe(false);
  expect(measured).toHaveBeenCalledTimes(1);
});

const menuPages = {
  header: [{ pathname: 'help', title: { en: 'Help', cs: 'Nápověda' }, body: '<p>Ask us.</p>' }],
  mainMenu: [{ pathname: 'catering', title: 'Catering', body: '<p>For you.</p>' }],
  footer: [{ pathname: 'about', title: 'About', body: '<p>Us.</p>' }],
};

test.each(['canteen', 'webcare'] as const)(
  'SHELL-16 CFG-40 NAV-16 PAGE-02 in %s each list of pages has its own place, and its links and addresses open the pages',
  async (applicationMode) => {
    const { history } = await renderApp('/login', { config: { applicationMode, pages: menuPages } });
    const nav = header.getByRole('navigation', { name: 'Main navigation' });
    const places = [
      [nav, 'Catering', '/pages/catering'],
      [header, 'Help', '/pages/help'],
      [page.getByRole('contentinfo'), 'About', '/pages/about'],
    ] as const;
    await expect.element(page.getByRole('contentinfo').getByRole('link', { name: 'About' })).toBeVisible();
    for (const [place, name] of places)
      for (const [, other] of places)
        // The main navigation is in the header: there is no second one beside it.
        if (other !== name)
          expect(place.getByRole('link', { name: other, exact: true }).elements(), name).toHaveLength(
            place === header && other === 'Catering' ? 1 : 0,
          );
    for (const [place, name, address] of places) {
      await userEvent.click(place.getByRole('link', { name, exact: true }));
      await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      expect(history.location.pathname).toBe(address);
      history.push('/login');
      await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
      history.push(address);
      await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    }
    await userEvent.selectOptions(header.getByRole('combobox'), 'Čeština');
    await expect.element(header.getByRole('link', { name: 'Nápověda' })).toBeVisible();
  },
);

test.each([
  [719, true],
  [720, true],
  [721, false],
] as const)('SHELL-17 LIMIT-13 at %s px the navigation is folded: %s', async (width, isFolded) => {
  await page.viewport(width, 740);
  await renderApp('/orders', { seed: [jana], as: 'jana', config: { ...balances, pages: menuPages } });
  await expect.element(page.getByText('No records to display')).toBeVisible();
  const orders = header.getByRole('link', { name: 'Orders' });
  const isSideways = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(isSideways()).toBe(false);
  if (!isFolded) {
    await expect.element(orders).toBeVisible();
    return;
  }
  await expect.element(orders).not.toBeInTheDocument();
  await userEvent.click(userButton);
  await expect.element(orders).toBeVisible();
  expect(isSideways()).toBe(false);
});

test('NAV-39 the menu of the phone and what unfolds close on the new page, also after going back', async () => {
  await page.viewport(360, 740);
  const { history } = await renderApp('/orders', { seed: [jana], as: 'jana', config: balances });
  await expect.element(page.getByText('No records to display')).toBeVisible();
  await userEvent.click(userButton);
  await userEvent.click(header.getByRole('link', { name: 'Profile' }));
  await expect.element(page.getByRole('heading', { name: 'Edit profile', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/profile/edit');
  await expect.poll(area).toBe('false');
  await userEvent.click(userButton);
  await expect.poll(area).toBe('true');
  history.back();
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  expect(history.location.pathname).toBe('/orders');
  await expect.poll(area).toBe('false');

  await page.viewport(1280, 800);
  await expect.element(header.getByRole('link', { name: 'Profile' })).toBeVisible();
  await userEvent.click(userButton);
  await expect.poll(area).toBe('true');
  history.push('/profile/edit');
  await expect.element(page.getByRole('heading', { name: 'Edit profile', level: 1 })).toBeVisible();
  await expect.poll(area).toBe('false');
});

test('NAV-39 the menu of the phone and what unfolds close on another page of the same kind, also after going back', async () => {
  await page.viewport(360, 740);
  const mainMenu = ['One', 'Two'].map((title) => ({
    pathname: title.toLowerCase(),
    title,
    body: '<p>Us.</p>',
  }));
  const { history } = await renderApp('/pages/one', {
    seed: [jana],
    as: 'jana',
    config: { ...balances, pages: { mainMenu } },
  });
  await expect.element(page.getByRole('heading', { name: 'One', level: 1 })).toBeVisible();
  await userEvent.click(userButton);
  await userEvent.click(header.getByRole('link', { name: 'Two', exact: true }));
  await expect.element(page.getByRole('heading', { name: 'Two', level: 1 })).toBeVisible();
  await expect.poll(area).toBe('false');
  await userEvent.click(userButton);
  await expect.poll(area).toBe('true');
  history.back();
  await expect.element(page.getByRole('heading', { name: 'One', level: 1 })).toBeVisible();
  await expect.poll(area).toBe('false');

  await page.viewport(1280, 800);
  await userEvent.click(header.getByRole('link', { name: 'Two', exact: true }));
  await expect.element(page.getByRole('heading', { name: 'Two', level: 1 })).toBeVisible();
  await userEvent.click(userButton);
  await expect.poll(area).toBe('true');
  history.back();
  await expect.element(page.getByRole('heading', { name: 'One', level: 1 })).toBeVisible();
  await expect.poll(area).toBe('false');
});

test.each([768, 1_024])(
  'at %s px the search shares the second row of the header with language and logout',
  async (width) => {
    await page.viewport(width, 740);
    await renderApp('/offer', { seed: [jana], as: 'jana', config: everything });
    await expect.element(header.getByText('CZK 10.00')).toBeVisible();
    const middleOf = (part: { element: () => Element }) => {
      const { top, bottom } = part.element().getBoundingClientRect();
      return (top + bottom) / 2;
    };
    const search = middleOf(header.getByRole('searchbox'));
    expect(search).toBeCloseTo(middleOf(header.getByRole('button', { name: 'Sign out' })), 0);
    expect(search).toBeGreaterThan(middleOf(header.getByRole('link', { name: 'Menu' })));
  },
);
