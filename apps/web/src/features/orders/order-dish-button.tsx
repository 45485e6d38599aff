import type { MenuItem } from '@refectory/contract/menu';
import type { Order } from '@refectory/contract/orders';
import { orderingStyle } from '@refectory/domain/access';
import { type DishAction, type DishStatus } from '@refectory/domain/dish';
import { isEarlierOrder, ORDER_PAUSE_MS, ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useAction } from '#platform/api/action.ts';
import { invalidate } from '#platform/api/query.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useIsLoggedIn, usePlatform, useToday } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';

import { directOrder } from './direct-order.ts';

type OrderDishProps = {
  readonly dish: MenuItem;
  readonly action: Exclude<DishAction, 'none'>;
  /** A portion of the dish is already ordered. */
  readonly isOrdered: boolean;
};

/** The one action of a dish: order, exchange, or sold out. // spec §4, dish status */
export function OrderDishButton({ dish, action, isOrdered }: OrderDishProps) {
  const platform = usePlatform();
  const router = useRouter();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const [isHeld, setHeld] = useState(false);
  const list = platform.query('listOrders', undefined);
  const refresh = () => invalidate(platform.queries, 'getMenu', 'listOrders', 'getBalance');
  const create = useAction('createDirectOrder', {
    errorsGoTo: 'toast',
    isEarlier: async ({ orderId }) => {
      if (orderId === undefined) return false;
      const seen = idsOf(platform.queries.getQueryData(list.queryKey));
      const present = idsOf(await platform.queries.fetchQuery({ ...list, staleTime: 0 }));
      return isEarlierOrder(orderId, { seen, present });
    },
    onSuccess: () => {
      platform.toasts.add({ messageKey: 'Toasts.messageCreateOrderSucceeded', tone: 'success' });
      return refresh();
    },
    // What was shown was not what could be had, so it is read again.
    onFailure: refresh,
  });

  if (action === 'sold-out') {
    return (
      <Button tone="gone" disabled {...(isClosed(dish.status) && { title: t('orderingClosed') })}>
        {t('soldOut')}
      </Button>
    );
  }

  const order = async () => {
    if (create.isPending || isHeld) return;
    // No order leaves a shop but by its cart, whose page says how far it is. // OQ-01
    if (orderingStyle(platform.settings) === 'cart') {
      await router.navigate({ to: '/cart' });
      return;
    }
    if (!isLoggedIn) {
      platform.snapshot.setState({ wantedPath: router.state.location.href });
      await router.navigate({ to: '/login' });
      return;
    }
    const { price } = dish;
    // One for all direct orders: further presses within it are dropped (OQ-35). // spec §9
    if (price === undefined || !platform.throttle('direct-order', ORDER_THROTTLE_MS)) return;
    if (!(await create.run({ body: directOrder({ ...dish, price }, 1) }))) return;
    setHeld(true);
    setTimeout(() => setHeld(false), ORDER_PAUSE_MS);
  };

  const visible = action === 'exchange' ? t('exchange') : isOrdered ? t('orderMore') : t('order');
  const named = {
    action: visible,
    dish: dish.product?.name || dish.name || t('unnamed'),
    day: formats.dayHeading(dish.date, today),
  };
  return (
    <Button
      tone={action === 'exchange' ? 'exchange' : isOrdered ? 'quiet' : 'primary'}
      size={isOrdered ? 'small' : 'normal'}
      busy={create.isPending}
      disabled={dish.price === undefined}
      aria-disabled={isHeld || undefined}
      aria-label={
        dish.price === undefined
          ? t('orderDishWithoutPrice', named)
          : t('orderDish', { ...named, price: formats.price(dish.price) })
      }
      onClick={() => void order()}
    >
      {visible}
    </Button>
  );
}

function idsOf(list: { readonly orders: readonly Order[] } | undefined): number[] {
  return list?.orders.map(({ id }) => id) ?? [];
}

function isClosed(status: DishStatus): boolean {
  return status === 'CLOSED';
}
