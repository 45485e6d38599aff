import { useTranslations } from 'use-intl';

import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { PlainPage } from '#ui/plain-page.tsx';

/** The session token is missing or authentication failed. // spec §2, §8 */
export function SessionTokenPage() {
  const t = useTranslations('Error');
  return (
    <PlainPage
      illustration={<BrokenPlate />}
      title={t('sessionTokenTitle')}
      text={t('sessionTokenText')}
      action={<Button onClick={() => globalThis.location.reload()}>{t('startAgain')}</Button>}
    />
  );
}

/** A page threw something nobody expected; the rest of the application stays usable. */
export function UnexpectedErrorPage({ reset }: { reset: () => void }) {
  const t = useTranslations('Error');
  return (
    <PlainPage
      illustration={<BrokenPlate />}
      title={t('unexpectedTitle')}
      text={t('generic')}
      action={<Button onClick={reset}>{t('startAgain')}</Button>}
    />
  );
}
