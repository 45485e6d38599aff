import { page, userEvent } from 'vitest/browser';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { CART, emptyWhilePaid, putIntoCart } from '../../../test/cart.ts';
import { handMade } from '../../../test/hand-made-menu.ts';
import { jana } from '../../../test/offer-seeds.ts';
import { PASSWORD, renderApp, type RenderedApp } from '../../../test/render-app.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const amount = page.getByRole('textbox', { name: 'Amount' });
const pay = page.getByRole('main').getByRole('button', { name: /^Pay/ });
const toasts = page.getByRole('region', { name: 'Notifications' });
const FIRST = /POST .*first\/topup/;
const SECOND = /POST .*second\/topup/;
const STATUS = /GET .*first\/status/;
const LINK = 'https://gateway.example/pay/1';

/** The top-up page before two gateways; of the customer the server says which they support. */
async function renderTopUp({
  supported = 'card',
  config = {},
  basePath = '/',
}: { supported?: unknown; config?: Readonly<Record<string, unknown>>; basePath?: string } = {}) {
  // Half a minute later: this clock stands, and that of the device goes on.
  const server = await startTestServer({ seed: [jana], now: '2026-11-20T08:00:30+01:00' });
  await server.fault(/GET .*\/customer$/, {
    answer: handMade({
      customerId: 77,
      userName: 'jana',
      type: 'Person',
      firstName: 'Jana',
      supportedTopUpPayment: supported,
    }),
  });
  const topUpGateways = [
    { id: 'card', url: `${server.apiUrl}/first/` },
    { id: 'bank', url: `${server.apiUrl}/second`, sendIdempotencyKey: true },
  ];
  const app = await renderApp(`${basePath}profile/top-up`, {
    server,
    basePath,
    as: 'jana',
    config: {
      allowTopUp: true,
      topUpGateways,
      topUpAmounts: [200, 500],
      permanentLoginDays: 7,
      ...config,
    },
  });
  await expect.element(heading('Top-up')).toBeVisible();
  const { queryKey } = app.platform.query('getCustomer', undefined);
  await expect.poll(() => app.platform.queries.getQueryData(queryKey)).toBeDefined();
  return app;
}

/** What the server announces of payments. */
const tellsOfPayments = (app: RenderedApp, paymentStatus = true) =>
  app.platform.snapshot.setState(({ session }) => ({
    session: { ...session, capabilities: { ...session.capabilities, paymentStatus } },
  }));

const answerWith = (server: TestServer, match: RegExp, body: unknown, status = 200) =>
  server.fault(match, { answer: { status, body } });

