import { useEffect } from 'react';

import { AutomaticLogout } from '#features/session/automatic-logout.tsx';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { presentTerms } from '#platform/session/present-terms.ts';

/** What runs beside every page while a customer is signed in: the watch over the session, and the terms in force. */
export function SignedIn() {
  const customerId = useSnapshot(({ session }) => session.customerId);
  return <BesideEveryPage key={customerId} />;
}

function BesideEveryPage() {
  const platform = usePlatform();
  useEffect(() => {
    void presentTerms(platform);
  }, [platform]);
  return <AutomaticLogout />;
}
