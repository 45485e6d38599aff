import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import { api } from '@refectory/contract/api';
import { topUp } from '@refectory/contract/top-up';
import { languages, type Language } from '@refectory/domain/texts';

import { findBrowser } from '../scripts/find-browser.mjs';
import { build } from '../scripts/prepare.mjs';
import { startDemo, type Demo } from './demo.ts';
import { areaOf, failingCalls, wordsOf, type FailingCall } from './failing-calls.ts';
import { addExchangeCanteen } from './exchange-canteen.ts';
import { manage } from './refectory.ts';

// Every call of the API, from the page that makes it in the built application, is answered in every way that can go wrong.
// Something has to be said in the person's language, nothing may stay busy, no page may be blank and no exception thrown.
// Exits with 1 when a screen is stuck. --words also prints what each screen said.

const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    call: { type: 'string' },
    answer: { type: 'string' },
    pages: { type: 'string', default: '3' },
    words: { type: 'boolean', default: false },
  },
});
const language = values.language as Language;
if (!languages.includes(language)) throw new RangeError(`--language is one of ${languages.join(', ')}`);
const words = wordsOf(language);

const BEGIN = '2026-11-24T07:30:00+01:00';
const DAY = '2026-11-24';
/** A screen is stuck that does not come to rest so long after its call. */
const STUCK_MS = 10_000;
/** A busy machine may take so long to open a page. */
const OPENING_MS = 60_000;
/** How long a slow answer is under way. */
const SLOW_MS = 2_500;
/** A message that the page can only have from the server. */
const SERVER_WORDS = 'Served until noon only';

const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });
const refusal = { success: false, message: SERVER_WORDS };

/** The ways in which a call is answered. */
const answers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  '503': (route) => route.fulfill({ status: 503, body: '' }),
  '449': json(449, { success: false, error: { force: { message: SERVER_WORDS, answers: ['A', 'B'] } } }),
  '401': json(401, { success: false }),
  '403': json(403, { success: false }),
  '404': json(404, refusal),
  '400': json(400, refusal),
  '500': json(500, { success: false }),
  HTML: (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><h1>Sign in to the Wi-Fi</h1>',
    }),
  empty: (route) => route.fulfill({ status: 200, body: '' }),
  'cut JSON': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":true,"da' }),
  'no network': (route) => route.abort('internetdisconnected'),
  slow: async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, SLOW_MS);
    });
    await route.continue();
  },
};

/** The texts of the application that tell of a failure, in the language of the person. */
const failureTexts = (() => {
  const areas = [
    'errors',
    'toasts',
    'login',
    'fail',
    'menu',
    'cart',
    'orders',
    'card',
    'account',
    'pairing',
    'profile',
  ].concat([
    'registration',
    'forgotten-password',
    'password-reset',
    'top-up',
    'reports',
    'shell',
    'payment',
    'refusals',
  ]);
  const tells =
    /fail|wrong|notAvailable|notCompared|sessionToken|generic|offline|unavailable|nothingTo|unauthorized|noConnection|unexpected|loginRequired|linkInvalid|stillConfirming/i;
  const texts = areas.flatMap((area) =>
    Object.entries(areaOf(language, area))
      .filter(([name, text]) => tells.test(name) && !text.includes('{'))
      .map(([, text]) => text),
  );
  // An answer without a message is told in the words of HTTP.
  return [...texts, SERVER_WORDS, 'Internal Server Error'];
})();

/** What a page shows at a moment. */
type Sight = { readonly text: string; readonly busy: readonly string[]; readonly hasHeading: boolean };

const look = (page: Page): Promise<Sight> =>
  page.evaluate(() => ({
    // Toasts are in the document too; a dialog is a part of what is said.
    text: document.body.innerText,
    busy: [...document.querySelectorAll('[aria-busy="true"]')]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 60)),
    hasHeading: [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility()),
  }));

type Verdict = {
  readonly call: string;
  readonly answer: string;
  readonly wrong: readonly string[];
  readonly said: readonly string[];
};

type Signed = Readonly<Record<string, Awaited<ReturnType<BrowserContext['storageState']>>>>;

/** A browser of whoever makes the call. */
async function openContext(
  browser: Browser,
  demo: Demo,
  { made, signed, aheadMs }: { made: FailingCall; signed: Signed; aheadMs: number },
): Promise<BrowserContext> {
  const state = made.as === undefined ? undefined : signed[made.as];
  const context = await browser.newContext({
    baseURL: demo.address,
    locale: language,
    viewport: { width: 1280, height: 900 },
    ...(state && { storageState: state }),
  });
  await context.clock.install({ time: Date.now() + aheadMs });
  return context;
}

