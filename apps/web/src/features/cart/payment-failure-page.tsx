import { useTranslations } from 'use-intl';

import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';

/** `/payment-failure`: a payment by card did not come about; the cart is kept. */
export default function PaymentFailurePage() {
  const t = useTranslations('Fail');
  return (
    <OutcomePage
      page="paymentFailure"
      title={t('messageFail')}
      text={<p>{t('text')}</p>}
      illustration={<BrokenPlate />}
      action={<Link to="/cart">{t('toCart')}</Link>}
    />
  );
}