describe('the form', () => {
  test('TOP-01 TOP-02 CFG-31 has the card as its one way to pay, an amount and a button', async () => {
    const { history } = await renderTopUp();
    await expect.element(page.getByRole('link', { name: 'Top-up', exact: true })).toBeVisible();
    expect(page.getByRole('radio').elements()).toHaveLength(1);
    await expect.element(page.getByRole('radio', { name: 'Payment by card' })).toBeChecked();
    await expect.element(amount).toHaveValue('');
    await expect.element(pay).toBeVisible();
    expect(history.location.pathname).toBe('/profile/top-up');
  });

  test('CFG-31 is not there where topping up is switched off', async () => {
    const { history } = await renderApp('/profile/top-up', {
      seed: [jana],
      as: 'jana',
      config: { allowProfileDashboard: true },
    });
    await expect.poll(() => history.location.pathname).toBe('/profile/dashboard');
    await expect.element(heading('jana')).toBeVisible();
    expect(page.getByRole('link', { name: 'Top-up' }).elements()).toEqual([]);
  });

  test('CFG-08 without a gateway the settings are told to be wrong, in place of the form', async () => {
    await renderApp('/profile/top-up', { seed: [jana], as: 'jana', config: { allowTopUp: true } });
    await expect.element(page.getByText('Invalid parameters configuration, contact support.')).toBeVisible();
    expect(amount.elements()).toEqual([]);
  });

  test('a balance that the settings do not show is neither shown nor read', async () => {
    const { server } = await renderTopUp({ config: { showAccountBalance: 0 } });
    await expect.element(pay).toBeVisible();
    expect(page.getByText('Balance').elements()).toEqual([]);
    expect(await server.requests(/account\/balance/)).toEqual([]);
  });

  test('TOP-03 without limits in the settings any amount above 0 can be paid in', async () => {
    const { server, left } = await renderTopUp();
    await answerWith(server, FIRST, { gatewayLink: LINK });
    await userEvent.fill(amount, '25000,01');
    await expect.element(amount).not.toHaveAccessibleDescription();
    await userEvent.click(pay);
    await expect.poll(() => left).toEqual([LINK]);
  });

  test.each([
    [{ topUpLeast: 50 }, 'At least CZK\u00a050.00'],
    [{ topUpMost: 500 }, 'At most CZK\u00a0500.00'],
    [{ topUpLeast: 50, topUpMost: 500 }, 'From CZK\u00a050.00 to CZK\u00a0500.00'],
  ])('the limits %j are told at the amount', async (limits, hint) => {
    await renderTopUp({ config: limits });
    await expect.element(amount).toHaveAccessibleDescription(hint);
  });

  test.each([
    ['-1', 'The amount has to be from CZK\u00a01.00 to CZK\u00a010,000.00.'],
    ['abc', 'The amount has to be from CZK\u00a01.00 to CZK\u00a010,000.00.'],
    ['12,345', 'The amount has to be from CZK\u00a01.00 to CZK\u00a010,000.00.'],
    ['1.234', 'The amount can have at most two decimals.'],
    ['20000', 'The amount has to be from CZK\u00a01.00 to CZK\u00a010,000.00.'],
  ])('TOP-03 %s is told to be wrong, and nothing is sent', async (text, message) => {
    const { server } = await renderTopUp({ config: { topUpLeast: 1, topUpMost: 10_000 } });
    await userEvent.fill(amount, text);
    await userEvent.click(pay);
    await expect.element(toasts.getByText(/^The provided information is incorrect/)).toBeVisible();
    await expect.element(page.getByText(message, { exact: true })).toBeVisible();
    await expect.element(amount).toHaveFocus();
    await expect.element(amount).toHaveAccessibleDescription(new RegExp(message.slice(0, 20)));
    expect(await server.requests(/topup/)).toEqual([]);
  });

  test.each(['-1', 'abc'])('TOP-03 without limits in the settings %s is no number', async (text) => {
    const { server } = await renderTopUp();
    await userEvent.fill(amount, text);
    await userEvent.click(pay);
    await expect.element(page.getByText('The amount has to be a number of 0 or more.')).toBeVisible();
    expect(await server.requests(/topup/)).toEqual([]);
  });

  test.each([
    ['en', '1,000', 'Pay CZK\u00a01,000.00', 1000],
    ['en', '1,000.50', 'Pay CZK\u00a01,000.50', 1000.5],
    ['en', '1,5', 'Pay CZK\u00a01.50', 1.5],
    ['cs', '1,5', 'Zaplatit 1,50\u00a0Kč', 1.5],
    ['cs', '1 000,00', 'Zaplatit 1\u00a0000,00\u00a0Kč', 1000],
    ['pl', '12 345,60', 'Zapłać 12\u00a0345,60\u00a0CZK', 12_345.6],
    ['sk', '1 000', 'Zaplatiť 1\u00a0000,00\u00a0Kč', 1000],
  ] as const)(
    'TOP-03 FMT-10 in %s %j is an amount as the page itself writes it: %s',
    async (language, text, label, toBePaid) => {
      const { server, left, platform } = await renderTopUp();
      await answerWith(server, FIRST, { gatewayLink: LINK });
      platform.snapshot.setState({ language });
      await expect.poll(() => document.documentElement.lang).toBe(language);
      await userEvent.fill(page.getByRole('main').getByRole('textbox'), text);
      await userEvent.click(page.getByRole('button', { name: label, exact: true }));
      await expect.poll(() => left).toEqual([LINK]);
      const [sent] = await server.requests(FIRST);
      expect(JSON.parse(sent?.body ?? '')).toMatchObject({ toBePaid });
    },
  );

  test('TOP-03 in Czech a comma is that of the decimals, also before three digits', async () => {
    const { server, platform } = await renderTopUp();
    platform.snapshot.setState({ language: 'cs' });
    await expect.poll(() => document.documentElement.lang).toBe('cs');
    await userEvent.fill(page.getByRole('main').getByRole('textbox'), '1,500');
    await userEvent.click(page.getByRole('button', { name: 'Zaplatit', exact: true }));
    await expect.element(page.getByText('Částka může mít nejvýše dvě desetinná místa.')).toBeVisible();
    expect(await server.requests(/topup/)).toEqual([]);
  });

  test.each(['', '0', '0.00'])('TOP-03 %j is no mistake, and cannot be sent', async (text) => {
    await renderTopUp();
    await userEvent.fill(amount, text);
    await userEvent.tab();
    await expect.element(pay).toBeDisabled();
    await expect.element(amount).not.toHaveAttribute('aria-invalid');
  });

  test('a suggested amount is one press', async () => {
    const { server, left } = await renderTopUp();
    await answerWith(server, FIRST, { gatewayLink: LINK });
    await userEvent.click(page.getByRole('button', { name: 'CZK\u00a0500.00', exact: true }));
    await expect.element(amount).toHaveValue('500');
    await userEvent.click(page.getByRole('button', { name: 'Pay CZK\u00a0500.00' }));
    await expect.poll(() => left).toEqual([LINK]);
  });

  test.each(['cs', 'en', 'pl', 'sk'] as const)(
    'in %s no suggested amount moves another one when it is chosen',
    async (language) => {
      await page.viewport(360, 740);
      const { platform } = await renderTopUp({ config: { topUpAmounts: [200, 500, 1000] } });
      platform.snapshot.setState({ language });
      await expect.poll(() => document.documentElement.lang).toBe(language);
      const chips = () => [...document.querySelectorAll('fieldset > button[aria-pressed]')];
      const places = () =>
        chips().map((chip) => {
          const { left, top, width } = chip.getBoundingClientRect();
          return [left, top, width].map(Math.round);
        });
      await expect.poll(() => chips().length).toBe(3);
      await document.fonts.ready;
      const before = places();
      for (const chip of chips()) {
        await userEvent.click(chip);
        await expect.poll(() => chip.ariaPressed).toBe('true');
        expect(places()).toEqual(before);
      }
    },
  );

  test.each([null, '', 'cheque', ['cheque']])(
    'TOP-04 ERR-35 of a customer who supports %j it says that the method is not supported, and sends nothing',
    async (supported) => {
      const { server } = await renderTopUp({ supported });
      await userEvent.fill(amount, '100');
      await userEvent.click(pay);
      await expect
        .element(page.getByText('Unsupported account top-up payment method', { exact: true }))
        .toBeVisible();
      expect(await server.requests(/topup/)).toEqual([]);
    },
  );
});

