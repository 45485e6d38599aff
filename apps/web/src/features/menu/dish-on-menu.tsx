import type { MenuItem, Product } from '@refectory/contract/menu';
import { instantOf } from '@refectory/domain/day';
import {
  dishAction,
  fewPortionsLeft,
  orderLimit,
  remainingPortions,
  type OrderLimit,
} from '@refectory/domain/dish';
import { cancelLimit } from '@refectory/domain/order';
import { useTranslations } from 'use-intl';

import { OrderActionButton } from '#features/orders/order-action-button.tsx';
import { OrderDishButton } from '#features/orders/order-dish-button.tsx';
import { useOrdersOfDish } from '#features/orders/use-my-orders.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useServerNow, useToday } from '#platform/platform.ts';
import { DishCard } from '#ui/dish-card.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

type DishProps = { readonly dish: MenuItem; readonly headingLevel: 3 | 4 };

/** A dish with everything the menu says of it and the one thing that can be done with it. */
export function DishOnMenu({ dish, headingLevel }: DishProps) {
  const { settings, zone } = usePlatform();
  const t = useTranslations('menu');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const now = useServerNow();
  const mine = useOrdersOfDish(dish);
  const { product } = dish;

  const remaining = remainingPortions(dish, settings.quantityIsRemaining);
  const action = dishAction({ status: dish.status, date: dish.date, remaining }, today);
  const few = fewPortionsLeft({ status: dish.status, remaining });
  const orderUntil = instantOf(dish.orderUntil, zone);
  const pickupFrom = instantOf(dish.pickupFrom, zone);
  const pickupTo = instantOf(dish.pickupTo, zone);
  // Until then one that ran out may come back, and when it does nothing moves.
  const isLimited = action !== 'none' && dish.status !== 'CLOSED';
  const limit = isLimited && orderUntil !== undefined ? orderLimit(orderUntil, now) : undefined;
  const [order] = mine;
  const cancelUntil = order && cancelLimit(order, zone);
  const portions = mine.reduce((sum, { orderItem }) => sum + orderItem.quantity, 0);

  return (
    <DishCard
      headingLevel={headingLevel}
      name={product?.name || dish.name || t('unnamed')}
      dimmed={action === 'sold-out'}
      description={product?.description}
      size={product?.size}
      price={dish.price === undefined ? undefined : formats.price(dish.price)}
      image={product?.image}
      imageFallback={<EmptyPlate />}
      health={product?.healthIndex && { kind: product.healthIndex, label: t(product.healthIndex) }}
      allergens={product?.allergens}
      allergensLabel={t('allergens')}
      properties={propertiesOf(product)}
      fewLeft={few === undefined ? undefined : t('fewLeft', { count: few })}
      limit={limit && <OrderLimitText limit={limit} />}
      pickup={
        pickupFrom === undefined || pickupTo === undefined
          ? undefined
          : t('pickup', { from: formats.time(pickupFrom), to: formats.time(pickupTo) })
      }
      mine={
        order && {
          text: portions === 1 ? t('ordered') : t('orderedCount', { count: portions }),
          detail:
            cancelUntil === undefined
              ? undefined
              : tOrders('cancelUntil', { time: formats.timeOrDay(cancelUntil, today) }),
          action: <OrderActionButton order={order} size="small" />,
        }
      }
      action={
        action !== 'none' && <OrderDishButton dish={dish} action={action} isOrdered={order !== undefined} />
      }
    />
  );
}

/** What else is said of a product; several values under one name, as the notes of a menu file, stand together. */
function propertiesOf(product: Product | undefined): { label: string; value: string }[] {
  const values = new Map<string, string[]>();
  for (const { variableId, value } of product?.additionalData ?? []) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    values.set(variableId, [...(values.get(variableId) ?? []), String(value)]);
  }
  return [...values].map(([label, several]) => ({ label, value: several.join(', ') }));
}

/** Until when to order: a time, in the last hour the minutes left, afterwards nothing (B2). */
function OrderLimitText({ limit }: { limit: OrderLimit }) {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  switch (limit.kind) {
    case 'until':
      return t('orderUntil', { time: formats.timeOrDay(limit.at, today) });
    case 'minutes':
      return t('orderMinutes', { minutes: limit.minutes });
    case 'past':
      return null;
  }
}
