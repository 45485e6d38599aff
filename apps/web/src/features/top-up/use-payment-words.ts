import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import type { ReturnedPayment } from '#platform/payments/returned-payment.ts';

/** What is said of a payment, by what the server knows of it. */
export function usePaymentWords({ status, isUnknown, amount, isLateCart, isWatched }: ReturnedPayment) {
  const t = useTranslations('TopUp');
  const formats = useFormats();
  const sum = amount === undefined ? '' : formats.amount(amount);
  switch (status) {
    case 'paid':
      return { title: t('paidTitle'), text: t(isLateCart ? 'lateCart' : 'paid', { amount: sum }) };
    case 'failed':
      return { title: t('failedTitle'), text: t('messageTopUpFailure') };
    case 'pending':
      return { title: t('confirmingTitle'), text: t(isWatched ? 'confirming' : 'stillConfirming') };
    case undefined:
      if (isUnknown) return { title: t('unknownTitle'), text: t('returnedBefore') };
      return { title: t('title'), text: t(isWatched ? 'returned' : 'returnedBefore') };
  }
}
