import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { withCard } from '../../test/card.ts';
import { handMade } from '../../test/hand-made-menu.ts';
import { acceptLinks } from '../../test/open-links.ts';
import { PASSWORD, renderApp, type RenderedApp } from '../../test/render-app.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';

const config = {
  allowRegistration: true,
  allowPasswordRecovery: true,
  allowProfileEdit: true,
  allowGuestComments: true,
  allowCardAdministration: true,
  allowTopUp: true,
  allowPairingManagement: true,
  capabilities: { customersPairing: 1 },
  commentDelayTime: 0,
};
const REFUSAL = 'The office is closed';
const refused = { ...handMade({ success: false, resultText: REFUSAL }), status: 400 };
const pairing = {
  pairingStatus: 'pending',
  loyaltySystem: 'Club',
  externalSystemCustomerName: 'Jana N.',
  pairingRequestDT: '2026-11-03 08:03:00',
  pairingToken: 'T',
};

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const buttonOf = (name: string | RegExp) => main.getByRole('button', { name, exact: true });

/** Types something right into every field around a button, and presses it. */
async function send(button: string | RegExp) {
  await expect.element(buttonOf(button)).toBeVisible();
  const form = buttonOf(button).element().closest('form');
  for (const field of form?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])
    if (field.type !== 'radio') await userEvent.fill(field, valueFor(field));
  await userEvent.click(buttonOf(button));
}

function valueFor({ type, autocomplete, inputMode }: HTMLInputElement): string {
  if (autocomplete === 'current-password') return PASSWORD;
  if (type === 'password') return 'Quite-another-2026';
  if (type === 'email') return 'jana@example.org';
  return inputMode === 'decimal' ? '100' : 'jana';
}

/** Presses a button that asks first, and agrees. */
async function pressAndAgree(button: string, agree: string) {
  await userEvent.click(buttonOf(button));
  await userEvent.click(dialog.getByRole('button', { name: agree, exact: true }));
}

/** A request with a state of its own: who sends it from which page, by which button, or by opening the page. */
type Request = {
  readonly name: string;
  readonly path: string;
  readonly as?: 'jana';
  readonly call: RegExp;
  readonly button?: string | RegExp;
  /** What was typed is not left without a question. */
  readonly isGuarded?: true;
  readonly start?: () => Promise<void>;
};

const requests: readonly Request[] = [
  {
    name: 'registration',
    path: '/registration',
    call: /register\/start$/,
    button: 'Continue',
    isGuarded: true,
  },
  {
    name: 'end of registration',
    path: '/registration/T',
    call: /register\/finish$/,
    button: 'Finish registration',
  },
  { name: 'login', path: '/login', call: /customer\/login$/, button: 'Sign in' },
  {
    name: 'password reset request',
    path: '/forgotten-password',
    call: /POST .*password/,
    button: 'Send the link',
  },
  {
    name: 'password reset',
    path: '/password-reset/T',
    call: /password\/reset$/,
    button: 'Save the password',
  },
  { name: 'finish of card change', path: '/card-change/T', call: /card\/change\/finish$/ },
  { name: 'finish of card revoke', path: '/card-revoke/T', call: /card\/revoke\/finish$/ },
  { name: 'finish of an address', path: '/email-change/T', as: 'jana', call: /email\/change\/finish$/ },
  {
    name: 'profile update',
    path: '/profile/edit',
    as: 'jana',
    call: /POST .*\/customer$/,
    button: 'Save',
    isGuarded: true,
  },
  {
    name: 'password change',
    path: '/profile/edit',
    as: 'jana',
    call: /POST .*password/,
    button: 'Change password',
  },
  {
    name: 'comment',
    path: '/profile/comment',
    as: 'jana',
    call: /customer\/comment$/,
    button: 'Send',
    isGuarded: true,
  },
  {
    name: 'start of card change',
    path: '/profile/manage-card',
    as: 'jana',
    call: /card\/change\/start$/,
    button: 'Change the number',
  },
  {
    name: 'start of card revoke',
    path: '/profile/manage-card',
    as: 'jana',
    call: /card\/revoke\/start$/,
    button: 'Revoke the card',
    start: () => pressAndAgree('Revoke the card', 'Revoke the card'),
  },
  { name: 'top-up', path: '/profile/top-up', as: 'jana', call: /POST .*topup/, button: /^Pay/ },
  {
    name: 'pairing',
    path: '/profile/pairing',
    as: 'jana',
    call: /pairing\/confirm$/,
    button: 'Confirm: Club',
    start: () => pressAndAgree('Confirm: Club', 'Yes'),
  },
];

/** Answers what the server of a test has nothing of: a request for a pairing, and a way to top up. */
async function answerByHand(server: TestServer, path: string) {
  await server.fault(/pairing\/list$/, { answer: handMade({ pairings: [pairing] }) });
  const customer = { customerId: 1, userName: 'jana', type: 'Person', supportedTopUpPayment: ['card'] };
  if (path === '/profile/top-up') await server.fault(/GET .*\/customer$/, { answer: handMade(customer) });
}

