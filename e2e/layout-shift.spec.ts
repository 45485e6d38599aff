import type { Page } from '@playwright/test';

import { expect, signInToMenu, test } from './fixtures.ts';

/**
 * Answers the page's calls, but for the live stream, one after the other, each only when what the one before brought is
 * drawn. What it gives back waits until there is none left to answer.
 */
async function answerOneByOne(page: Page): Promise<() => Promise<void>> {
  let drawn = Promise.resolve();
  await page.route(/\/api\/(?!live\b)/, (route) => {
    drawn = drawn.then(async () => {
      await route.fulfill({ response: await route.fetch() });
      await page
        .evaluate(
          () =>
            new Promise<void>((resolve) => {
              requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
            }),
        )
        // A page that is left meanwhile draws nothing more.
        .catch((error: unknown) => {
          if (!String(error).includes('navigation')) throw error;
        });
    });
    return drawn;
  });
  return async () => {
    for (let seen: Promise<void> | undefined; seen !== drawn;) {
      seen = drawn;
      await seen;
    }
  };
}

/** What moved on the page that is open since it began, with where it was and where it went. */
function shifts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Shift = PerformanceEntry & {
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRect;
        readonly currentRect: DOMRect;
      }[];
    };
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    return new Promise<string[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect();
        resolve(
          (list.getEntries() as Shift[])
            .flatMap(({ sources }) => sources)
            // What is pushed out of view was not where somebody was about to press.
            .filter(({ currentRect }) => currentRect.width > 0)
            .map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${place(previousRect)} > ${place(currentRect)}`,
            ),
        );
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      // An observer without anything to tell is never called.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
    });
  });
}

test('nothing on a page moves while what it shows arrives', async ({ page }) => {
  await signInToMenu(page, 'jana');
  await expect(page.getByRole('article').first()).toBeVisible();
  const allAnswered = await answerOneByOne(page);
  for (const address of ['/offer/DAY', '/offer/WEEK', '/offer/TIMESPAN', '/orders', '/profile/vouchers']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // It unfolds what is known of the account.
    await expect(page.getByRole('banner').getByRole('button', { name: 'Jana Nováková' })).toBeVisible();
    // What is loading says so; the line that tells of a lost connection is empty. One after the other, the answers of
    // a page take long.
    await expect(page.getByRole('status').filter({ hasText: /\S/ })).toHaveCount(0, { timeout: 60_000 });
    await allAnswered();
    expect(await shifts(page), address).toEqual([]);
  }
});

test('a logo that comes late moves nothing in the header', { tag: '@desk' }, async ({ page }) => {
  let arrive: () => void = () => undefined;
  const hasArrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/files/logo.svg', async (route) => {
    await hasArrived;
    await route.continue();
  });
  // After a second the name appears without the logo. On a busy machine that second is over too early.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
  await page.goto('/webcare/login', { waitUntil: 'domcontentloaded' });
  const name = page.getByRole('banner').getByText('Refectory Webcare');
  await expect(name).toBeAttached();
  arrive();
  await expect(name).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await shifts(page)).toEqual([]);
});
