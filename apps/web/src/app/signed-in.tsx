import { useEffect } from 'react';
import { useStore } from 'zustand';

import { AutomaticLogout } from '#features/session/automatic-logout.tsx';
import { termsDialog } from '#features/terms/late-terms-dialog.ts';
import { repeatRereads } from '#platform/api/repeat-rereads.ts';
import { prefetchWithWords } from '#platform/late/with-words.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { presentTerms } from '#platform/session/present-terms.ts';

/**
 * What runs beside every page while a customer is signed in: the watch over the session, the terms in force, and what
 * could not be read again.
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
  useEffect(() => repeatRereads(platform), [platform]);
  return <AutomaticLogout />;
}
