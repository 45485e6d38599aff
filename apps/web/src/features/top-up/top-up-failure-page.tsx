import { useTranslations } from 'use-intl';

import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';

import { AfterUnpaidTopUp } from './after-unpaid-top-up.tsx';

/** `/topup-failure`: a payment came back that did not come about. */
export default function TopUpFailurePage() {
  const t = useTranslations('TopUp');
  return (
    <OutcomePage
      page="topUpFailure"
      title={t('failedTitle')}
      text={<p>{t('messageTopUpFailure')}</p>}
      illustration={<BrokenPlate />}
      action={<AfterUnpaidTopUp />}
    />
  );
}
