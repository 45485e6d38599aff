import type { MenuItem } from '@refectory/contract/menu';
import type { Order } from '@refectory/contract/orders';
import { instantOf, type Instant } from '@refectory/domain/day';
import {
  dishAction,
  orderingClosedAt,
  orderLimit,
  portionsLeft,
  remainingPortions,
  type DishAction,
} from '@refectory/domain/dish';
import { orderPrice } from '@refectory/domain/money';
import { cancelLimit } from '@refectory/domain/order';
import { createContext, useContext, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import type { OrderActionButton } from '#features/orders/order-action-button.tsx';
import { OrderDishButton } from '#features/orders/order-dish-button.tsx';
import { useOrdersOfDish } from '#features/orders/use-my-orders.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform, useServerTime, useToday } from '#platform/platform.ts';
import { ActionNote } from '#ui/action-note.tsx';
import { AmountCounterPlace } from '#ui/amount-counter-place.tsx';
import type { DishFacts, OwnOrder } from '#ui/dish-card.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

import { sizedImage } from './dish-image.ts';
import { propertiesOf } from './dish-properties.ts';

/** The button of an own order. A guest has none, so its code is fetched for customers only. */
export const OrderActionContext = createContext<
  ComponentType<Parameters<typeof OrderActionButton>[0]> | undefined
>(undefined);

/** What the menu says of a dish, ready to be read, with its counter and its action. */
export function useDishFacts(dish: MenuItem): DishFacts {
  const { settings, zone } = usePlatform();
  const t = useTranslations('menu');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const { product, price } = dish;
  const remaining = remainingPortions(dish, settings.quantityIsRemaining);
  const action = dishAction({ status: dish.status, date: dish.date, remaining }, today);
  const left = portionsLeft({ status: dish.status, remaining });
  // A counted dish that ran out or is on exchange can be back at any moment, and must not move what stands below it.
  const mayComeBack = remaining !== undefined && action !== 'none' && dish.status !== 'CLOSED';
  const orderUntil = instantOf(dish.orderUntil, zone);
  const pickupFrom = instantOf(dish.pickupFrom, zone);
  const pickupTo = instantOf(dish.pickupTo, zone);
  const orders = useOrdersOfDish(dish);
  const mine = useOwnOrders(orders);
  const { quantity, reset, counter } = usePortions(dish, action, left?.count);
  const gone = useGone(dish, orderUntil);
  const limit = useOrderLimit(dish, action, orderUntil);

  return {
    name: product?.name || dish.name || t('unnamed'),
    dimmed: action === 'sold-out',
    description: product?.description,
    size: product?.size,
    price: price === undefined ? undefined : formats.price(price),
    total:
      price !== undefined && quantity > 1
        ? { label: tOrders('total'), amount: formats.amount(orderPrice(price, quantity)) }
        : undefined,
    image: product?.image && ((box) => sizedImage(product.image ?? '', box, globalThis.devicePixelRatio)),
    imageFallback: <EmptyPlate />,
    health: product?.healthIndex && { kind: product.healthIndex, label: t(product.healthIndex) },
    allergens: product?.allergens,
    allergensLabel: t('allergens'),
    properties: product && propertiesOf(product),
    left: left
      ? { text: t('portionsLeft', { count: left.count }), areFew: left.areFew }
      : mayComeBack
        ? { text: t('portionsLeft', { count: 1 }), areFew: true, isGone: true }
        : undefined,
    limit,
    pickup:
      pickupFrom === undefined || pickupTo === undefined
        ? undefined
        : t('pickup', { from: formats.time(pickupFrom), to: formats.time(pickupTo) }),
    mine,
    counter,
    action:
      action === 'none' ? (
        dish.status === 'READONLY' && <ActionNote tone="quiet">{t('readOnly')}</ActionNote>
      ) : (
        <OrderDishButton
          dish={dish}
          action={action}
          quantity={quantity}
          ordered={orders.length}
          gone={gone}
          onOrdered={reset}
        />
      ),
  };
}

/** The customer's orders of a dish, as its card tells them. */
function useOwnOrders(orders: readonly Order[]): OwnOrder[] {
  const { zone } = usePlatform();
  const t = useTranslations('menu');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const OrderAction = useContext(OrderActionContext);

  const detailOf = (order: Order) => {
    if (order.onExchange) return tOrders('onExchange');
    const until = cancelLimit(order, zone);
    return until === undefined
      ? undefined
      : tOrders('cancelUntil', { time: formats.timeOrDay(until, today) });
  };
  return orders.map((order) => ({
    id: order.id,
    text:
      order.orderItem.quantity === 1 ? t('ordered') : t('orderedCount', { count: order.orderItem.quantity }),
    detail: detailOf(order),
    action: OrderAction && <OrderAction order={order} size="small" />,
  }));
}

const amountCounter = latePart(async () => (await import('#ui/amount-counter.tsx')).AmountCounter);

/** The most portions of one order. // spec §9, counter */
const MOST_PORTIONS = 999;

/** How many portions the next order of a dish is for, and the counter that sets it where there may be several. */
function usePortions(
  { allowMultipleOrder, price }: MenuItem,
  action: DishAction,
  left: number | undefined,
): { readonly quantity: number; readonly reset: () => void; readonly counter: ReactNode } {
  const t = useTranslations('menu');
  const [wanted, setWanted] = useState(1);
  const isCounted =
    allowMultipleOrder === true && price !== undefined && (action === 'order' || action === 'exchange');
  const counter = useLatePart(amountCounter, isCounted);
  const max = Math.min(left ?? MOST_PORTIONS, MOST_PORTIONS);
  const quantity = isCounted ? Math.min(wanted, max) : 1;
  return {
    quantity,
    reset: () => setWanted(1),
    counter: counter.loaded ? (
      <counter.loaded
        label={t('portions')}
        lessLabel={t('fewerPortions')}
        moreLabel={t('morePortions')}
        value={quantity}
        limits={{ min: 1, max }}
        onChange={setWanted}
      />
    ) : (
      counter.isAwaited && <AmountCounterPlace />
    ),
  };
}

/** What a dish that cannot be ordered says in place of its action. */
function useGone(
  { status }: MenuItem,
  orderUntil: Instant | undefined,
): { readonly text: string; readonly title?: string } {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const closedAt = useServerTime((now) => orderingClosedAt({ status, orderUntil }, now));
  if (closedAt !== undefined)
    return { text: t('orderingClosedAt', { time: formats.timeOrDay(closedAt, today) }) };
  return { text: t('soldOut'), ...(status === 'CLOSED' && { title: t('orderingClosed') }) };
}

/** Until when a dish can be ordered: a time, in the last hour the minutes left. */
function useOrderLimit(
  { status }: MenuItem,
  action: DishAction,
  orderUntil: Instant | undefined,
): string | undefined {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  // A dish that ran out keeps it: the dish may come back, and then nothing moves.
  const isLimited = action !== 'none' && status !== 'CLOSED';
  const limit = useServerTime((now) =>
    isLimited && orderUntil !== undefined ? orderLimit(orderUntil, now) : undefined,
  );
  if (limit === undefined || orderUntil === undefined) return undefined;
  return limit === 'time'
    ? t('orderUntil', { time: formats.timeOrDay(orderUntil, today) })
    : t('orderMinutes', { minutes: limit });
}