describe('the call', () => {
  test('TOP-05 NAV-43 below a base path the addresses to come back to lie below it too', async () => {
    const { server, left } = await renderTopUp({ basePath: '/lunch/' });
    await answerWith(server, FIRST, { gatewayLink: LINK });
    await userEvent.fill(amount, '150');
    await userEvent.click(pay);
    await expect.poll(() => left).toEqual([LINK]);
    const [sent] = await server.requests(FIRST);
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      successUrl: `${location.origin}/lunch/topup-successful`,
      failUrl: `${location.origin}/lunch/topup-failure`,
    });
  });

  test('TOP-05 API-37 CFG-50 TOP-03 goes to the first gateway with the amount and the addresses to come back to', async () => {
    const { server, left } = await renderTopUp();
    await answerWith(server, FIRST, { success: true, gatewayLink: LINK });
    await userEvent.fill(amount, '150');
    await userEvent.click(pay);
    await expect.poll(() => left).toEqual([LINK]);
    const [sent, ...others] = await server.requests(/topup/);
    expect(others).toEqual([]);
    expect(sent?.path).toMatch(/\/first\/topup$/);
    expect(sent?.headers).not.toHaveProperty('idempotency-key');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      customerId: 77,
      toBePaid: 150,
      successUrl: `${location.origin}/topup-successful`,
      failUrl: `${location.origin}/topup-failure`,
    });
  });

  test('TOP-05 TOP-06 API-38 CFG-50 DATA-01 of a customer of the second gateway goes to that one, with a key where it asks for one', async () => {
    const { server, left } = await renderTopUp({ supported: ['bank'] });
    await answerWith(server, SECOND, { gatewayLink: LINK });
    await userEvent.fill(amount, '49,90');
    await userEvent.click(pay);
    await expect.poll(() => left).toEqual([LINK]);
    const [sent, ...others] = await server.requests(/topup/);
    expect(others).toEqual([]);
    expect(sent?.path).toMatch(/\/second\/topup$/);
    expect(sent?.headers['idempotency-key']).toBeDefined();
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      customerId: 77,
      toBePaid: 49.9,
      successUrl: `${location.origin}/topup-successful`,
      failUrl: `${location.origin}/topup-failure`,
    });
  });

  test('TOP-07 API-37 the page leaves for the link, also where the answer says nothing of success', async () => {
    const { server, left } = await renderTopUp();
    await answerWith(server, FIRST, { gatewayLink: 'http://gateway.example/x?y=1' });
    await userEvent.fill(amount, '100');
    await userEvent.click(pay);
    await expect.poll(() => left).toEqual(['http://gateway.example/x?y=1']);
  });

  test.each([
    ['an error', { success: false, resultText: 'Closed today' }, 400, 'Closed today'],
    ['no success', { success: false, gatewayLink: LINK, resultText: 'Not now' }, 200, 'Not now'],
    ['no link', { success: true }, 200, ''],
    ['a link that is a script', { success: true, gatewayLink: 'javascript:alert(1)' }, 200, ''],
    ['a link that is a document', { success: true, gatewayLink: 'data:text/html,x' }, 200, ''],
  ])(
    'TOP-08 TOP-07 ERR-14 API-37 API-64 an answer with %s is told, the page stays and so does the amount',
    async (_, body, status, words) => {
      const { server, left } = await renderTopUp();
      await answerWith(server, FIRST, body, status);
      await userEvent.fill(amount, '100');
      await userEvent.click(pay);
      const text = new RegExp(`^The top-up could not be started\\. .*${words}`);
      await expect.element(toasts.getByText(text)).toBeVisible();
      await expect.element(page.getByRole('main').getByText(text)).toBeVisible();
      await expect.element(amount).toHaveValue('100');
      expect(left).toEqual([]);
    },
  );

  test('a gateway that the browser does not get to leaves the form usable again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const { server, left } = await renderTopUp();
      await answerWith(server, FIRST, { gatewayLink: LINK });
      await userEvent.fill(amount, '100');
      await userEvent.click(pay);
      await expect.poll(() => left).toEqual([LINK]);
      await expect.element(pay).toHaveAttribute('aria-busy', 'true');
      await vi.advanceTimersByTimeAsync(31_000);
      await expect.element(pay).not.toHaveAttribute('aria-busy');
      await userEvent.click(pay);
      await expect.poll(() => left).toEqual([LINK, LINK]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('AUTH-27 a gateway that asks for the password opens the login, and the same payment is begun after it', async () => {
    const { server, left } = await renderTopUp();
    const body = { success: false, error: { code: 'passwordRequired', message: 'No' } };
    await server.fault(FIRST, { answer: { status: 403, body } }, 1);
    await answerWith(server, FIRST, { gatewayLink: LINK });
    await userEvent.fill(amount, '200');
    await userEvent.click(pay);
    const login = page.getByRole('dialog', { name: 'Sign in' });
    await userEvent.fill(login.getByRole('textbox', { name: 'User name' }), 'jana');
    await userEvent.fill(login.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
    expect(left).toEqual([]);
    await userEvent.click(login.getByRole('button', { name: 'Sign in' }));
    await expect.poll(() => left).toEqual([LINK]);
    const sent = (await server.requests(FIRST)).map((request) => request.body);
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
    expect(toasts.getByRole('paragraph').elements()).toEqual([]);
  });

  test('TOP-11 while it is under way the button is busy, and another press sends nothing', async () => {
    const { server, left } = await renderTopUp();
    const answer = { status: 200, body: { gatewayLink: LINK } };
    const held = await server.fault(FIRST, { hold: true, answer });
    await userEvent.fill(amount, '100');
    await userEvent.click(pay);
    await expect.element(pay).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(pay, { force: true });
    await userEvent.type(amount, '{Enter}');
    await held.release();
    await expect.poll(() => left).toEqual([LINK]);
    expect(await server.requests(FIRST)).toHaveLength(1);
  });
});

describe('a top-up that was begun', () => {
  const main = page.getByRole('main');
  const wasStarted = main.getByText(
    'A top-up of CZK\u00a0150.00 (08:00) was already started. If you paid it, your balance changes by itself: look at it before you pay again.',
  );
  const isConfirmed = main.getByText(
    'A top-up of CZK\u00a0150.00 (08:00) is being confirmed: you do not need to pay again, your balance changes once the gateway has confirmed it.',
  );
  const timers = () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    onTestFinished(() => void vi.useRealTimers());
  };
  const tell = async (server: TestServer, body: Readonly<Record<string, unknown>>, status = 200) =>
    server.fault(STATUS, { answer: { status, body: { success: status === 200, ...body } } });

  /** Pays in 150 at a gateway that tells what becomes of it; the page is the one that was left. */
  async function begin(config: Readonly<Record<string, unknown>> = {}, tells = true) {
    const app = await renderTopUp({ config });
    tellsOfPayments(app, tells);
    await answerWith(app.server, FIRST, { gatewayLink: LINK, paymentId: 'p-1' });
    await userEvent.fill(amount, '150');
    await userEvent.click(pay);
    await expect.poll(() => app.left).toEqual([LINK]);
    return app;
  }

  test('C176 is told at the form of the next one, and being confirmed once it came back, until the balance has changed', async () => {
    timers();
    const app = await begin();
    await tell(app.server, { status: 'pending' });
    let again = await app.reload();
    await expect.element(wasStarted).toBeVisible();
    await expect.element(amount).toHaveValue('');
    again.history.push('/topup-successful?paymentId=p-1');
    await expect.element(heading('The payment is being confirmed')).toBeVisible();
    again.history.push('/profile/top-up');
    await expect.element(isConfirmed).toBeVisible();
    await expect.element(main.getByText('CZK\u00a01,000.00', { exact: true })).toBeVisible();
    const topOfAmount = () => Math.round(amount.element().getBoundingClientRect().top);
    const before = topOfAmount();
    await app.server.seed([{ make: 'credit', with: { customerId: '$jana', amount: 15_000 } }]);
    await tell(app.server, { status: 'pending' });
    // The first minute is over.
    await vi.advanceTimersByTimeAsync(70_000);
    await expect.element(isConfirmed).toBeVisible();
    await app.server.clearFaults();
    const held = await app.server.fault(/GET .*account\/balance/, { hold: true });
    await app.server.forgetRequests();
    await tell(app.server, { status: 'paid', amount: 150 });
    await vi.advanceTimersByTimeAsync(31_000);
    // Until the balance has it, nothing else is said.
    await expect.poll(() => app.server.requests(/GET .*account\/balance/)).not.toEqual([]);
    expect(isConfirmed.elements()).toHaveLength(1);
    await held.release();
    await app.server.clearFaults();
    await expect.element(main.getByText('CZK\u00a0150.00 was added to your account.')).toBeVisible();
    await expect.element(main.getByText('CZK\u00a01,150.00', { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('banner').getByText('CZK\u00a01,150.00', { exact: true }))
      .toBeVisible();
    expect(topOfAmount()).toBe(before);
    await again.server.forgetRequests();
    again = await again.reload();
    await expect.element(main.getByText('CZK\u00a01,150.00', { exact: true })).toBeVisible();
    await expect.element(amount).toBeVisible();
    expect(main.getByText(/150\.00 (?:is being|was)/).elements()).toEqual([]);
    expect(await again.server.requests(STATUS)).toEqual([]);
  });

  test('C176 is not told on the way to the gateway, which would move the form, and is on the way back', async () => {
    const app = await begin();
    await tell(app.server, { status: 'pending' });
    expect(wasStarted.elements()).toEqual([]);
    globalThis.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.element(wasStarted).toBeVisible();
    await expect.element(pay).not.toHaveAttribute('aria-busy');
  });

  test.each([
    ['failed', { status: 'failed' }, 200, 'The top-up of CZK\u00a0150.00 (08:00) did not go through.'],
    [
      'is over, though the gateway may still take it',
      { status: 'failed', expired: true },
      200,
      'Top-up of CZK\u00a0150.00 (08:00): the time to pay is over. If you paid it, the money will still reach your account.',
    ],
    ['is paid', { status: 'paid' }, 200, 'CZK\u00a0150.00 was added to your account.'],
    ['is not known', {}, 404, ''],
  ] as const)('C176 ends when it %s', async (_, body, status, words) => {
    const app = await begin();
    await tell(app.server, body, status);
    const again = await app.reload();
    await expect.poll(() => again.platform.snapshot.getState().begunTopUps).toEqual([]);
    if (words !== '') await expect.element(main.getByText(words)).toBeVisible();
    await expect.element(wasStarted).not.toBeInTheDocument();
    await expect.element(page.getByText('None')).not.toBeInTheDocument();
    const later = await again.reload();
    await expect.element(amount).toBeVisible();
    await expect.element(main.getByText('CZK\u00a01,000.00', { exact: true })).toBeVisible();
    expect(main.getByText(words === '' ? /top-up of/ : words).elements()).toEqual([]);
    expect(later.platform.snapshot.getState().begunTopUps).toEqual([]);
  });

  test('C176 is not told to another customer', async () => {
    const app = await begin();
    await tell(app.server, { status: 'pending' });
    app.platform.snapshot.setState(({ begunTopUps }) => ({
      begunTopUps: begunTopUps.map((begun) => ({ ...begun, customerId: 'another' })),
    }));
    await app.server.forgetRequests();
    const again = await app.reload();
    await expect.element(main.getByText('CZK\u00a01,000.00', { exact: true })).toBeVisible();
    expect(wasStarted.elements()).toEqual([]);
    expect(await again.server.requests(STATUS)).toEqual([]);
  });

  test('C176 is not spoken of, nor kept, where the server does not tell of payments', async () => {
    const app = await begin({}, false);
    expect(app.platform.snapshot.getState().begunTopUps).toEqual([]);
    await app.server.forgetRequests();
    const again = await app.reload();
    await expect.element(main.getByText('CZK\u00a01,000.00', { exact: true })).toBeVisible();
    expect(wasStarted.elements()).toEqual([]);
    expect(await again.server.requests(STATUS)).toEqual([]);
  });

  test('C176 is told beside the balance of the dashboard, which changes by itself', async () => {
    timers();
    const app = await begin({ allowProfileDashboard: true });
    await tell(app.server, { status: 'pending' });
    app.history.push('/topup-successful?paymentId=p-1');
    await userEvent.click(main.getByRole('link', { name: 'Back to the profile' }));
    const account = main.getByRole('region', { name: 'Balance' });
    await expect
      .element(account.getByText(/^A top-up of CZK\u00a0150\.00 \(08:00\) is being confirmed/))
      .toBeVisible();
    await expect.element(account.getByText('CZK\u00a01,000.00')).toBeVisible();
    await app.server.seed([{ make: 'credit', with: { customerId: '$jana', amount: 15_000 } }]);
    await app.server.clearFaults();
    await tell(app.server, { status: 'paid', amount: 150 });
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(account.getByText('CZK\u00a01,150.00')).toBeVisible();
    await expect.element(account.getByText('CZK\u00a0150.00 was added to your account.')).toBeVisible();
  });
});

describe('the return pages', () => {
  const BALANCE = /GET .*account\/balance/;

  test('TOP-09 NAV-25 a return says that the payment went through, reads the balance and leads to the profile', async () => {
    const app = await renderApp('/orders', { seed: [jana], as: 'jana' });
    await expect.element(page.getByRole('banner').getByText('CZK\u00a01,000.00')).toBeVisible();
    await app.server.forgetRequests();
    app.history.push('/topup-successful');
    await expect.element(heading('Thank you')).toBeVisible();
    await expect
      .element(page.getByText(/The payment gateway says that the payment went through/))
      .toBeVisible();
    await expect.element(page.getByRole('main').getByText('CZK\u00a01,000.00')).toBeVisible();
    await expect.poll(async () => (await app.server.requests(BALANCE)).length).toBeGreaterThan(0);
    await userEvent.click(page.getByRole('link', { name: 'Back to the profile' }));
    await expect.poll(() => app.history.location.pathname).toMatch(/^\/profile/);
  });

  test('a return leads to the cart, where dishes wait in it', async () => {
    const app = await renderApp('/orders', { seed: [jana], as: 'jana', config: CART });
    await expect.element(page.getByText('No records to display')).toBeVisible();
    putIntoCart(app, 'Broth', { mealId: 1 });
    app.history.push('/topup-successful');
    const toCart = page.getByRole('main').getByRole('link', { name: 'Go to the cart' });
    await expect.element(toCart).toBeVisible();
    emptyWhilePaid(app);
    await expect.element(page.getByRole('main').getByRole('link', { name: 'To the menu' })).toBeVisible();
    expect(toCart.elements()).toEqual([]);
    putIntoCart(app, 'Broth', { mealId: 1 });
    await userEvent.click(toCart);
    await expect.poll(() => app.history.location.pathname).toBe('/cart');
  });

  test('a return leads to the menu too, where meals are ordered', async () => {
    const { history, server } = await renderApp('/topup-successful', { seed: [jana], as: 'jana' });
    await userEvent.click(page.getByRole('main').getByRole('link', { name: 'To the menu' }));
    await expect.poll(() => history.location.pathname).toMatch(/^\/offer/);
    // It stays until the menu is there.
    await expect.element(heading('Thank you')).not.toBeInTheDocument();
    await renderApp('/topup-successful', { server, as: 'jana', config: { applicationMode: 'webcare' } });
    await expect.element(page.getByRole('link', { name: 'Back to the profile' })).toBeVisible();
    expect(page.getByRole('link', { name: 'To the menu' }).elements()).toEqual([]);
  });

  test('TOP-10 NAV-26 ERR-19 a return without a payment says so and leads to the profile', async () => {
    const app = await renderApp('/topup-failure', { seed: [jana], as: 'jana' });
    await expect
      .element(page.getByText('The payment was cancelled or declined. Your balance stays as it was.'))
      .toBeVisible();
    expect(page.getByRole('link', { name: 'Top up again' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('link', { name: 'Back to the profile' }));
    await expect.poll(() => app.history.location.pathname).toMatch(/^\/profile/);
  });

  test('TOP-10 a return without a payment leads to another one where topping up is on', async () => {
    const { history } = await renderApp('/topup-failure', {
      seed: [jana],
      as: 'jana',
      config: { allowTopUp: true },
    });
    await userEvent.click(page.getByRole('link', { name: 'Top up again' }));
    await expect.poll(() => history.location.pathname).toBe('/profile/top-up');
  });

  test('TOP-13 LIMIT-31 a balance that comes late is shown without a reload, and is asked for during a minute and no longer', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      const { server } = await renderApp('/topup-successful', { seed: [jana], as: 'jana' });
      const balance = (text: string) => page.getByRole('main').getByText(text, { exact: true });
      await expect.element(page.getByText(/may change a little later/)).toBeVisible();
      // The clock goes on by itself while something is awaited: moments are told by timers of its own.
      const reached = new Set<number>();
      for (const moment of [20_000, 25_000, 54_000, 58_500, 60_500, 180_000])
        setTimeout(() => reached.add(moment), moment);
      const until = async (moment: number) => {
        while (!reached.has(moment)) await vi.advanceTimersByTimeAsync(100);
      };
      await expect.element(balance('CZK\u00a01,000.00')).toBeVisible();
      await until(20_000);
      await server.seed([{ make: 'credit', with: { customerId: '$jana', amount: 15_000 } }]);
      await until(25_000);
      await expect.element(balance('CZK\u00a01,150.00')).toBeVisible();
      await until(54_000);
      await server.forgetRequests();
      await until(58_500);
      await expect.poll(() => server.requests(BALANCE)).not.toEqual([]);
      await until(60_500);
      await expect.element(page.getByText(/^Look at your balance/), { timeout: 1_000 }).toBeVisible();
      await server.forgetRequests();
      await until(180_000);
      expect(await server.requests(BALANCE)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('while there is no connection it is said once, not at each time the balance is read', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      const { server, platform } = await renderApp('/topup-successful', { seed: [jana], as: 'jana' });
      await expect.element(page.getByRole('main').getByText('CZK\u00a01,000.00')).toBeVisible();
      const said = new Set<string>();
      platform.toasts.subscribe((shown) => {
        for (const { id, count } of shown) said.add(`${id} ${count}`);
      });
      await server.fault(BALANCE, { cut: true });
      await vi.advanceTimersByTimeAsync(5_000);
      await expect.poll(() => said.size).toBe(1);
      await server.forgetRequests();
      for (const _ of ['once', 'twice']) {
        await vi.advanceTimersByTimeAsync(5_000);
        await expect.poll(() => server.requests(BALANCE)).not.toEqual([]);
        await expect.poll(() => platform.queries.isFetching()).toBe(0);
        await server.forgetRequests();
      }
      expect(said.size).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  async function renderReturn(
    answer: Readonly<Record<string, unknown>>,
    path: '/topup-successful' | '/topup-failure' = '/topup-successful',
  ) {
    const server = await startTestServer({ seed: [jana] });
    await server.fault(STATUS, { answer: { status: 200, body: { success: true, ...answer } } });
    const topUpGateways = [{ id: 'card', url: `${server.apiUrl}/first` }];
    const config = { allowTopUp: true, topUpGateways };
    const app = await renderApp('/login', { server, as: 'jana', config });
    tellsOfPayments(app);
    app.history.push(`${path}?paymentId=p-1`);
    return app;
  }
  /** What the title of the page was, from now on. */
  function titlesShown() {
    const titles = new Set<string | undefined>();
    const observer = new MutationObserver(() => titles.add(document.querySelector('h1')?.textContent));
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    onTestFinished(() => observer.disconnect());
    return titles;
  }

  test.each([
    [
      'is paid',
      { status: 'paid', amount: 150 },
      'Your account is topped up',
      'CZK\u00a0150.00 was added to your account.',
      'CZK\u00a01,000.00',
    ],
    [
      'came too late for a cart',
      { status: 'paid', amount: 150, purpose: 'cart', usedFor: 'account' },
      'Your account is topped up',
      'The dishes that you paid for could no longer be ordered. CZK\u00a0150.00 was added to your account.',
      'CZK\u00a01,000.00',
    ],
    [
      'failed',
      { status: 'failed' },
      'The payment did not go through',
      'The payment was cancelled or declined. Your balance stays as it was.',
      'CZK\u00a01,000.00',
    ],
    // The new balance may be read before the confirmation is heard of.
    ['is awaited', { status: 'pending' }, 'The payment is being confirmed', /^The canteen is waiting/, '…'],
  ] as const)(
    'API-56, part of TOP-12: of a payment that %s the server has the word, also after a reload',
    async (_, answer, title, words, balance) => {
      const app = await renderReturn(answer);
      await expect.element(heading(title)).toBeVisible();
      await expect.element(page.getByText(words)).toBeVisible();
      const again = await app.reload();
      await expect.element(heading(title)).toBeVisible();
      await expect
        .poll(async () => (await again.server.requests(STATUS)).at(-1)?.path)
        .toMatch(/\?paymentId=p-1$/);
      await expect.poll(() => again.server.requests(BALANCE)).not.toEqual([]);
      await expect.element(page.getByRole('main').getByText(balance, { exact: true })).toBeVisible();
    },
  );

  test('API-56 a server that does not announce it is not asked what became of a payment', async () => {
    const app = await renderReturn({ status: 'failed' });
    await expect.element(heading('The payment did not go through')).toBeVisible();
    tellsOfPayments(app, false);
    await app.server.forgetRequests();
    const again = await app.reload();
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await again.server.requests(STATUS)).toEqual([]);
  });

  test('of a payment that the server does not know nobody is thanked, and none hears of an error', async () => {
    const app = await renderReturn({ status: 'failed' });
    await expect.element(heading('The payment did not go through')).toBeVisible();
    await app.server.clearFaults();
    await app.server.fault(STATUS, { answer: { status: 404, body: { success: false, resultText: 'None' } } });
    await app.server.forgetRequests();
    const again = await app.reload();
    await expect.element(heading('This payment is not known here')).toBeVisible();
    await expect.element(page.getByText(/^Look at your balance/)).toBeVisible();
    await expect.element(page.getByText('None')).not.toBeInTheDocument();
    expect(await again.server.requests(STATUS)).toHaveLength(1);
  });

  test('a payment that the server knows to have failed leads to another one', async () => {
    const { history } = await renderReturn({ status: 'failed' });
    await userEvent.click(page.getByRole('link', { name: 'Top up again' }));
    await expect.poll(() => history.location.pathname).toBe('/profile/top-up');
  });

  test('until the server has said what became of the payment, it is being confirmed', async () => {
    const app = await renderReturn({ status: 'failed' });
    await expect.element(heading('The payment did not go through')).toBeVisible();
    await app.server.clearFaults();
    const answer = { status: 200, body: { success: true, status: 'failed' } };
    const held = await app.server.fault(STATUS, { hold: true, answer });
    await app.reload();
    await expect.element(heading('The payment is being confirmed')).toBeVisible();
    await expect.element(heading('Thank you')).not.toBeInTheDocument();
    await held.release();
    await expect.element(heading('The payment did not go through')).toBeVisible();
  });

  test.each([449, 503])(
    'a status that is answered by %s is awaited, and nothing is said of success',
    async (status) => {
      const app = await renderReturn({ status: 'failed' });
      await expect.element(heading('The payment did not go through')).toBeVisible();
      await app.server.clearFaults();
      await app.server.fault(STATUS, { answer: { status, body: { success: false } } });
      await app.server.forgetRequests();
      const titles = titlesShown();
      const again = await app.reload();
      // The second one is asked after the answer to the first one.
      await expect
        .poll(async () => (await again.server.requests(STATUS)).length, { timeout: 10_000 })
        .toBeGreaterThan(1);
      await expect.element(heading('The payment is being confirmed')).toBeVisible();
      expect(titles).not.toContain('Thank you');
    },
  );

  const FAILED = 'The payment did not go through';
  const toProfile = page.getByRole('main').getByRole('link', { name: 'Back to the profile' });

  test('TOP-10, part of TOP-12: of a payment that failed the gateway says so, and the server that it is paid', async () => {
    const app = await renderReturn({ status: 'failed' }, '/topup-failure');
    await expect.element(heading(FAILED)).toBeVisible();
    await app.server.clearFaults();
    const answer = { status: 200, body: { success: true, status: 'paid', amount: 150 } };
    const held = await app.server.fault(STATUS, { hold: true, answer });
    await app.server.forgetRequests();
    const titles = titlesShown();
    const again = await app.reload();
    await expect.element(heading('Checking what became of the payment')).toBeVisible();
    await expect.element(page.getByText('We are asking the canteen how the payment went.')).toBeVisible();
    // What stands below words that change would move.
    expect(page.getByRole('main').getByRole('link').elements()).toEqual([]);
    await expect
      .poll(async () => (await again.server.requests(STATUS)).at(-1)?.path)
      .toMatch(/\?paymentId=p-1$/);
    await again.server.forgetRequests();
    await held.release();
    await expect.element(heading('Your account is topped up')).toBeVisible();
    await expect.element(page.getByText('CZK\u00a0150.00 was added to your account.')).toBeVisible();
    await expect.poll(() => document.title).toMatch(/Top-up$/);
    await expect.element(toProfile).toBeVisible();
    expect(page.getByRole('link', { name: 'Top up again' }).elements()).toEqual([]);
    await expect.poll(() => again.server.requests(BALANCE)).not.toEqual([]);
    expect(titles).not.toContain(FAILED);
  });

  test('TOP-10 until the server knows better, a payment failed as the gateway says', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      const app = await renderReturn({ status: 'pending' }, '/topup-failure');
      await expect.element(heading(FAILED)).toBeVisible();
      await expect.element(page.getByText(/^The payment was cancelled or declined/)).toBeVisible();
      await expect.element(page.getByRole('link', { name: 'Top up again' })).toBeVisible();
      await app.server.clearFaults();
      await app.server.fault(STATUS, {
        answer: { status: 200, body: { success: true, status: 'paid', amount: 150 } },
      });
      await vi.advanceTimersByTimeAsync(5_000);
      await expect.element(heading('Your account is topped up')).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([404, 503])(
    'TOP-10 of a payment that the server answers by %s the gateway has the word',
    async (status) => {
      const app = await renderReturn({ status: 'paid', amount: 150 }, '/topup-failure');
      await expect.element(heading('Your account is topped up')).toBeVisible();
      await app.server.clearFaults();
      await app.server.fault(STATUS, { answer: { status, body: { success: false, resultText: 'None' } } });
      await app.reload();
      await expect.element(heading(FAILED)).toBeVisible();
      await expect.element(toProfile).toBeVisible();
    },
  );

  test('TOP-10 a server that does not tell of payments is not asked, and the gateway has the word', async () => {
    const app = await renderReturn({ status: 'paid', amount: 150 }, '/topup-failure');
    await expect.element(heading('Your account is topped up')).toBeVisible();
    tellsOfPayments(app, false);
    await app.server.forgetRequests();
    const again = await app.reload();
    await expect.element(heading(FAILED)).toBeVisible();
    expect(await again.server.requests(STATUS)).toEqual([]);
  });

  test('a guest, whose session ended meanwhile, reads the same without a balance', async () => {
    const { server } = await renderApp('/topup-successful', { seed: [jana] });
    await expect.element(heading('Thank you')).toBeVisible();
    expect(await server.requests(BALANCE)).toEqual([]);
  });
});
