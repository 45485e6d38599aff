import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

import { rereadChanged } from '#platform/api/reread-changed.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

import { emptyPaidCart, hasProceededCart } from './cart-store.ts';

/** `/thank-you`: the end of an order, which empties the cart. A payment by card comes back here. */
export default function ThankYouPage() {
  const platform = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations();
  // The address names a payment that came back; where a gateway leaves that out, the cart tells until it is emptied.
  const isNamed = usePlace().search.has('paymentId');
  const [isOfProceededCart] = useState(() => hasProceededCart(platform));
  useEffect(() => {
    emptyPaidCart(platform);
    void rereadChanged(platform.queries, 'submitCart');
  }, [platform]);
  return (
    <OutcomePage
      page="thankYou"
      title={t('pages.thankYou')}
      text={<p>{t(isNamed || isOfProceededCart ? 'cart.thankYouCardText' : 'cart.thankYouText')}</p>}
      illustration={<EmptyPlate />}
      action={
        <>
          <Link to="/offer/:period?">{t('cart.toMenu')}</Link>
          {isLoggedIn && <Link to="/orders">{t('cart.toOrders')}</Link>}
        </>
      }
    />
  );
}
