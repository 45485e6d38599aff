import { readFileSync } from 'node:fs';

import type { BrowserContext, Page, Request } from '@playwright/test';
import { languages } from '@refectory/domain/texts';

/** What is wrong on a page, as the page itself saw it. */
type Finding = { readonly kind: 'error' | 'shift'; readonly text: string };

/** Watches the pages of a journey for what must not happen in any of them. */
export type Observer = {
  /** Names what the journey causes on purpose. */
  readonly expect: (finding: RegExp) => void;
  /** What was found so far and is not expected. */
  readonly findings: () => readonly string[];
};

/** How often the page tells which of its controls are busy, in milliseconds. */
const TICK_MS = 250;

/** What moves within this time of a press moves because of it, in milliseconds; the browser has the same measure. */
const PRESS_MS = 500;

/** What an answer brings is drawn within this time, also where journeys share the processor, in milliseconds. */
const DRAWN_MS = 1_500;

/** The words for a dish that is not so healthy stand in the colour of errors and are none. */
const heartyWords = languages.map((language) => {
  const file = new URL(`../packages/translations/src/${language}/menu.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { UNHEALTHY: string }).UNHEALTHY;
});

/** For so many ticks in a row a control may be busy without a request under way: what its answer brings is drawn. */
const BUSY_TICKS = 12;

/**
 * Watches all pages of a context. It finds
 * - errors on the screen, by their colour and by role, that the journey did not name,
 * - controls that stay busy though every answer has come and nothing is asked,
 * - parts of a page that move although no press set that in motion.
 */
export async function observe(context: BrowserContext): Promise<Observer> {
  const found = new Set<string>();
  const expected: RegExp[] = [];
  const requests = new Map<Page, Set<Request>>();
  const refused: string[] = [];
  const busyTicks = new WeakMap<Page, Map<string, number>>();

  const pageOf = (request: Request) => {
    try {
      return request.frame().page();
    } catch {
      // The first request of a page comes before its frame is known; nothing on it is busy yet.
      return undefined;
    }
  };
  const done = (request: Request) => {
    const page = pageOf(request);
    if (page) requests.get(page)?.delete(request);
  };
  context.on('request', (request) => {
    const page = pageOf(request);
    // The stream of the offer is open as long as the offer is.
    if (!page || new URL(request.url()).pathname.endsWith('/live')) return;
    if (request.isNavigationRequest()) requests.delete(page);
    requests.set(page, (requests.get(page) ?? new Set()).add(request));
  });
  context.on('requestfinished', done);
  context.on('requestfailed', (request) => {
    done(request);
    const reason = request.failure()?.errorText;
    // The page no longer wanted it.
    if (reason !== 'net::ERR_ABORTED') refused.push(`${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400)
      refused.push(`${response.request().method()} ${response.url()} ${response.status()}`);
  });

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  await context.exposeBinding('tellObserver', ({ page }, { kind, text }: Finding) => {
    const reason = refused.length === 0 ? 'though no call failed' : `after ${refused.at(-1)}`;
    if (kind === 'shift') found.add(`moved at ${pathOf(page)}: ${text}`);
    else if (!heartyWords.includes(text)) found.add(`error at ${pathOf(page)}: ${text} (${reason})`);
  });
  await context.exposeBinding('tellBusy', ({ page }, names: string[]) => {
    const isAsking = (requests.get(page)?.size ?? 0) > 0;
    const before = busyTicks.get(page);
    const now = new Map(names.map((name) => [name, isAsking ? 0 : (before?.get(name) ?? 0) + 1]));
    busyTicks.set(page, now);
    for (const [name, ticks] of now) if (ticks >= BUSY_TICKS) found.add(`busy at ${pathOf(page)}: ${name}`);
  });
  await context.addInitScript(watchPage, { tickMs: TICK_MS, pressMs: PRESS_MS, drawnMs: DRAWN_MS });

  return {
    expect: (finding) => expected.push(finding),
    findings: () => [...found].filter((finding) => !expected.some((pattern) => pattern.test(finding))),
  };
}

