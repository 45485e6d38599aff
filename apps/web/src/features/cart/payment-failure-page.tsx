import { mayShop } from '@refectory/domain/access';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

import { forgetPayment } from '#platform/payments/awaited-payment.ts';
import { useReturnedPayment } from '#platform/payments/returned-payment.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';

import { useCart } from './cart-store.ts';
import { markFailedPayment } from './returned-cart.ts';

/** `/payment-failure`: a payment by card did not come about; the cart is kept. */
export default function PaymentFailurePage() {
  const platform = usePlatform();
  const { settings } = platform;
  const { paymentId, status, isExpired } = useReturnedPayment();
  // Of one whose time was over the gateway may still bring the money.
  const isDeclined = status === 'failed' && !isExpired;
  const t = useTranslations('Fail');
  const tShell = useTranslations('shell');
  const { items } = useCart();
  const isLoggedIn = useIsLoggedIn();
  // It may have been ordered in another way meanwhile. Whose cart it is, a guest does not tell.
  const isEmpty = isLoggedIn && items.length === 0;
  useEffect(() => {
    // Where the server knows it, the cart does not ask to look for its dishes among the orders.
    if (status !== 'failed') return;
    markFailedPayment(platform, paymentId);
    forgetPayment(platform, paymentId);
  }, [platform, status, paymentId]);
  return (
    <OutcomePage
      page="paymentFailure"
      title={t('messageFail')}
      text={
        <>
          <p>{t(isEmpty ? 'textEmpty' : 'text')}</p>
          {paymentId !== undefined && (
            // It has its line before the server has answered: the buttons below do not move.
            <output>
              <p>{isDeclined ? t('notCharged') : '\u00a0'}</p>
            </output>
          )}
        </>
      }
      illustration={<BrokenPlate />}
      action={
        // Whose session ended at the gateway signs in on the way to the cart.
        !mayShop(settings, true) ? (
          <Link to="/">{tShell('toStart')}</Link>
        ) : (
          <>
            {isEmpty && <Link to="/orders">{t('toOrders')}</Link>}
            <Link to="/cart">{t('toCart')}</Link>
          </>
        )
      }
    />
  );
}