/** Opens a page from which requests are sent, for whoever sends them. */
async function open(path: string, as?: 'jana'): Promise<RenderedApp> {
  const server = await startTestServer({ seed: withCard.USED, settings: config });
  await answerByHand(server, path);
  await acceptLinks(server);
  const app = await renderApp(as ? '/orders' : '/login', {
    server,
    config: { ...config, topUpGateways: [{ id: 'card', url: server.apiUrl }] },
    ...(as && { as }),
  });
  app.history.push(path);
  await app.platform.navigation.settled();
  return app;
}

/** That nothing on the page is under way or failed; a button that belongs to the request can be pressed. */
async function expectDefault(message: string) {
  await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length, { message }).toBe(0);
  await expect.element(main.getByText(REFUSAL), { message }).not.toBeInTheDocument();
}

const startOf = ({ button, start }: Request) => start?.() ?? (button ? send(button) : Promise.resolve());
const elsewhere = (path: string) => (path === '/registration' ? '/login' : '/registration');
const onOpening = ({ button }: Request) => button === undefined;

test.each(requests)(
  'DATA-36 NAV-41 $name is under way, fails, and is as if never sent after another attempt or another page',
  async (request) => {
    const { path, as, call, button, isGuarded } = request;
    const app = await open(onOpening(request) ? elsewhere(path) : path, as);
    const underWay = button ? buttonOf(button) : main.getByText('This takes a moment.');
    const expectUnderWay = () =>
      button
        ? expect.element(underWay).toHaveAttribute('aria-busy', 'true')
        : expect.element(underWay).toBeVisible();
    const failed = page.getByText(REFUSAL, { exact: false }).first();

    await expectDefault('at first');
    const held = await app.server.fault(call, { hold: true, answer: refused }, 1);
    if (onOpening(request)) app.history.push(path);
    await startOf(request);
    await expectUnderWay();
    await held.release();
    await expect.element(failed).toBeVisible();
    if (button) {
      await expect.element(underWay).not.toHaveAttribute('aria-busy');
      const heldAgain = await app.server.fault(call, { hold: true, answer: refused });
      await startOf(request);
      await expectUnderWay();
      await expect.element(main.getByText(REFUSAL)).not.toBeInTheDocument();
      await heldAgain.release();
      await expect.element(failed).toBeVisible();
      await expect.element(underWay).not.toHaveAttribute('aria-busy');
    }

    app.history.push(as ? '/orders' : elsewhere(path));
    if (isGuarded) await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(underWay).not.toBeInTheDocument();
    await expectDefault('on another page');
    if (!button) return;
    app.history.push(path);
    await expect.element(underWay).toBeVisible();
    await expectDefault('on its page again');
  },
);

test.each(requests.filter(({ button }) => button !== undefined))(
  'DATA-36 $name that is still under way is as if never sent on another page and back, whatever becomes of it',
  async (request) => {
    const { path, as, call, button = '', isGuarded } = request;
    const app = await open(path, as);
    const held = await app.server.fault(call, { hold: true, answer: refused }, 1);
    await startOf(request);
    await expect.element(buttonOf(button)).toHaveAttribute('aria-busy', 'true');
    app.history.push(as ? '/orders' : elsewhere(path));
    if (isGuarded) await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
    await expect.element(buttonOf(button)).not.toBeInTheDocument();
    await expectDefault('on another page');
    app.history.push(path);
    await expect.element(buttonOf(button)).toBeVisible();
    await expectDefault('on its page again');
    await held.release();
    await expectDefault('once it has failed');
  },
);

const UNAVAILABLE = 'Server unavailable';
const toasts = page.getByRole('region', { name: 'Notifications' });

const byString: readonly Request[] = [
  { name: 'confirmation of a pairing by string', path: '/pairingconfirm/S', call: /confirmbystring$/ },
  { name: 'refusal of a pairing by string', path: '/pairingreject/S', call: /rejectbystring$/ },
];

test.each([...requests, ...byString])(
  'ERR-01 ERR-04 C162 $name tells once that it failed: on the page that opens with it, else as a notification',
  async (request) => {
    const { path, as, call } = request;
    const app = await open(onOpening(request) ? elsewhere(path) : path, as);
    const told = onOpening(request) ? main : toasts;
    for (const [answer, text] of [
      [{ status: 503 }, UNAVAILABLE],
      [refused, REFUSAL],
    ] as const) {
      await app.server.fault(call, { answer });
      if (onOpening(request)) app.history.push(path);
      await startOf(request);
      await expect.element(told.getByText(text, { exact: false }).first()).toBeVisible();
      if (onOpening(request)) expect(toasts.getByRole('paragraph').elements()).toEqual([]);
      await app.server.clearFaults();
      await answerByHand(app.server, path);
      if (onOpening(request)) app.history.push(elsewhere(path));
    }
  },
);

