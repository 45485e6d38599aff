import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** An answer that comes later than this after the one before is drawn by itself. */
const QUIET_MS = 400;

type Finding = { id: string; help: string; nodes: { html: string; any: { message: string }[] }[] };

/** Waits until nothing on a page moves but what moves without end. */
export async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What ends may set something else in motion.
    for (;;) {
      const moving = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .filter(({ playState }) => playState === 'running');
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

/** Waits until nothing on a page changes for a while. */
export async function waitForQuiet(page: Page): Promise<void> {
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quietMs);
        new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(resolve, quietMs);
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
    QUIET_MS,
  );
}

/**
 * What axe finds on a page once nothing on it moves: the rule, in words, the first element, and what is wrong with it.
 * A page that has findings is looked at once more, since an answer may have come while axe looked, and set it in motion.
 */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  await waitForRest(page);
  const found = await look(page);
  if (found.length === 0) return found;
  await waitForQuiet(page);
  await waitForRest(page);
  return look(page);
}

async function look(page: Page): Promise<readonly string[]> {
  // Run through the debugger: the content policy lets no script of a test into the page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Finding[] }> };
    };
    // Without these, axe also tells what passes, and finds a selector for every element of the page.
    const { violations } = await axe.run({ resultTypes: ['violations'], selectors: false });
    return violations.map(({ id, help, nodes: [first] }) =>
      [id, help, first?.html, first?.any[0]?.message].filter(Boolean).join(' | '),
    );
  });
}
