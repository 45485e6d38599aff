import { useTranslations } from 'use-intl';

import { useReturnedPayment } from '#platform/payments/returned-payment.ts';
import { Link } from '#platform/routing/link.tsx';
import { OutcomePage } from '#platform/routing/outcome-page.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

import { AfterUnpaidTopUp } from './after-unpaid-top-up.tsx';
import { usePaymentWords } from './use-payment-words.ts';

/** `/topup-failure`: a payment came back that did not come about, unless the server knows that it did. */
export default function TopUpFailurePage() {
  const t = useTranslations('TopUp');
  const payment = useReturnedPayment();
  const { isAwaited, status } = payment;
  const isPaid = status === 'paid';
  // That it failed, the gateway says: before the server was asked it is not known, and after that it holds until the
  // server knows better.
  const isFailed = !isPaid && !isAwaited;
  const words = usePaymentWords(payment);
  const said = isAwaited
    ? { title: t('askingTitle'), text: t('asking') }
    : isFailed
      ? { title: t('failedTitle'), text: t('messageTopUpFailure') }
      : words;
  return (
    <OutcomePage
      page={isFailed ? 'topUpFailure' : 'topUpSuccessful'}
      title={said.title}
      text={
        <output>
          <p>{said.text}</p>
        </output>
      }
      illustration={isPaid ? <EmptyPlate /> : isAwaited ? <CoveredPlate /> : <BrokenPlate />}
      action={
        // The words may get longer or shorter with the answer: nothing stands below them before it is there.
        isAwaited ? undefined : isFailed ? (
          <AfterUnpaidTopUp />
        ) : (
          <Link to="/profile/:page?">{t('toProfile')}</Link>
        )
      }
    />
  );
}
