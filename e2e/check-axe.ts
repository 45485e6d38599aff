import { mkdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Language } from '@refectory/domain/texts';

import { findBrowser } from '../scripts/find-browser.mjs';
import { build } from '../scripts/prepare.mjs';
import { axeFindings, waitForQuiet, waitForRest } from './axe-findings.ts';
import { screensOf, type MadeForScreens, type Screen } from './axe-screens.ts';
import { startDemo, type Demo } from './demo.ts';
import { setDeviceClock } from './device-clock.ts';
import { addExchangeCanteen } from './exchange-canteen.ts';
import { wordsOf, type Words } from './failing-calls.ts';
import { mailedLink } from './mailbox.ts';
import { manage } from './refectory.ts';

// Every page and dialog of the built application, in every language, light and dark, on a phone and on a desk, and at twice
// the size of text, is looked at by axe, and for what has to be scrolled sideways.
// npm run test:axe -- [--screen offer] [--variant "phone light cs"] [--pages 2] [--pictures folder]; exits with 1 on a finding.

const { values } = parseArgs({
  options: {
    screen: { type: 'string' },
    variant: { type: 'string' },
    pages: { type: 'string', default: '2' },
    pictures: { type: 'string' },
  },
});

const BEGIN = '2026-11-24T07:30:00+01:00';
const TODAY = '2026-11-24';
const PASSWORD = 'refectory';
/** A busy machine may take so long to draw a page. */
const OPENING_MS = 30_000;
/** Twice the size that browsers have unless somebody sets another one, in pixels. */
const LARGE_TEXT = 32;

const widths = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;

/** How a screen is looked at. */
type Variant = {
  readonly width: keyof typeof widths;
  readonly theme: 'light' | 'dark';
  readonly language: Language;
  readonly isLarge?: boolean;
};

const variants: readonly Variant[] = [
  { width: 'phone', theme: 'light', language: 'cs' },
  { width: 'phone', theme: 'dark', language: 'en' },
  { width: 'desk', theme: 'light', language: 'en' },
  { width: 'desk', theme: 'dark', language: 'cs' },
  { width: 'phone', theme: 'light', language: 'pl' },
  { width: 'phone', theme: 'dark', language: 'sk' },
  { width: 'desk', theme: 'dark', language: 'pl' },
  { width: 'desk', theme: 'light', language: 'sk' },
  { width: 'phone', theme: 'light', language: 'cs', isLarge: true },
];

const nameOf = ({ width, theme, language, isLarge }: Variant) =>
  [width, theme, language, isLarge === true && 'large'].filter(Boolean).join(' ');

type Signed = Readonly<Record<string, Awaited<ReturnType<BrowserContext['storageState']>>>>;

async function openContext(
  browser: Browser,
  demo: Demo,
  aheadMs: number,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: demo.address, locale: 'en', ...options });
  context.setDefaultTimeout(OPENING_MS);
  await setDeviceClock(context, aheadMs);
  return context;
}

/** Signs somebody in to the applications that lie at these paths; gives what their browser keeps. */
async function signIn(
  browser: Browser,
  demo: Demo,
  aheadMs: number,
  {
    userName,
    password = PASSWORD,
    bases = [''],
    andThen,
  }: {
    readonly userName: string;
    readonly password?: string;
    readonly bases?: readonly string[];
    readonly andThen?: (page: Page) => Promise<void>;
  },
) {
  const t = wordsOf('en');
  const context = await openContext(browser, demo, aheadMs);
  const page = await context.newPage();
  for (const base of bases) {
    await page.goto(`${base}/login`);
    await page.getByLabel(t('login.userName'), { exact: true }).fill(userName);
    await page.getByLabel(t('login.password'), { exact: true }).fill(password);
    // A session without it ends by itself before the last screens are looked at.
    await page.getByLabel(t('login.keepLogged'), { exact: true }).check();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('login.submit'), exact: true })
      .click();
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  }
  await andThen?.(page);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Orders the first dish that can be ordered on the page that is open. */
async function orderDish(page: Page, t: Words): Promise<void> {
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: new RegExp(`^${t('menu.order')},`) })
    .first()
    .click();
  await main.getByText(t('menu.ordered'), { exact: true }).first().waitFor();
}

/** The path of the link in the newest mail to somebody. */
async function linkFor(page: Page, recipient: string): Promise<string> {
  return (await (await mailedLink(page, recipient)).getAttribute('href')) ?? '';
}

const pathOf = (link: string, address: string) => link.replace(address, '');

