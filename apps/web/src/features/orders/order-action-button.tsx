import type { Order } from '@refectory/contract/orders';
import { orderAction } from '@refectory/domain/order';
import { useTranslations } from 'use-intl';

import { useAction, useIsUnderWay } from '#platform/api/action.ts';
import { invalidate } from '#platform/api/query.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Button } from '#ui/button.tsx';

/** The one thing that can be done with an order. // spec §4, dish status */
export function OrderActionButton({ order, size }: { order: Order; size?: 'small' }) {
  const platform = usePlatform();
  const t = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const mayWithdraw = useSnapshot(({ session }) => session.withdrawOffer === true);
  const input = { body: { orderId: order.id } };
  const isPending = useIsUnderWay('cancelOrder', input);
  const isExchangePending = useIsUnderWay('exchangeOrder', input);
  const refresh = () => invalidate(platform.queries, 'listOrders', 'getMenu', 'getBalance');
  const cancel = useAction('cancelOrder', {
    errorsGoTo: 'toast',
    onSuccess: () => {
      platform.toasts.add({ messageKey: 'Toasts.messageCancelOrderSucceeded', tone: 'success' });
      return refresh();
    },
    onFailure: refresh,
  });

  const exchange = useAction('exchangeOrder', {
    errorsGoTo: 'toast',
    // One call offers and takes back; what it came to, its answer says.
    onSuccess: ({ onExchange = !order.onExchange }) => {
      platform.toasts.add({
        messageKey: onExchange
          ? 'Toasts.messageExchangeOrderSucceeded'
          : 'Toasts.messageTakeBackOrderSucceeded',
        tone: 'success',
      });
      return refresh();
    },
    onFailure: refresh,
  });

  // A list of orders without a menu beside it is a report (OQ-21).
  if (!mayUseOffer(platform)) return null;
  const action = orderAction(order, mayWithdraw);
  if (action === 'not-possible') {
    return (
      <Button tone="gone" size={size} disabled>
        {t('notPossible')}
      </Button>
    );
  }
  const named = (visible: string) =>
    t('cancelOrder', {
      action: visible,
      dish: order.name,
      day: formats.dayHeading(order.orderItem.date, today),
      quantity: order.orderItem.quantity,
    });
  if (action === 'offer-for-exchange' || action === 'take-back') {
    const visible = t(action === 'take-back' ? 'takeBack' : 'forExchange');
    return (
      <Button
        tone={action === 'take-back' ? 'quiet' : 'exchange'}
        size={size}
        busy={exchange.isPending || isExchangePending}
        aria-label={named(visible)}
        // The answer of an earlier press that was lost: what is on screen came of it.
        onClick={() =>
          void exchange.run(input, async ({ onExchange }) => onExchange === (order.onExchange ?? false))
        }
      >
        {visible}
      </Button>
    );
  }
  return (
    <Button
      tone="quiet"
      size={size}
      busy={cancel.isPending || isPending}
      title={t('returns', { amount: formats.amount(order.orderPrice) })}
      aria-label={named(t('cancel'))}
      onClick={() => void cancel.run(input)}
    >
      {t('cancel')}
    </Button>
  );
}
