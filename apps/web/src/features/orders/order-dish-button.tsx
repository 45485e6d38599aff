import type { MenuItem } from '@refectory/contract/menu';
import { orderingStyle } from '@refectory/domain/access';
import { type DishAction, type DishStatus } from '@refectory/domain/dish';
import { ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { useRouter } from '@tanstack/react-router';
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
  const list = platform.query('listOrders', undefined);
  const refresh = () => invalidate(platform.queries, 'getMenu', 'listOrders', 'getBalance');
  const create = useAction('createDirectOrder', {
    errorsGoTo: 'toast',
    // An order on the list when the button was pressed, or one that was cancelled since, is not the one meant.
    isEarlier: async ({ orderId }) => {
      const seen = platform.queries.getQueryData(list.queryKey);
      if (orderId === undefined || seen?.orders.some(({ id }) => id === orderId))
        return orderId !== undefined;
      const { orders } = await platform.queries.fetchQuery({ ...list, staleTime: 0 });
      return !orders.some(({ id }) => id === orderId);
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
    if (create.isPending) return;
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
    await create.run({ body: directOrder({ ...dish, price }, 1) });
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

function isClosed(status: DishStatus): boolean {
  return status === 'CLOSED';
}