/** Makes in the demo what the screens show: orders, a cart, links of every kind, somebody who has not seen the terms. */
async function prepare(
  browser: Browser,
  demo: Demo,
  aheadMs: number,
): Promise<{ readonly signed: Signed; readonly made: MadeForScreens }> {
  const t = wordsOf('en');
  addExchangeCanteen(demo, { key: 'swaps', name: 'Swaps', day: TODAY, dish: 'Last bowl', portions: 9 });
  const signed: Record<string, Signed[string]> = {};
  for (const userName of ['petr', 'blok', 'karta'])
    signed[userName] = await signIn(browser, demo, aheadMs, { userName });
  signed['eva'] = await signIn(browser, demo, aheadMs, { userName: 'eva', bases: ['', '/shop'] });
  signed['jana'] = await signIn(browser, demo, aheadMs, {
    userName: 'jana',
    bases: ['/webcare', ''],
    andThen: async (page) => {
      for (const day of [TODAY, '2026-11-26', '2026-12-01']) {
        await page.goto(`/offer/DAY?day=${day}`);
        await orderDish(page, t);
      }
    },
  });
  signed['firma'] = await signIn(browser, demo, aheadMs, {
    userName: 'firma',
    andThen: async (page) => {
      await page.goto(`/offer/DAY?day=${TODAY}`);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Canteen:/ })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Swaps' }).click();
      await page.getByRole('article', { name: 'Last bowl' }).waitFor();
      await orderDish(page, t);
    },
  });
  signed['shop'] = await signIn(browser, demo, aheadMs, {
    userName: 'firma',
    bases: ['/shop'],
    andThen: async (page) => {
      const dishes = page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^(?:${t('menu.order')}|${t('menu.toCart')}),`) });
      for (let count = 1; count <= 3; count += 1) {
        await dishes.nth(count - 1).click();
        await page
          .getByRole('banner')
          .getByRole('link', { name: new RegExp(`${count} items?$`) })
          .waitFor();
      }
    },
  });
  const added = manage(demo, 'customer', 'add', 'novice', '--first-name', 'Nina', '--last-name', 'Nová');
  signed['novice'] = await signIn(browser, demo, aheadMs, {
    userName: 'novice',
    password: /\S+$/.exec(added.trim())?.[0] ?? '',
  });
  return { signed, made: await makeLinks(browser, demo, aheadMs, signed) };
}

/** Has links of every kind sent, and uses some of them. */
async function makeLinks(
  browser: Browser,
  demo: Demo,
  aheadMs: number,
  signed: Signed,
): Promise<MadeForScreens> {
  const t = wordsOf('en');
  const context = await openContext(browser, demo, aheadMs);
  const page = await context.newPage();
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  const registered = async (email: string) => {
    await page.goto('/registration');
    await main.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await main.getByRole('textbox', { name: 'First name' }).fill('Zuzana');
    await main.getByRole('textbox', { name: 'Last name' }).fill('Malá');
    await press(t('registration.submit'));
    await page.getByRole('heading', { name: t('registration.sentTitle') }).waitFor();
    return pathOf(await linkFor(page, email), demo.address);
  };
  const typePasswords = async () => {
    for (const field of await main.getByRole('textbox').all()) await field.fill('Quite-another-2026');
  };
  const registration = await registered('waiting@example.org');
  const usedRegistration = await registered('finished@example.org');
  await page.goto(usedRegistration);
  await main.getByRole('button', { name: t('registration.finishSubmit'), exact: true }).waitFor();
  await typePasswords();
  await press(t('registration.finishSubmit'));
  await page.getByRole('heading', { name: t('registration.finishedTitle') }).waitFor();

  const resetOf = async (userName: string) => {
    const email = `${userName}@example.org`;
    manage(demo, 'customer', 'add', userName, '--first-name', 'Věra', '--email', email);
    await page.goto('/forgotten-password');
    await main.getByRole('textbox').fill(email);
    await press(t('forgotten-password.submit'));
    await page.getByRole('heading', { name: t('forgotten-password.sentTitle') }).waitFor();
    return pathOf(await linkFor(page, email), demo.address);
  };
  const reset = await resetOf('vera');
  const usedReset = await resetOf('vlasta');
  await page.goto(usedReset);
  await main.getByRole('button', { name: t('password-reset.submit'), exact: true }).waitFor();
  await typePasswords();
  await press(t('password-reset.submit'));
  await main
    .getByRole('button', { name: t('password-reset.submit'), exact: true })
    .waitFor({ state: 'hidden' });

  await page.goto('/partner');
  const ask = async (label: string) => {
    await page.getByLabel('Customer').selectOption('jana');
    await page.getByLabel('Their name here').fill('Jana Nováková');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    return (await page.getByRole('link', { name: label }).getAttribute('href')) ?? '';
  };
  const pairingConfirm = await ask('Confirm without signing in');
  const pairingReject = await ask('Decline without signing in');
  const pairing = await ask('Answer signed in');
  await context.close();

  const ofCompany = await openContext(
    browser,
    demo,
    aheadMs,
    signed['firma'] ? { storageState: signed['firma'] } : {},
  );
  const card = await ofCompany.newPage();
  await card.goto('/profile/manage-card');
  await card.getByRole('textbox', { name: t('card.newNumber') }).fill('04:A1:B2:C3:D4:E5:90');
  const asked = card.waitForResponse((response) => response.request().method() === 'POST');
  await card.getByRole('button', { name: t('card.changeSubmit'), exact: true }).click();
  await asked;
  const cardChange = pathOf(await linkFor(card, 'firma@example.org'), demo.address);
  await ofCompany.close();
  return {
    registration,
    usedRegistration,
    reset,
    usedReset,
    cardChange,
    cardRevoke: '/card-revoke/unknown',
    pairing,
    pairingConfirm,
    pairingReject,
  };
}

/** Answers the calls of a screen as it wants them answered. */
async function answerCalls(page: Page, { broken, cut, awaited, answers = [] }: Screen): Promise<void> {
  if (!broken && !cut && !awaited && answers.length === 0) return;
  await page.route(/./, async (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    const other = answers.find(({ match }) => match.test(call));
    if (other) return other.answer(route);
    if (broken?.test(call)) return route.fulfill({ status: 500, json: { success: false } });
    if (cut?.test(call)) return route.abort('internetdisconnected');
    // Never answered; it ends with the page.
    if (awaited?.test(call)) return undefined;
    return route.fallback();
  });
}

/** A screen is drawn, and nothing on it is under way but what is awaited on purpose. */
async function waitUntilDrawn(page: Page, isAwaited: boolean): Promise<void> {
  await page.waitForFunction(
    (mayBeBusy) =>
      [...document.querySelectorAll('h1, dialog[open], [role="dialog"]')].some((element) =>
        element.checkVisibility(),
      ) &&
      (mayBeBusy ||
        // The button that asked is busy until it is answered.
        document.querySelector('dialog[open]') !== null ||
        ![...document.querySelectorAll('[aria-busy="true"], main [role="status"] svg')].some((element) =>
          element.checkVisibility(),
        )),
    isAwaited,
    { timeout: OPENING_MS },
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitForQuiet(page);
  await waitForRest(page);
}

/** Keeps a screen as pictures: the window, and what lies below it. */
async function keepPictures(page: Page, folder: string, name: string): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  await page.screenshot({ path: join(folder, `${name}.png`) });
  const isScrolled = await page.evaluate((by) => {
    const before = scrollY;
    if (document.querySelector('dialog[open]') === null) scrollBy({ top: by, behavior: 'instant' });
    return scrollY > before;
  }, height - 150);
  if (!isScrolled) return;
  await waitForRest(page);
  await page.screenshot({ path: join(folder, `${name} 2.png`) });
}

build();
const begun = performance.now();
const demo = await startDemo(BEGIN);
const findings: string[] = [];
let scans = 0;
try {
  const aheadMs = Date.parse(BEGIN) - Date.now();
  const browser = await chromium.launch(await findBrowser());
  const { signed, made } = await prepare(browser, demo, aheadMs);
  const chosen = Object.entries(screensOf(made)).filter(([name]) => name.includes(values.screen ?? ''));
  const folder = values.pictures;
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const turns = variants
    .filter((variant) => values.variant === undefined || nameOf(variant) === values.variant)
    .flatMap((variant) => chosen.map(([name, screen]) => ({ variant, name, screen })));

  const tell = (finding: string) => {
    findings.push(finding);
    process.stdout.write(`${finding}\n`);
  };
  const look = async ({ variant, name, screen }: (typeof turns)[number]) => {
    const state = screen.as === undefined ? undefined : signed[screen.as];
    const context = await openContext(browser, demo, aheadMs, {
      locale: variant.language,
      viewport: widths[variant.width],
      colorScheme: variant.theme,
      ...(state && { storageState: state }),
    });
    const where = `${name} (${nameOf(variant)})`;
    try {
      const page = await context.newPage();
      if (variant.isLarge === true)
        await (
          await context.newCDPSession(page)
        ).send('Page.setFontSizes', { fontSizes: { standard: LARGE_TEXT } });
      await answerCalls(page, screen);
      await page.goto(screen.path);
      await waitUntilDrawn(page, screen.awaited !== undefined);
      await screen.reach?.(page, wordsOf(variant.language));
      await waitUntilDrawn(page, screen.awaited !== undefined);
      if (screen.as !== undefined && new URL(page.url()).pathname.endsWith('/login'))
        tell(`${where}: the session has ended`);
      for (const finding of await axeFindings(page)) tell(`${where}: ${finding}`);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (sideways > 0) tell(`${where}: ${sideways} px have to be scrolled sideways`);
      if (folder !== undefined) await keepPictures(page, folder, `${nameOf(variant)} ${name}`);
      scans += 1;
    } catch (error) {
      tell(
        `${where}: not reached, ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`,
      );
      const [page] = context.pages();
      if (folder !== undefined && page)
        await page.screenshot({ path: join(folder, `${nameOf(variant)} ${name} X.png`) });
    } finally {
      await context.close();
    }
  };
  await Promise.all(
    Array.from({ length: Number(values.pages) }, async () => {
      for (let turn = turns.shift(); turn; turn = turns.shift()) await look(turn);
    }),
  );
  await browser.close();
} finally {
  await demo.stop();
}

process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n\n` +
    `${scans} scans in ${Math.round((performance.now() - begun) / 1_000)} s: ${findings.length} findings\n`,
);
if (findings.length > 0) process.exitCode = 1;
