import { useStore } from 'zustand';

import { usePlatform } from '#platform/platform.ts';

import type { LatePart } from './late-part.ts';
import { useLatePart } from './use-late-part.ts';

/**
 * A part that the first page does without: it is fetched once that page is drawn with what it reads, so that nothing on
 * a slow line comes before the dishes. Undefined until then, as `useLatePart` has it.
 */
export function useLaterPart<Loaded>(part: LatePart<Loaded>, isWanted = true) {
  const isTime = useStore(usePlatform().isFirstPageThere);
  const { loaded, isAwaited } = useLatePart(part, isWanted && isTime);
  return { loaded, isAwaited: isAwaited || (isWanted && !isTime) };
}
