import { hasCart, mayShop, orderingStyle } from '@refectory/domain/access';
import { withReturnedTopUp } from '@refectory/domain/begun-top-up';
import { LATE_BALANCE_PAUSE_MS } from '@refectory/domain/top-up';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useReturnedPayment } from '#platform/payments/returned-payment.ts';
import { useIsLoggedIn, usePlatform, useSnapshot } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { hasFilledCart } from '#platform/storage/has-filled-cart.ts';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { SteadyText } from '#ui/steady-note.tsx';

import { AfterUnpaidTopUp } from './after-unpaid-top-up.tsx';
import { usePaymentWords } from './use-payment-words.ts';

/** `/topup-successful`: the browser came back from the gateway; only the server knows the result of the payment. */
export default function TopUpSuccessfulPage() {
  const t = useTranslations('TopUp');
  const formats = useFormats();
  const isLoggedIn = useIsLoggedIn();
  const payment = useReturnedPayment();
  const { paymentId, isWatched, status } = payment;
  const { query, settings, snapshot } = usePlatform();
  useEffect(() => {
    // Whoever goes on from here, or comes back to top up, is told that it is being confirmed.
    if (snapshot.getState().begunTopUps.length > 0)
      snapshot.setState(({ begunTopUps }) => ({ begunTopUps: withReturnedTopUp(begunTopUps, paymentId) }));
  }, [snapshot, paymentId]);
  const { balance } =
    useQuery({
      ...query('getBalance', undefined),
      enabled: isLoggedIn,
      staleTime: 0,
      refetchInterval: isWatched ? LATE_BALANCE_PAUSE_MS : false,
    }).data ?? {};
  const hasDishes = useSnapshot(hasFilledCart) && hasCart(orderingStyle(settings));
  const said = usePaymentWords(payment);
  // The money may be there before its confirmation is heard of.
  const isConfirming = status === 'pending' && isWatched;
  const illustrations = { paid: <EmptyPlate />, failed: <BrokenPlate />, pending: <CoveredPlate /> };
  return (
    <OutcomePage
      page="topUpSuccessful"
      title={said.title}
      illustration={illustrations[status ?? 'pending']}
      text={
        <output>
          {/* The buttons below stay when the payment is confirmed. */}
          <p>
            {status === undefined ? (
              said.text
            ) : (
              <SteadyText longest={t('confirming')}>{said.text}</SteadyText>
            )}
          </p>
          {/* Its line is there before its amount: the link below does not move for it. */}
          {isLoggedIn && (
            <p>
              {t('balance')} <b>{balance === undefined || isConfirming ? '…' : formats.amount(balance)}</b>
            </p>
          )}
        </output>
      }
      action={
        status === 'failed' ? (
          <AfterUnpaidTopUp />
        ) : (
          <>
            {/* Many top up because a dish cost more than they had. */}
            {mayShop(settings, isLoggedIn) &&
              (hasDishes ? (
                <Link to="/cart">{t('toCart')}</Link>
              ) : (
                <Link to="/offer/:period?">{t('toMenu')}</Link>
              ))}
            <Link to="/profile/:page?">{t('toProfile')}</Link>
          </>
        )
      }
    />
  );
}
