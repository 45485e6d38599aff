import type { DirectOrder, Order } from '@refectory/contract/orders';
import { ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { orderAction, type OrderAction } from '@refectory/domain/order-action';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useAction, useIsUnderWay, useSubmission } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { aboutDish } from '#platform/toasts/about-dish.ts';
import { Button, type ButtonTone } from '#ui/button.tsx';

import { directItem } from './direct-order.ts';
import { FailureNote } from './failure-note.tsx';
import { makeOrder } from './make-order.ts';
import { takeOffList } from './order-list.ts';

/**
 * The one thing that can be done with an order. A `counted` one says how many portions it cancels, where somebody could
 * expect another number.
 */
export function OrderActionButton({
  order,
  size,
  counted = false,
}: {
  order: Order;
  size?: 'small';
  counted?: boolean;
}) {
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
        counted={counted}
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
  counted,
  ...button
}: {
  readonly order: Order;
  readonly action: OrderAction;
  readonly size: 'small' | undefined;
  readonly counted: boolean;
  readonly busy: boolean;
  readonly onClick: () => void;
}) {
  const t = useTranslations('orderList');
  const formats = useFormats();
  const today = useToday();
  const { name, orderItem, orderPrice, returns = orderPrice } = order;
  const isCounted = counted && action === 'cancel';
  const label = isCounted ? t('cancelCount', { count: orderItem.quantity }) : t(LABELS[action]);
  if (action === 'not-possible') {
    return (
      <Button tone="gone" size={button.size} disabled>
        {label}
      </Button>
    );
  }
  return (
    <Button
      {...button}
      tone={TONES[action]}
      title={action === 'cancel' ? t('returns', { amount: formats.amount(returns) }) : undefined}
      aria-label={t('cancelOrder', {
        action: label,
        dish: name,
        day: formats.dayHeading(orderItem.date, today),
        quantity: isCounted ? 1 : orderItem.quantity,
      })}
    >
      {label}
    </Button>
  );
}

function useCancel(order: Order) {
  const { id, name, orderItem } = order;
  const platform = usePlatform();
  const { queries, toasts } = platform;
  const t = useTranslations('orderList');
  const formats = useFormats();
  const orderAgain = useOrderAgain(order);
  const input = { body: { orderId: id } };
  const isUnderWay = useIsUnderWay('cancelOrder', input);
  const { run, isPending, failure } = useAction('cancelOrder', {
    errorsGoTo: 'toast',
    // A part of the price may have been given back before: only the answer says what comes back now.
    onSuccess: ({ orderPrice: refunded }) => {
      const returned = refunded === undefined ? '' : t('returned', { amount: formats.amount(refunded) });
      toasts.add({
        messageKey: 'Toasts.messageCancelOrderSucceeded',
        reason: aboutDish(formats, { dish: name, date: orderItem.date }, returned),
        tone: 'success',
        action: { label: 'orders.orderAgain', run: () => void orderAgain() },
      });
      takeOffList(platform, id);
      return rereadChanged(queries, 'cancelOrder');
    },
    onFailure: () => rereadChanged(queries, 'cancelOrder'),
  });
  return { run: () => run(input), isPending: isPending || isUnderWay, failure };
}

/** Orders the same again: as many portions, with the same modifiers. */
function useOrderAgain(order: Order) {
  const { name, canteenId, orderItem, orderPrice, modifiers } = order;
  const platform = usePlatform();
  const formats = useFormats();
  const { run } = useSubmission(
    (body: DirectOrder) => {
      const seen = platform.queries.getQueryData(platform.query('listOrders', undefined).queryKey);
      return makeOrder(platform, formats, { ...order, told: name, seen }, body);
    },
    { errorsGoTo: 'toast' },
  );
  return async () => {
    if (!platform.throttle('direct-order', ORDER_THROTTLE_MS)) return;
    // Written as the button of the dish writes one portion, so that it is busy too.
    const item = directItem({ ...orderItem, canteenId, modifiers: modifiers?.map(({ id }) => id) });
    await run({ price: orderPrice, item });
  };
}

/** One call offers an order to others and takes it back; its answer says which it was. */
function useExchange({ id, name, orderItem, onExchange: isOffered = false }: Order) {
  const { queries, toasts } = usePlatform();
  const formats = useFormats();
  const input = { body: { orderId: id } };
  const isUnderWay = useIsUnderWay('exchangeOrder', input);
  const { run, isPending, failure } = useAction('exchangeOrder', {
    errorsGoTo: 'toast',
    onSuccess: ({ onExchange = !isOffered }) => {
      const messageKey = onExchange
        ? 'Toasts.messageExchangeOrderSucceeded'
        : 'Toasts.messageTakeBackOrderSucceeded';
      const reason = aboutDish(formats, { dish: name, date: orderItem.date });
      toasts.add({ messageKey, reason, tone: 'success' });
      return rereadChanged(queries, 'exchangeOrder');
    },
    onFailure: () => rereadChanged(queries, 'exchangeOrder'),
  });
  // An answer that says what is on screen already belongs to an earlier press, whose answer was lost.
  const isEarlier = async ({ onExchange }: { readonly onExchange?: boolean | undefined }) =>
    onExchange === isOffered;
  return { run: () => run(input, { isEarlier }), isPending: isPending || isUnderWay, failure };
}
