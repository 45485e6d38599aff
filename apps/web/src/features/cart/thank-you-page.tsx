import { mayShop } from '@refectory/domain/access';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

import { rereadChanged } from '#platform/api/reread-changed.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { forgetPayment } from '#platform/payments/awaited-payment.ts';
import { useReturnedPayment, type ReturnedPayment } from '#platform/payments/returned-payment.ts';
import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { SteadyText } from '#ui/steady-note.tsx';

import { placedCart } from './placed-cart.ts';
import { emptyPaidCart, hasProceededCart } from './returned-cart.ts';

/** `/thank-you`: the end of an order, which empties the cart. A payment by card comes back here. */
export default function ThankYouPage() {
  const platform = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations();
  const payment = useReturnedPayment();
  const { paymentId } = payment;
  const isSettled = payment.status === 'paid' || payment.status === 'failed';
  useEffect(() => {
    if (isSettled) forgetPayment(platform, paymentId);
  }, [platform, paymentId, isSettled]);
  const { title, text, illustration } = useWords(payment);
  useEffect(() => {
    emptyPaidCart(platform, paymentId);
    // The orders that were read before lack this one: nobody shall order it again.
    platform.queries.removeQueries({ queryKey: ['listOrders'], type: 'inactive', fetchStatus: 'idle' });
    void rereadChanged(platform.queries, 'submitCart');
  }, [platform, paymentId]);
  return (
    <OutcomePage
      page={payment.status === 'failed' ? 'paymentFailure' : 'thankYou'}
      title={title}
      text={
        <output>
          {payment.status === undefined ? (
            <p>{text}</p>
          ) : (
            // The buttons below stay when the payment is confirmed.
            <p>
              <SteadyText longest={t('cart.confirming')}>{text}</SteadyText>
            </p>
          )}
        </output>
      }
      illustration={illustration}
      action={
        mayShop(platform.settings, isLoggedIn) ? (
          <>
            <Link to="/offer/:period?">{t('cart.toMenu')}</Link>
            {isLoggedIn && <Link to="/orders">{t('cart.toOrders')}</Link>}
          </>
        ) : (
          <Link to="/">{t('shell.toStart')}</Link>
        )
      }
    />
  );
}

/** What is said of the order, by what the server knows of its payment. */
function useWords({ paymentId, status, amount, isLateCart, isWatched }: ReturnedPayment) {
  const platform = usePlatform();
  const t = useTranslations();
  const formats = useFormats();
  // Where the address names no payment, the cart tells of it until it is emptied.
  const [isOfProceededCart] = useState(() => hasProceededCart(platform));
  switch (status) {
    case 'paid': {
      const paid = { amount: amount === undefined ? '' : formats.amount(amount) };
      if (isLateCart)
        return { title: t('cart.lateTitle'), text: t('cart.late', paid), illustration: <CoveredPlate /> };
      if (amount === undefined) break;
      return { title: t('pages.thankYou'), text: t('cart.paidText', paid), illustration: <EmptyPlate /> };
    }
    case 'failed':
      return {
        title: t('pages.paymentFailure'),
        text: t('cart.paymentFailed'),
        illustration: <BrokenPlate />,
      };
    case 'pending':
      return {
        title: t('cart.confirmingTitle'),
        text: t(isWatched ? 'cart.confirming' : 'cart.stillConfirming'),
        illustration: <CoveredPlate />,
      };
    case undefined:
      break;
  }
  const isAwaited = status === undefined && (paymentId !== undefined || isOfProceededCart);
  const placed = isAwaited || status === 'paid' ? undefined : placedCart(platform);
  return {
    title: t('pages.thankYou'),
    text:
      placed === undefined
        ? t(isAwaited ? 'cart.thankYouCardText' : 'cart.thankYouText')
        : t('cart.placedText', { amount: formats.amount(placed) }),
    illustration: <EmptyPlate />,
  };
}