test.each([...requests, ...byString])(
  'API-57 $name carries a key, unless it only signs in or goes to a gateway that asks for none',
  async (request) => {
    const { name, path, as, call } = request;
    const app = await open(onOpening(request) ? elsewhere(path) : path, as);
    await app.server.fault(call, { answer: refused });
    if (onOpening(request)) app.history.push(path);
    await startOf(request);
    await expect.element(page.getByText(REFUSAL, { exact: false }).first()).toBeVisible();
    const [sent, ...more] = await app.server.requests(call);
    const isKeyed = name !== 'login' && name !== 'top-up';
    expect(sent?.headers['idempotency-key']).toEqual(isKeyed ? expect.any(String) : undefined);
    expect(more).toEqual([]);
  },
);

/** The requests of mailed links, each on the page of its own link. */
const ofLinks = [...requests, ...byString].filter(({ path }) => /\/[TS]$/.test(path));

test.each(ofLinks)(
  'DATA-36 $name that failed is as if never sent on the page of another link',
  async (request) => {
    const { path, as, call } = request;
    const app = await open(elsewhere(path), as);
    await app.server.fault(call, { answer: refused }, 1);
    app.history.push(path);
    await startOf(request);
    await expect.element(main.getByText(REFUSAL, { exact: false }).first()).toBeVisible();
    await app.server.fault(call, { hold: true });
    app.history.push(path.replace(/[TS]$/, 'U'));
    await expect.element(main.getByText(REFUSAL, { exact: false })).not.toBeInTheDocument();
    if (onOpening(request)) {
      await expect
        .element(main.getByText(/^(?:This takes a moment\.|(?:Confirming|Declining) the pairing)$/))
        .toBeVisible();
      await expect.poll(() => app.server.requests(call)).toHaveLength(2);
      const bodies = (await app.server.requests(call)).map(({ body }) => body);
      expect(bodies.map((body) => Object.values(JSON.parse(body) as object))).toEqual([
        [path.slice(-1)],
        ['U'],
      ]);
    } else {
      const fields = [...main.element().querySelectorAll('input')];
      expect(fields.map(({ value }) => value)).toEqual(fields.map(() => ''));
      expect(fields).not.toEqual([]);
    }
  },
);

const succeeding = [
  ['registration', /Check your e-mail/],
  ['password reset request', /Check your e-mail/],
  ['start of card change', /The new card works once you open the link/],
  ['start of card revoke', /The card is revoked when you open the link/],
  ['finish of card change', /Your card was changed/],
  ['finish of card revoke', /Your card was revoked/],
] as const;

test.each(succeeding)(
  'DATA-36 NAV-41 the success of %s is gone on another page and back',
  async (name, success) => {
    const request = requests.find((one) => one.name === name);
    if (!request) throw new Error(`no request is called ${name}`);
    const { path, as, call } = request;
    const app = await open(onOpening(request) ? elsewhere(path) : path, as);
    await app.server.fault(call, { answer: handMade({}) }, 1);
    if (onOpening(request)) app.history.push(path);
    await startOf(request);
    await expect.element(main.getByText(success).first()).toBeVisible();
    app.history.push(as ? '/orders' : elsewhere(path));
    await expect.element(main.getByText(success)).not.toBeInTheDocument();
    await app.server.fault(call, { hold: true });
    app.history.push(path);
    await app.platform.navigation.settled();
    await expect
      .element(request.button ? buttonOf(request.button) : main.getByText('This takes a moment.'))
      .toBeVisible();
    expect(main.getByText(success).elements()).toEqual([]);
  },
);

test.each(requests)(
  'DATA-37 CARD-23 the failure of $name is no state of any other request',
  async (request) => {
    const { path, as, call, isGuarded } = request;
    const app = await open(onOpening(request) ? elsewhere(path) : path, as);
    await app.server.fault(call, { answer: refused });
    if (onOpening(request)) app.history.push(path);
    // What stands on the same page is under way meanwhile, and stays so.
    const beside = requests.filter((other) => other !== request && other.path === path);
    for (const other of beside) {
      await app.server.fault(other.call, { hold: true });
      await startOf(other);
    }
    await startOf(request);
    await expect.element(page.getByText(REFUSAL, { exact: false }).first()).toBeVisible();
    for (const { button } of beside)
      await expect.element(buttonOf(button ?? '')).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => document.querySelectorAll('button[aria-busy=true]').length).toBe(beside.length);

    const others = requests.filter((other) => other.as === as && other.path !== path && other.button);
    for (const [index, other] of others.entries()) {
      app.history.push(other.path);
      if (index === 0 && (isGuarded || beside.some((one) => one.isGuarded)))
        await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(buttonOf(other.button ?? '')).toBeVisible();
      await expectDefault(other.name);
    }
  },
);
