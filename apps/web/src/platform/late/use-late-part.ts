import { failureOf, type Failure } from '@refectory/contract/errors';
import { useEffect, useEffectEvent, useReducer } from 'react';

import { usePlatform } from '#platform/platform.ts';

import type { LatePart } from './late-part.ts';
import { loadedWithWords, loadWithWords } from './with-words.ts';

/** How soon a part that could not be fetched is tried again. */
const RETRY_MS = 10_000;

/**
 * A part of a page that is fetched when it is first wanted; undefined until then. Where it cannot be fetched the page
 * does without it, `onFailure` is told, and it is tried again after a while, as long as it is wanted.
 */
export function useLatePart<Loaded>(
  part: LatePart<Loaded>,
  isWanted = true,
  onFailure?: (failure: Failure) => void,
): {
  readonly loaded: Loaded | undefined;
  readonly isAwaited: boolean;
  /** It is wanted, and could not be fetched. */
  readonly hasFailed: boolean;
} {
  const { words } = usePlatform();
  const [hasFailed, setFailed] = useReducer((_: boolean, failed: boolean) => failed, false);
  const loaded = isWanted ? loadedWithWords(part, words) : undefined;
  const isMissing = isWanted && loaded === undefined;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const fetchPart = useEffectEvent(async (missing: LatePart<Loaded>) => {
    setFailed(false);
    try {
      await loadWithWords(missing, words);
      redraw();
    } catch (error) {
      setFailed(true);
      // A file that is gone from the server counts as an answer that cannot be understood.
      onFailure?.(failureOf(error) ?? { kind: 'malformed' });
    }
  });
  useEffect(() => {
    if (isMissing) void fetchPart(part);
  }, [part, isMissing]);
  useEffect(() => {
    if (!hasFailed || !isMissing) return undefined;
    const timer = setTimeout(() => void fetchPart(part), RETRY_MS);
    return () => clearTimeout(timer);
  }, [part, isMissing, hasFailed]);
  return { loaded, isAwaited: isMissing && !hasFailed, hasFailed: isMissing && hasFailed };
}
