import { failureOf } from '@refectory/contract/errors';
import { useState, type ComponentType } from 'react';

import { tellFailure } from '#platform/api/describe-error.ts';
import { usePlatform } from '#platform/platform.ts';

import type { LatePart } from './late-part.ts';
import { loadedWithWords, loadWithWords } from './with-words.ts';

/**
 * A dialog of one page, which is fetched when it is first opened. Where it cannot be fetched the page stays as
 * it is, and a toast says why. `Dialog` is there while it is open.
 */
export function useLateDialog<Props>(part: LatePart<ComponentType<Props>>) {
  const { toasts, words } = usePlatform();
  const loaded = loadedWithWords(part, words);
  const [state, setState] = useState<'closed' | 'loading' | 'open'>('closed');
  const open = async () => {
    if (state === 'loading') return;
    if (!loaded) setState('loading');
    try {
      await loadWithWords(part, words);
      setState('open');
    } catch (error) {
      setState('closed');
      // A file that is gone from the server counts as an answer that cannot be understood.
      tellFailure(toasts, failureOf(error) ?? { kind: 'malformed' });
    }
  };
  return {
    Dialog: state === 'open' ? loaded : undefined,
    isLoading: state === 'loading',
    open,
    close: () => setState('closed'),
  };
}
