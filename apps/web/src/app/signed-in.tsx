import { useEffect } from 'react';
import { useStore } from 'zustand';

import { AutomaticLogout } from '#features/session/automatic-logout.tsx';
import { termsDialog } from '#features/terms/late-terms-dialog.ts';
import { prefetchWithWords } from '#platform/late/with-words.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { presentTerms } from '#platform/session/present-terms.ts';

/**
 * What runs beside every page while a customer is signed in: the watch over the session, and the terms in force.
 */
export function SignedIn() {
  const customerId = useSnapshot(({ session }) => session.customerId);
  return <BesideEveryPage key={customerId} />;
}

function BesideEveryPage() {
  const platform = usePlatform();
  const isTime = useStore(platform.isFirstPageThere);
  useEffect(() => {
    // Whoever has accepted none here is likely to be asked: the dialog comes as soon as the terms are known, so that the
    // page is not in use yet.
    if (isTime && platform.snapshot.getState().session.terms === undefined)
      void prefetchWithWords(termsDialog, platform.words);
  }, [platform, isTime]);
  useEffect(() => void presentTerms(platform), [platform]);
  return <AutomaticLogout />;
}
