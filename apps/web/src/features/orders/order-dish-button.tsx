import type { MenuItem } from '@refectory/contract/menu';
import { failureOf, type Failure } from '@refectory/contract/errors';
import type { Order } from '@refectory/contract/orders';
import { goesToCart, orderingStyle } from '@refectory/domain/access';
import type { DishAction, DishStatus } from '@refectory/domain/dish';
import { isEarlierOrder, ORDER_PAUSE_MS, ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { orderPrice } from '@refectory/domain/money';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useAction, useIsUnderWay } from '#platform/api/action.ts';
import { describeFailure } from '#platform/api/describe-error.ts';
import { invalidate } from '#platform/api/query.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useIsLoggedIn, usePlatform, useToday, type Platform } from '#platform/platform.ts';
import { ActionNote } from '#ui/action-note.tsx';
import { Button } from '#ui/button.tsx';

import { directOrder } from './direct-order.ts';

/** What an order that failed was about. */
type Tried = {
  readonly quantity: number;
  readonly ordered: number;
};

type OrderDishProps = {
  readonly dish: MenuItem;
  readonly action: Exclude<DishAction, 'none'>;
  /** So many portions. */
  readonly quantity: number;
  /** So many orders of the dish there are already. */
  readonly ordered: number;
  readonly onOrdered?: () => void;
};

/** The one action of a dish: order, exchange, or sold out. // spec §4, dish status */
export function OrderDishButton({ dish, action, quantity, ordered, onOrdered }: OrderDishProps) {
  const platform = usePlatform();
  const router = useRouter();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const [isHeld, setHeld] = useState(false);
  const [tried, setTried] = useState<Tried>();
  const { price } = dish;
  const input = price === undefined ? undefined : { body: directOrder({ ...dish, price }, quantity) };
  const isUnderWay = useIsUnderWay('createDirectOrder', input);
  const refresh = () => invalidate(platform.queries, 'getMenu', 'listOrders', 'getBalance');
  const create = useAction('createDirectOrder', {
    errorsGoTo: 'toast',
    onSuccess: () => {
      platform.toasts.add({ messageKey: 'Toasts.messageCreateOrderSucceeded', tone: 'success' });
      onOrdered?.();
      setHeld(true);
      setTimeout(() => setHeld(false), ORDER_PAUSE_MS);
      return refresh();
    },
    // What was shown was not what could be had, so it is read again.
    onFailure: refresh,
  });
  // By itself also while the counter or the price makes another order of it (ORD-06).
  const isPending = create.isPending || isUnderWay;

  // Once it was sold out, what failed before says nothing of portions that come back.
  if (tried && action === 'sold-out') setTried(undefined);

  if (action === 'sold-out') {
    return (
      <Button tone="gone" disabled {...(isClosed(dish.status) && { title: t('orderingClosed') })}>
        {t('soldOut')}
      </Button>
    );
  }

  const order = async () => {
    if (isPending || isHeld) return;
    // No order leaves a shop but by its cart, whose page says how far it is. // OQ-01
    if (goesToCart(action, orderingStyle(platform.settings))) {
      await router.navigate({ to: '/cart' });
      return;
    }
    if (!isLoggedIn) {
      await askToLogIn(platform);
      return;
    }
    // One for all direct orders: further presses within it are dropped (OQ-35). // spec §9
    if (!input || !platform.throttle('direct-order', ORDER_THROTTLE_MS)) return;
    const seen = idsOf(platform.queries.getQueryData(platform.query('listOrders', undefined).queryKey));
    const isEarlier = async ({ orderId }: { readonly orderId?: number | undefined }) =>
      orderId !== undefined && isEarlierOrder(orderId, { seen, present: await presentOrders(platform) });
    setTried({ quantity, ordered });
    await create.run(input, isEarlier);
  };

  const visible =
    action === 'exchange' ? t('exchange') : ordered > 0 && quantity === 1 ? t('orderMore') : t('order');
  const named = {
    action: visible,
    dish: dish.product?.name || dish.name || t('unnamed'),
    day: formats.dayHeading(dish.date, today),
  };
  // Of another number of portions, or once it came about after all, what failed says nothing.
  const isTold = tried?.quantity === quantity && tried.ordered === ordered;
  return (
    <>
      <Button
        tone={action === 'exchange' ? 'exchange' : ordered > 0 ? 'quiet' : 'primary'}
        size={ordered > 0 ? 'small' : 'normal'}
        busy={isPending}
        disabled={price === undefined}
        aria-disabled={isHeld || undefined}
        aria-label={
          price === undefined
            ? t('orderDishWithoutPrice', named)
            : t('orderDish', { ...named, price: formats.amount(orderPrice(price, quantity)) })
        }
        onClick={() => void order()}
      >
        {visible}
      </Button>
      {isTold && <FailureNote failure={create.failure} />}
    </>
  );
}

/** Why the order failed, in the words of its message, which is gone before some have read it. */
function FailureNote({ failure }: { failure: Failure | undefined }) {
  const t = useTranslations();
  const words = describeFailure(failure);
  if (!words) return null;
  const { isFromServer, messageKey } = words;
  // A key is one of our own; a text from the server is shown as received.
  return <ActionNote>{isFromServer ? messageKey : t(messageKey as Parameters<typeof t>[0])}</ActionNote>;
}

/** The orders as the server has them now; undefined where that cannot be read. */
async function presentOrders({ call }: Platform): Promise<readonly number[] | undefined> {
  try {
    return idsOf(await call('listOrders', undefined));
  } catch (error) {
    if (!failureOf(error)) throw error;
    return undefined;
  }
}

function idsOf(list: { readonly orders: readonly Order[] } | undefined): number[] {
  return list?.orders.map(({ id }) => id) ?? [];
}

/** A guest logs in where he is; what he pressed he presses again (OQ-44). */
async function askToLogIn({ dialogs, settings, toasts }: Platform): Promise<void> {
  if (settings.allowPasswordLogin || settings.allowCardLogin) await dialogs.open('login', {});
  else toasts.add({ messageKey: 'Error.messageUnauthorized', tone: 'error' });
}

function isClosed(status: DishStatus): boolean {
  return status === 'CLOSED';
}
