import type { MenuItem, Product } from '@refectory/contract/menu';
import type { Order } from '@refectory/contract/orders';
import { instantOf, type Instant } from '@refectory/domain/day';
import {
  dishAction,
  orderLimit,
  portionsLeft,
  remainingPortions,
  type OrderLimit,
} from '@refectory/domain/dish';
import { cancelLimit } from '@refectory/domain/order';
import { orderPrice } from '@refectory/domain/money';
import { createContext, memo, useContext, useState, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';

import type { OrderActionButton } from '#features/orders/order-action-button.tsx';
import { OrderDishButton } from '#features/orders/order-dish-button.tsx';
import { useOrdersOfDish } from '#features/orders/use-my-orders.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useServerTime, useToday } from '#platform/platform.ts';
import { useLatePart } from '#platform/late-part/use-late-part.ts';
import { AmountCounterPlace } from '#ui/amount-counter-place.tsx';
import { DishCard, type DishFacts } from '#ui/dish-card.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

import { sizedImage } from './dish-image.ts';

/** There may be hundreds: each is drawn again when something of it changed, not when anything did. */
function Dish({ dish, headingLevel }: { dish: MenuItem; headingLevel: 3 | 4 }) {
  const facts = useDishFacts(dish);
  const openDetails = useContext(DetailsContext);
  // A read-only dish has no button at all: ORD-05.
  const onDetails = dish.status === 'READONLY' ? undefined : () => openDetails(dish);
  return <DishCard {...facts} headingLevel={headingLevel} onDetails={onDetails} />;
}

/** A dish with everything the menu says of it and the one thing that can be done with it. */
export const DishOnMenu = memo(Dish);

/** Opens the sheet with everything about a dish; there is one for the whole menu. */
export const DetailsContext = createContext<(dish: MenuItem) => void>(() => undefined);

/** What can be done with an own order; a guest has none, and its code is fetched for customers only. */
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
  const mine = useOrdersOfDish(dish);
  const OrderAction = useContext(OrderActionContext);
  const [wanted, setWanted] = useState(1);
  const { product, price } = dish;

  const remaining = remainingPortions(dish, settings.quantityIsRemaining);
  const action = dishAction({ status: dish.status, date: dish.date, remaining }, today);
  const left = portionsLeft({ status: dish.status, remaining });
  const orderUntil = instantOf(dish.orderUntil, zone);
  const pickupFrom = instantOf(dish.pickupFrom, zone);
  const pickupTo = instantOf(dish.pickupTo, zone);
  // Until then one that ran out may come back, and when it does nothing moves.
  const isLimited = action !== 'none' && dish.status !== 'CLOSED';
  const limit = useServerTime((now) =>
    isLimited && orderUntil !== undefined ? orderLimit(orderUntil, now) : undefined,
  );
  const isCounted =
    dish.allowMultipleOrder === true && price !== undefined && (action === 'order' || action === 'exchange');
  const limits = { min: 1, ...(left && { max: Math.min(left.count, MOST_PORTIONS) }) };
  const quantity = isCounted ? Math.min(wanted, limits.max ?? MOST_PORTIONS) : 1;

  const counter = useLatePart(isCounted, async () => (await import('#ui/amount-counter.tsx')).AmountCounter);

  const detailOf = (order: Order) => {
    if (order.onExchange) return tOrders('onExchange');
    const cancelUntil = cancelLimit(order, zone);
    return cancelUntil !== undefined
      ? tOrders('cancelUntil', { time: formats.timeOrDay(cancelUntil, today) })
      : undefined;
  };

  return {
    name: product?.name || dish.name || t('unnamed'),
    dimmed: action === 'sold-out',
    description: product?.description,
    size: product?.size,
    price: price === undefined ? undefined : formats.price(price),
    priceNote:
      price !== undefined && quantity > 1
        ? `${tOrders('total')} ${formats.amount(orderPrice(price, quantity))}`
        : undefined,
    image: product?.image && ((box) => sizedImage(product.image ?? '', box, globalThis.devicePixelRatio)),
    imageFallback: <EmptyPlate />,
    health: product?.healthIndex && { kind: product.healthIndex, label: t(product.healthIndex) },
    allergens: product?.allergens,
    allergensLabel: t('allergens'),
    properties: propertiesOf(product),
    left: left && { text: t('portionsLeft', { count: left.count }), areFew: left.areFew },
    limit:
      limit === undefined || orderUntil === undefined ? undefined : (
        <OrderLimitText limit={limit} orderUntil={orderUntil} />
      ),
    pickup:
      pickupFrom === undefined || pickupTo === undefined
        ? undefined
        : t('pickup', { from: formats.time(pickupFrom), to: formats.time(pickupTo) }),
    mine: mine.map((order) => ({
      id: order.id,
      text:
        order.orderItem.quantity === 1
          ? t('ordered')
          : t('orderedCount', { count: order.orderItem.quantity }),
      detail: detailOf(order),
      action: OrderAction && <OrderAction order={order} size="small" />,
    })),
    counter: counter.Part ? (
      <counter.Part
        label={t('portions')}
        lessLabel={t('fewerPortions')}
        moreLabel={t('morePortions')}
        value={quantity}
        limits={limits}
        onChange={setWanted}
      />
    ) : (
      counter.isAwaited && <AmountCounterPlace />
    ),
    action: action !== 'none' && (
      <OrderDishButton
        dish={dish}
        action={action}
        quantity={quantity}
        ordered={mine.length}
        onOrdered={() => setWanted(1)}
      />
    ),
  };
}

/** The most portions of one order. // spec §9, counter */
const MOST_PORTIONS = 999;

/**
 * What else is said of a product; several values under one name, as the notes of a menu file, stand together. The
 * name itself is for programs, in no language: the value says it all.
 */
function propertiesOf(product: Product | undefined): string[] {
  const values = new Map<string, string[]>();
  for (const { variableId, value } of product?.additionalData ?? []) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    values.set(variableId, [...(values.get(variableId) ?? []), String(value)]);
  }
  return [...new Set([...values.values()].map((several) => several.join(', ')))];
}

/** Until when to order: a time, in the last hour the minutes left (B2). */
function OrderLimitText({ limit, orderUntil }: { limit: OrderLimit; orderUntil: Instant }) {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  return limit === 'time'
    ? t('orderUntil', { time: formats.timeOrDay(orderUntil, today) })
    : t('orderMinutes', { minutes: limit });
}
