import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import type { AwaitedPayment } from '#platform/payments/awaited-payment.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Link } from '#platform/routing/link.tsx';
import { hasFilledCart } from '#platform/storage/has-filled-cart.ts';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageNote } from '#ui/page-shell.tsx';

/** What is said by the state of the payment. */
const WORDS = {
  pending: { title: 'pendingPaymentTitle', text: 'pendingPayment' },
  paid: { title: 'paidPaymentTitle', text: 'paidPayment' },
  late: { title: 'latePaymentTitle', text: 'latePayment' },
  failed: { title: 'failedPaymentTitle', text: 'failedPayment' },
  expired: { title: 'expiredPaymentTitle', text: 'expiredPayment' },
} as const satisfies Record<AwaitedPayment['state'], object>;

type Props = { readonly payment: AwaitedPayment };

/** What became of a payment that meals wait for, above those that are ordered. */
export function PaymentLine({ payment }: Props) {
  const isOffered = mayUseOffer(usePlatform());
  return (
    <output>
      <PageNote>
        <PaymentText payment={payment} /> {isOffered && mayBeUnpaid(payment) && <WayBack />}
      </PageNote>
    </output>
  );
}

/** The same in place of a list that is empty. */
export function PaymentNotice({ payment }: Props) {
  const t = useTranslations('orderList');
  const isOffered = mayUseOffer(usePlatform());
  const hasFailed = payment.state === 'failed';
  return (
    <Notice
      tone="info"
      illustration={hasFailed ? <BrokenPlate /> : <CoveredPlate />}
      title={t(WORDS[payment.state].title)}
      action={isOffered && (mayBeUnpaid(payment) ? <WayBack /> : <ToMenu />)}
    >
      <output>
        <PaymentText payment={payment} />
      </output>
    </Notice>
  );
}

/** Whether somebody may want to pay again: a payment that was left at the gateway is not confirmed, and never ends by itself. */
const mayBeUnpaid = ({ state }: AwaitedPayment) => state === 'failed' || state === 'pending';

function PaymentText({ payment: { state, amount } }: Props) {
  const t = useTranslations('orderList');
  const formats = useFormats();
  const isCartFilled = useSnapshot(hasFilledCart);
  const words = t(WORDS[state].text, { amount: formats.amount(amount) });
  return <span>{state === 'pending' && isCartFilled ? `${words} ${t('unfinishedPayment')}` : words}</span>;
}

/** To what can be paid again: the cart, unless the page that the payment came back to has emptied it. */
function WayBack() {
  const t = useTranslations('orderList');
  const isCartFilled = useSnapshot(hasFilledCart);
  return isCartFilled ? <Link to="/cart">{t('toCart')}</Link> : <ToMenu />;
}

function ToMenu() {
  const t = useTranslations('orderList');
  return <Link to="/offer/:period?">{t('toMenu')}</Link>;
}