/** Runs in every page, before anything else does. */
function watchPage({ tickMs, pressMs, drawnMs }: { tickMs: number; pressMs: number; drawnMs: number }): void {
  type Shift = PerformanceEntry & {
    readonly hadRecentInput: boolean;
    readonly sources: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRect;
      readonly currentRect: DOMRect;
    }[];
  };
  const { tellObserver, tellBusy } = globalThis as unknown as {
    tellObserver: (finding: { kind: 'error' | 'shift'; text: string }) => Promise<void>;
    tellBusy: (names: string[]) => Promise<void>;
  };
  const textOf = (node: Node | null) => (node?.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 80);

  // A press sets calls in motion, whose answers bring more calls: what they change, the person asked for. On a fast
  // line the browser itself excuses it as following input.
  const presses: number[] = [];
  for (const type of ['pointerdown', 'click', 'keydown', 'input', 'change'])
    addEventListener(type, () => presses.push(performance.now()), { capture: true, passive: true });
  const calls: { readonly begin: number; readonly end: number }[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      calls.push({ begin: startTime, end: startTime + duration });
    calls.sort((one, other) => one.begin - other.begin);
  }).observe({ type: 'resource', buffered: true });
  const followsPress = (moment: number) =>
    presses.some((press) => {
      let until = press + pressMs;
      // What it waits for may have been under way before it, as what is fetched for later is.
      for (const { begin, end } of calls)
        if (end >= press && begin <= until) until = Math.max(until, end + drawnMs);
      return moment >= press && moment <= until;
    });

  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  const tellShift = (moment: number, moved: Shift['sources'], texts: readonly string[]) => {
    if (followsPress(moment)) return;
    for (const [index, { previousRect, currentRect }] of moved.entries()) {
      // What comes into view or leaves it was not where somebody was about to press.
      if (previousRect.width === 0 || currentRect.width === 0) continue;
      // Other words in the same place: they are news, and nothing else moved.
      if (place(previousRect) === place(currentRect)) continue;
      const text = `${texts[index]} from ${place(previousRect)} to ${place(currentRect)}`;
      void tellObserver({ kind: 'shift', text });
    }
  };
  // Toasts lie over the page: one closes up when another has gone. The foot follows a page that says more than before.
  const isExcused = (node: Node | null) =>
    Boolean(node?.parentElement?.closest('[popover]')) || node?.nodeName === 'FOOTER';
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      if (shift.hadRecentInput) continue;
      const moved = shift.sources.filter(({ node }) => !isExcused(node));
      if (moved.length === 0) continue;
      const texts = moved.map(({ node }) => `${node?.nodeName} "${textOf(node)}"`);
      // The call that brought it may be told of a little later.
      setTimeout(() => tellShift(shift.startTime, moved, texts), pressMs);
    }
  }).observe({ type: 'layout-shift', buffered: true });

  // Errors have no role of their own: what stands in their colour, or beside a mark filled with it, is one.
  const colours = () => {
    const probe = document.createElement('span');
    document.documentElement.append(probe);
    const resolve = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    const [ink, fill] = [resolve('--paprika-text'), resolve('--paprika')];
    probe.remove();
    return { ink, fill };
  };
  const hasOwnText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && textOf(node) !== '');
  let changed = new Set<Element>();
  const look = () => {
    const elements = [...changed];
    changed = new Set();
    // The page of a payment gateway is none of ours, and has no colour of errors.
    if (getComputedStyle(document.documentElement).getPropertyValue('--paprika') === '') return;
    const { ink, fill } = colours();
    for (const element of elements) {
      if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) continue;
      // What a form says of its fields before it is sent is no failure.
      if (element.closest('form')?.querySelector('[aria-invalid]')) continue;
      const { color, backgroundColor } = getComputedStyle(element);
      const isMark = backgroundColor === fill && !element.matches('button');
      if (isMark) void tellObserver({ kind: 'error', text: textOf(element.parentElement) });
      else if (element.matches('[role=alert]') || (color === ink && hasOwnText(element)))
        void tellObserver({ kind: 'error', text: textOf(element) });
    }
  };
  const note = (element: Element | null) => {
    // What is gone already shows nothing; the probe of the colours is, and would have each frame looked at for good.
    if (!element?.isConnected || element === document.documentElement) return;
    if (changed.size === 0) requestAnimationFrame(look);
    changed.add(element);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes, type } of records) {
      if (type !== 'childList') note(target instanceof Element ? target : target.parentElement);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) note(node.parentElement);
        else for (const element of [node, ...node.querySelectorAll('*')]) note(element);
      }
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['class', 'role'],
  });

  setInterval(() => {
    // While a question is open its answer is awaited.
    const isAsked = document.querySelector('dialog[open]') !== null;
    const busy = isAsked ? [] : [...document.querySelectorAll('[aria-busy="true"]')];
    void tellBusy(busy.map((element) => element.getAttribute('aria-label') ?? textOf(element)));
  }, tickMs);
}
