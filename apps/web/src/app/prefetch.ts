import { keyedCallPart } from '#platform/api/action.ts';
import { customerCallsPart, otherCallsPart } from '#platform/api/endpoint-of.ts';
import { prefetchWithWords } from '#platform/late/with-words.ts';
import type { Platform } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';

import { dialogStack, hasPrefetched, toastRegion } from './late-parts.ts';

/** What Chromium tells of the line, on which people may pay for each byte. */
type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

function isLineToBeSpared(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true;
}

/** Fetches for later what an action needs, all of it in one wait, and then the pages that most go to next. */
async function prefetchLikely(platform: Platform): Promise<void> {
  if (isLineToBeSpared()) return;
  const { navigation, settings, snapshot, words } = platform;
  await Promise.all(
    [toastRegion, dialogStack, keyedCallPart, customerCallsPart].map((part) =>
      prefetchWithWords(part, words),
    ),
  );
  hasPrefetched.setState(true, true);
  if (!snapshot.getState().session.auth) return navigation.prefetch('/login');
  if (mayUseOffer(platform)) await navigation.prefetch('/orders');
  await Promise.all([
    otherCallsPart.prefetch(),
    navigation.prefetch('/profile'),
    settings.allowProfileDashboard && navigation.prefetch('/profile/dashboard'),
  ]);
}

/**
 * Prefetches once the first page is on screen with what it reads, so that it never waits for a later one; and once more
 * for whoever logs in after that, when what is read for them is there.
 */
export function prefetchWhenIdle(platform: Platform): void {
  const { queries, isFirstPageThere, snapshot } = platform;
  const isSettled = () => isFirstPageThere.getState() && queries.isFetching() === 0;
  let wasForGuest = false;
  const isDone = () => wasForGuest && !snapshot.getState().session.auth;
  let isPlanned = false;
  const prefetch = () => {
    isPlanned = false;
    if (!isSettled() || isDone()) return;
    wasForGuest = !snapshot.getState().session.auth;
    if (!wasForGuest) for (const stop of stopping) stop();
    void prefetchLikely(platform);
  };
  const begin = () => {
    if (isPlanned || !isSettled() || isDone()) return;
    isPlanned = true;
    // Safari does not say when it is idle.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(prefetch);
    else setTimeout(prefetch, IDLE_MS);
  };
  const stopping = [isFirstPageThere.subscribe(begin), queries.getQueryCache().subscribe(begin)];
  begin();
}

const IDLE_MS = 1_000;