const tellingTexts = ({ text }: Sight) => failureTexts.filter((one) => text.includes(one));

/** The texts of failure that a page shows even when nothing fails: they prove nothing. */
async function usualTexts(
  browser: Browser,
  demo: Demo,
  of: { made: FailingCall; signed: Signed; aheadMs: number },
): Promise<readonly string[]> {
  // Where a control makes the call, the page is looked at before its press. A call that changes something is not tried out.
  if (of.made.control || !of.made.match.source.startsWith('^GET')) return [];
  const context = await openContext(browser, demo, of);
  const page = await context.newPage();
  await page.goto(of.made.path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const texts = tellingTexts(await look(page));
  await context.close();
  return texts;
}

/** One call, who makes it, and what it is answered. */
type Trial = {
  readonly name: string;
  readonly made: FailingCall;
  readonly answer: string;
  readonly signed: Signed;
  readonly aheadMs: number;
  /** The texts of failure that the page shows even when nothing fails. */
  readonly usual: readonly string[];
};

/** Makes one call with one answer, and says what is wrong with what the person sees. */
async function judge(
  browser: Browser,
  demo: Demo,
  { name, made, answer, signed, aheadMs, usual }: Trial,
): Promise<Verdict> {
  const context = await openContext(browser, demo, { made, signed, aheadMs });
  const page = await context.newPage();
  page.setDefaultTimeout(OPENING_MS);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      wrong.push(`console: ${message.text()}`);
  });
  let calls = 0;
  let tellCall = () => {};
  const called = new Promise<void>((resolve) => {
    tellCall = resolve;
  });
  const breakCalls = () =>
    page.route(/\/(?:api|payments)\//, async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      if (!made.match.test(`${request.method()} ${pathname}`)) return route.fallback();
      calls += 1;
      tellCall();
      // The page may be closed by now, and its call with it.
      return answers[answer]?.(route).catch(() => undefined);
    });
  const said = new Set<string>();
  const before = new Set(usual);
  let control: Locator | undefined;
  try {
    if (made.control) {
      await page.goto(made.path);
      control = await made.control(page);
      await control.waitFor();
      for (const text of tellingTexts(await look(page))) before.add(text);
      await breakCalls();
      await (made.press?.(page, control) ?? control.click());
    } else {
      await breakCalls();
      await page.goto(made.path);
    }
    await Promise.race([
      called,
      new Promise((resolve) => {
        setTimeout(resolve, OPENING_MS);
      }),
    ]);
    const deadline = performance.now() + STUCK_MS;
    const isSlow = answer === 'slow';
    let quietSince = 0;
    let sight = await look(page);
    while (performance.now() < deadline) {
      sight = await look(page);
      for (const text of tellingTexts(sight)) if (!before.has(text)) said.add(text);
      const dialog = page.getByRole('dialog');
      if (answer === '449' && calls > 0 && sight.text.includes(SERVER_WORDS) && (await dialog.count()) > 0)
        await page.keyboard.press('Escape');
      const isSlowOver = isSlow && performance.now() > deadline - STUCK_MS + SLOW_MS + 500;
      const isTold = said.size > 0 || made.quiet !== undefined || isSlowOver;
      const rests = calls > 0 && sight.busy.length === 0 && sight.hasHeading && isTold;
      quietSince = rests ? quietSince || performance.now() : 0;
      if (quietSince && performance.now() - quietSince > 400) break;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    if (calls === 0) wrong.push('the call was not made');
    if (!sight.hasHeading) wrong.push('no heading');
    if (sight.busy.length > 0) wrong.push(`stays busy: ${sight.busy.join(', ')}`);
    if (!isSlow && said.size === 0 && made.quiet === undefined)
      wrong.push(`nothing is said: ${sight.text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    if (control && !isSlow && (await control.isVisible()) && !(await control.isEnabled()))
      wrong.push('the control stays disabled');
  } catch (error) {
    // A slow answer may send the customer on to the gateway of payments.
    const hasLeft = answer === 'slow' && String(error).includes('because of a navigation');
    if (!hasLeft)
      wrong.push(`stuck: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
  } finally {
    await context.close();
  }
  return { call: name, answer, wrong, said: [...said] };
}

/** Fills the demo with what the calls need: an order to give up, a cart, somebody who has not seen the terms. */
async function prepare(browser: Browser, demo: Demo, aheadMs: number) {
  const dish = 'Last bowl';
  addExchangeCanteen(demo, { key: 'swaps', name: 'Swaps', day: DAY, dish, portions: 9 });

  const signed: Record<string, Signed[string]> = {};
  const signIn = async (
    userName: string,
    password: string,
    base = '',
    then?: (page: Page) => Promise<void>,
  ) => {
    const context = await browser.newContext({
      baseURL: demo.address,
      locale: language,
      viewport: { width: 1280, height: 900 },
    });
    await context.clock.install({ time: Date.now() + aheadMs });
    const page = await context.newPage();
    await page.goto(`${base}/login`);
    await page.getByLabel(words('login.userName'), { exact: true }).fill(userName);
    await page.getByLabel(words('login.password'), { exact: true }).fill(password);
    await page
      .getByRole('main')
      .getByRole('button', { name: words('login.submit'), exact: true })
      .click();
    await page.waitForURL(/\/offer/);
    await then?.(page);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  for (const userName of ['jana', 'blok', 'karta', 'petr', 'eva'])
    signed[userName] = await signIn(userName, 'refectory');
  const orderButton = (page: Page) =>
    page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${words('menu.order')},`) })
      .first();
  signed['jana'] = await signIn('jana', 'refectory', '', async (page) => {
    await page.goto(`/offer/DAY?day=2026-11-26`);
    await orderButton(page).click();
    await page.getByText(words('menu.ordered'), { exact: true }).first().waitFor();
  });
  signed['firma'] = await signIn('firma', 'refectory', '', async (page) => {
    await page.goto('/offer/DAY');
    await page
      .locator('main')
      .getByRole('button', { name: /Main|Hlavní|Gł|Hlavn/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Swaps' }).click();
    await page.goto(`/offer/DAY?day=${DAY}`);
    await orderButton(page).click();
    await page.getByText(words('menu.ordered'), { exact: true }).first().waitFor();
  });
  signed['shop'] = await signIn('firma', 'refectory', '/shop', async (page) => {
    await orderButton(page).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: new RegExp(`^${words('cart.name')}`) })
      .waitFor();
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  });
  const added = manage(demo, 'customer', 'add', 'novice', '--first-name', 'Nina', '--last-name', 'Nová');
  const password = /\S+$/.exec(added.trim())?.[0];
  signed['novice'] = await signIn('novice', password ?? '');

  const partner = await browser.newPage({ baseURL: demo.address });
  await partner.goto('/partner');
  await partner.getByLabel('Customer').selectOption('jana');
  await partner.getByLabel('Their name here').fill('Jana');
  await partner.getByRole('button', { name: 'Ask', exact: true }).click();
  const linkOf = async (label: string) =>
    (await partner.getByRole('link', { name: label }).getAttribute('href'))?.split('/').at(-1) ?? '';
  const pairing = {
    token: await linkOf('Answer signed in'),
    text: await linkOf('Confirm without signing in'),
  };
  await partner.close();
  return { signed, made: { pairing, dish } };
}

build();
const demo = await startDemo(BEGIN);
const verdicts: Verdict[] = [];
const begun = performance.now();
try {
  const aheadMs = Date.parse(BEGIN) - Date.now();
  const browser = await chromium.launch(await findBrowser());
  const { signed, made: things } = await prepare(browser, demo, aheadMs);
  const calls = failingCalls(words, things);
  const missing = Object.keys({ ...api, ...topUp }).filter((name) => !(name in calls));
  if (missing.length > 0) throw new Error(`no page is named that makes ${missing.join(', ')}`);
  const names = Object.keys(calls).filter(
    (name) => values.call === undefined || values.call.split(',').includes(name),
  );
  // The calls that end sessions come last, and of each call the answer that comes from the server.
  const turns = names.map((name) => async () => {
    const made = calls[name] as FailingCall;
    const usual = await usualTexts(browser, demo, { made, signed, aheadMs });
    for (const answer of Object.keys(answers).filter(
      (one) => values.answer === undefined || one === values.answer,
    )) {
      const verdict = await judge(browser, demo, { name, made, answer, signed, aheadMs, usual });
      verdicts.push(verdict);
      if (verdict.wrong.length > 0 || values.words)
        process.stdout.write(
          `${name} × ${answer}: ${verdict.wrong.join('; ') || verdict.said.join(' | ')}\n`,
        );
    }
  });
  await Promise.all(
    Array.from({ length: Number(values.pages) }, async () => {
      for (let turn = turns.shift(); turn; turn = turns.shift()) await turn();
    }),
  );
  await browser.close();
} finally {
  await demo.stop();
}

const stuck = verdicts.filter(({ wrong }) => wrong.length > 0);
const callCount = new Set(verdicts.map(({ call }) => call)).size;
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n` +
    `${callCount} calls × ${verdicts.length / callCount} answers in ${language}, ${Math.round((performance.now() - begun) / 1_000)} s: ${stuck.length} screens that say nothing, stay busy or break\n`,
);
if (stuck.length > 0) process.exitCode = 1;
