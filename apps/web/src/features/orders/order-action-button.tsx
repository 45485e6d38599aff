import type { Order } from '@refectory/contract/orders';
import { orderAction, type OrderAction } from '@refectory/domain/order';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useAction, useIsUnderWay } from '#platform/api/action.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Button, type ButtonTone } from '#ui/button.tsx';

import { FailureNote } from './failure-note.tsx';
import { rereadAfter } from './reread-after.ts';

/** The one thing that can be done with an order. // spec §4, dish status */
export function OrderActionButton({ order, size }: { order: Order; size?: 'small' }) {
  const platform = usePlatform();
  const mayWithdraw = useSnapshot(({ session }) => session.capabilities?.withdrawOffer === true);
  const cancel = useCancel(order);
  const exchange = useExchange(order);
  const [pressed, setPressed] = useState<OrderAction>();

  // A list of orders without a menu beside it is a report.
  if (!mayUseOffer(platform)) return null;
  const action = orderAction(order, mayWithdraw);
  const { run, isPending } = action === 'cancel' ? cancel : exchange;
  // It stays when the order can no longer be cancelled, which is what most cancellations fail for.
  const failure = pressed === 'cancel' ? cancel.failure : exchange.failure;
  return (
    <>
      <ActionButton
        order={order}
        action={action}
        size={size}
        busy={isPending}
        onClick={() => {
          setPressed(action);
          void run();
        }}
      />
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

const TONES = {
  cancel: 'quiet',
  'offer-for-exchange': 'exchange',
  'take-back': 'quiet',
  'not-possible': 'gone',
} as const satisfies Record<OrderAction, ButtonTone>;

const LABELS = {
  cancel: 'cancel',
  'offer-for-exchange': 'forExchange',
  'take-back': 'takeBack',
  'not-possible': 'notPossible',
} as const satisfies Record<OrderAction, string>;

function ActionButton({
  order,
  action,
  ...button
}: {
  readonly order: Order;
  readonly action: OrderAction;
  readonly size: 'small' | undefined;
  readonly busy: boolean;
  readonly onClick: () => void;
}) {
  const t = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const label = t(LABELS[action]);
  if (action === 'not-possible') {
    return (
      <Button tone="gone" size={button.size} disabled>
        {label}
      </Button>
    );
  }
  const { name, orderItem, orderPrice } = order;
  return (
    <Button
      {...button}
      tone={TONES[action]}
      title={action === 'cancel' ? t('returns', { amount: formats.amount(orderPrice) }) : undefined}
      aria-label={t('cancelOrder', {
        action: label,
        dish: name,
        day: formats.dayHeading(orderItem.date, today),
        quantity: orderItem.quantity,
      })}
    >
      {label}
    </Button>
  );
}

function useCancel({ id }: Order) {
  const { queries, toasts } = usePlatform();
  const input = { body: { orderId: id } };
  const isUnderWay = useIsUnderWay('cancelOrder', input);
  const { run, isPending, failure } = useAction('cancelOrder', {
    errorsGoTo: 'toast',
    onSuccess: () => {
      toasts.add({ messageKey: 'Toasts.messageCancelOrderSucceeded', tone: 'success' });
      return rereadAfter(queries, 'cancelOrder');
    },
    onFailure: () => rereadAfter(queries, 'cancelOrder'),
  });
  return { run: () => run(input), isPending: isPending || isUnderWay, failure };
}

/** One call offers an order to others and takes it back; its answer says which it was. */
function useExchange({ id, onExchange: isOffered = false }: Order) {
  const { queries, toasts } = usePlatform();
  const input = { body: { orderId: id } };
  const isUnderWay = useIsUnderWay('exchangeOrder', input);
  const { run, isPending, failure } = useAction('exchangeOrder', {
    errorsGoTo: 'toast',
    onSuccess: ({ onExchange = !isOffered }) => {
      const messageKey = onExchange
        ? 'Toasts.messageExchangeOrderSucceeded'
        : 'Toasts.messageTakeBackOrderSucceeded';
      toasts.add({ messageKey, tone: 'success' });
      return rereadAfter(queries, 'exchangeOrder');
    },
    onFailure: () => rereadAfter(queries, 'exchangeOrder'),
  });
  // An answer that says what is on screen already belongs to an earlier press, whose answer was lost.
  const isEarlier = async ({ onExchange }: { readonly onExchange?: boolean | undefined }) =>
    onExchange === isOffered;
  return { run: () => run(input, { isEarlier }), isPending: isPending || isUnderWay, failure };
}
