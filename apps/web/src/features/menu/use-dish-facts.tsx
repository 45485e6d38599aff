import type { Balance } from '@refectory/contract/account';
import type { Menu, MenuItem } from '@refectory/contract/menu';
import type { Order } from '@refectory/contract/orders';
import { orderingStyle, waysToOrder } from '@refectory/domain/access';
import { coverage } from '@refectory/domain/balance';
import { instantOf, type Instant } from '@refectory/domain/day';
import {
  dishAction,
  orderingClosedAt,
  portionsLeft,
  remainingPortions,
  type DishAction,
} from '@refectory/domain/dish';
import type { ModifierGroup } from '@refectory/domain/modifiers';
import { orderPrice, sumOf } from '@refectory/domain/money';
import { portionPrices } from '@refectory/domain/portion';
import { mostPortions, ordersTogether } from '@refectory/domain/order';
import { createContext, useContext, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { ownOrders } from '#features/orders/late-own-orders.ts';
import { OrderDishButton, useDishNames, useFrom } from '#features/orders/order-dish-button.tsx';
import { useOrdersOfDish } from '#features/orders/use-my-orders.ts';
import { useWayBack } from '#features/orders/use-way-back.ts';
import { useOrderLimit, usePickup } from '#platform/dish-times/dish-times.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { Link } from '#platform/routing/link.tsx';
import { usePlatform, useServerTime, useSnapshot, useToday } from '#platform/platform.ts';
import { ActionNote } from '#ui/action-note.tsx';
import { AmountCounterPlace } from '#ui/amount-counter-place.tsx';
import { ButtonPair } from '#ui/button-pair.tsx';
import type { DishFacts, OwnOrder } from '#ui/dish-card.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';

import { DayTimesContext } from './day-times.tsx';
import { sizedImage } from './dish-image.ts';
import { propertiesOf } from './dish-properties.ts';
import { ToCartButton } from './to-cart-button.tsx';

/** The diets that the dishes of the menu are told apart by. */
export const DietsContext = createContext<Menu['filters']>([]);

/** What is on the account, where the customer is shown that. */
export const BalanceContext = createContext<Balance | undefined>(undefined);

/** What the menu says of a dish, ready to be read, with its counter and its action. */
export function useDishFacts(
  dish: MenuItem,
  { isShort = false }: { readonly isShort?: boolean } = {},
): DishFacts {
  const { settings, zone } = usePlatform();
  const t = useTranslations('menu');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const { product } = dish;
  const remaining = remainingPortions(dish, settings.quantityIsRemaining);
  const action = dishAction({ status: dish.status, date: dish.date, remaining }, today);
  const left = portionsLeft({ status: dish.status, remaining });
  // A counted dish that ran out or is on exchange can be back at any moment, and must not move what stands below it.
  const mayComeBack = remaining !== undefined && action !== 'none' && dish.status !== 'CLOSED';
  const offers = action === 'exchange' ? dish.offers : undefined;
  const offered = offers?.reduce((sum, { portions }) => sum + portions, 0) ?? 0;
  const orderUntil = instantOf(dish.orderUntil, zone);
  const ofDay = useContext(DayTimesContext);
  const diets = useContext(DietsContext).filter(({ id }) => [dish.filter ?? []].flat().includes(id));
  const orders = useOrdersOfDish(dish);
  const mine = useOwnOrders(orders, action);
  const mostOffered = offers && Math.max(1, ...offers.map(({ portions }) => portions));
  const { quantity, reset, counter } = usePortions(dish, action, left?.count ?? mostOffered);
  const prices = portionPrices(dish, quantity);
  const [price] = prices;
  const from = useFrom(prices);
  const total = price === undefined ? undefined : orderPrice(price, quantity);
  const account = useContext(BalanceContext);
  const canOrder = action === 'order' || action === 'exchange';
  const gone = useGone(dish, orderUntil, ofDay.isOver && dish.orderUntil === ofDay.orderUntil);
  // A dish that ran out keeps it: the dish may come back, and then nothing moves.
  const isLimited = action !== 'none' && dish.status !== 'CLOSED';
  const limit = useOrderLimit(
    isLimited && dish.orderUntil !== ofDay.orderUntil ? dish.orderUntil : undefined,
  );
  const hasOwnPickup = dish.pickupFrom !== ofDay.pickupFrom || dish.pickupTo !== ofDay.pickupTo;
  const pickup = usePickup(hasOwnPickup ? dish : {});

  return {
    name: product?.name || dish.name || t('unnamed'),
    dimmed: action === 'sold-out',
    description: product?.description,
    size: product?.size,
    price: price === undefined ? undefined : from(formats.price(price)),
    total:
      total !== undefined && quantity > 1
        ? { label: tOrders('total'), amount: from(formats.amount(total)) }
        : undefined,
    short:
      canOrder && account && total !== undefined && coverage(account, total) !== 'covered'
        ? t('overBalance')
        : undefined,
    image: product?.image && ((box) => sizedImage(product.image ?? '', box, globalThis.devicePixelRatio)),
    imageFallback: <EmptyPlate />,
    health: product?.healthIndex && { kind: product.healthIndex, label: t(product.healthIndex) },
    // What the health index says is not said twice.
    diets: diets.map(({ name }) => name).filter((name) => name !== t(product?.healthIndex ?? 'NORMAL')),
    allergens: product?.allergens,
    allergensLabel: t('allergens'),
    properties: product && propertiesOf(product),
    left: left
      ? { text: t('portionsLeft', { count: left.count }), areFew: left.areFew }
      : offered > 0
        ? { text: t('offered', { count: offered }), areFew: true }
        : mayComeBack
          ? { text: t('offered', { count: 1 }), areFew: true, isGone: true }
          : undefined,
    limit,
    pickup,
    inCart: useInCart(dish),
    choice: offeredChoice(offers) ?? choiceOf(product?.modifierGroups),
    mine,
    counter,
    action:
      action === 'none' ? (
        dish.status === 'READONLY' && <ActionNote tone="quiet">{t('readOnly')}</ActionNote>
      ) : (
        <Ways
          dish={dish}
          action={action}
          quantity={quantity}
          ordered={orders.length}
          gone={gone}
          onOrdered={reset}
          isShort={isShort}
        />
      ),
  };
}

const inCart = latePart(async () => (await import('#features/cart/portions-in-cart.ts')).portionsInCart);

/** How much of a dish is in the cart of the customer, and the way there; undefined where nothing of it is, or there is no cart. */
function useInCart(dish: MenuItem): ReactNode {
  const { settings } = usePlatform();
  const t = useTranslations('menu');
  const hasCart = useSnapshot(({ carts, session }) =>
    carts.some(({ customerId }) => customerId === session.customerId),
  );
  const style = orderingStyle(settings);
  const { loaded: portionsInCart } = useLatePart(inCart, hasCart && style !== 'direct');
  const count = useSnapshot((snapshot) => portionsInCart?.(snapshot, dish) ?? 0);
  if (count === 0) return undefined;
  // Where Order fills the cart, it could be taken for ordered.
  return <Link to="/cart">{t(style === 'cart' ? 'inCartOnly' : 'inCart', { count })}</Link>;
}

/** The names of what is chosen with a dish, before it is ordered. */
const choiceOf = (groups: readonly ModifierGroup[] = []) =>
  groups.length === 0 ? undefined : `+ ${groups.map(({ name }) => name).join(', ')}`;

/** What was chosen with the portions that others offer; undefined where nothing was. */
const offeredChoice = (offers: MenuItem['offers'] = []) =>
  offers
    .map(({ modifiers = [] }) => modifiers.map(({ name }) => name).join(', '))
    .filter(Boolean)
    .join(' / ') || undefined;

/** The ways to order a dish: at once, by the cart, or both beside each other. */
function Ways(dishOrder: ComponentProps<typeof OrderDishButton>) {
  const { settings } = usePlatform();
  const { dish, action, quantity, onOrdered, isShort = false } = dishOrder;
  const style = orderingStyle(settings);
  const { atOnce, byCart } = waysToOrder(action, style);
  const toCart = byCart && (
    <ToCartButton dish={dish} quantity={quantity} isOnlyWay={!atOnce} onAdded={onOrdered} />
  );
  if (!atOnce) return toCart;
  const order = <OrderDishButton {...dishOrder} />;
  // A dish that runs out while somebody looks at it loses one of the two, and keeps its height.
  return style === 'both' && !isShort ? (
    <ButtonPair>
      {order}
      {toCart}
    </ButtonPair>
  ) : (
    order
  );
}

/** The customer's orders of a dish, as its card tells them. */
function useOwnOrders(orders: readonly Order[], action: DishAction): OwnOrder[] {
  const t = useTranslations('menu');
  const tOrders = useTranslations('orders');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const wayBack = useWayBack();
  const { loaded } = useLatePart(ownOrders, orders.length > 0);

  return ordersTogether(orders).map((alike) => {
    const newest = alike.at(-1) ?? alike[0];
    const portions = alike.reduce((sum, { orderItem }) => sum + orderItem.quantity, 0);
    // Who could take a portion is not asked on the same card to give one away: their orders are where they can.
    const isOneWay = action === 'exchange' && newest.cancelStatus === 'FOR_EXCHANGE' && !newest.onExchange;
    return {
      // The oldest stays, so that the button does, too.
      id: alike[0].id,
      chosen: newest.modifiers?.map(({ name }) => name).join(', ') || undefined,
      delivery: newest.delivery && loaded && <loaded.OrderDelivery delivery={newest.delivery} />,
      price: formats.amount(sumOf(alike.map((order) => order.orderPrice))),
      text: portions === 1 ? t('ordered') : t('orderedCount', { count: portions }),
      detail:
        [newest.onExchange && tOrders('onExchange'), wayBack(newest)].filter(Boolean).join(', ') || undefined,
      action: isOneWay ? (
        <Link to="/orders">{tShell('orders')}</Link>
      ) : (
        loaded && <loaded.OrderActionButton order={newest} size="small" counted={portions > 1} />
      ),
    };
  });
}

const amountCounter = latePart(async () => (await import('#ui/amount-counter.tsx')).AmountCounter);

/** How many portions the next order of a dish is for, and the counter that sets it where there may be several. */
function usePortions(
  item: MenuItem,
  action: DishAction,
  left: number | undefined,
): { readonly quantity: number; readonly reset: () => void; readonly counter: ReactNode } {
  const t = useTranslations('menu');
  const names = useDishNames(item);
  const { allowMultipleOrder, price } = item;
  const [wanted, setWanted] = useState(1);
  const isCounted =
    allowMultipleOrder === true && price !== undefined && (action === 'order' || action === 'exchange');
  const counter = useLatePart(amountCounter, isCounted);
  const max = mostPortions(left);
  const quantity = isCounted ? Math.min(wanted, max) : 1;
  return {
    quantity,
    reset: () => setWanted(1),
    counter: counter.loaded ? (
      <counter.loaded
        label={t('portions', names)}
        lessLabel={t('fewerPortions', names)}
        moreLabel={t('morePortions', names)}
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
  isToldOfDay: boolean,
): { readonly text: string; readonly title?: string } {
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const closedAt = useServerTime((now) => orderingClosedAt({ status, orderUntil }, now));
  if (closedAt !== undefined && isToldOfDay) return { text: t('pastCutOff') };
  if (closedAt !== undefined)
    return { text: t('orderingClosedAt', { time: formats.timeOrDay(closedAt, today) }) };
  return { text: t('soldOut'), ...(status === 'CLOSED' && { title: t('orderingClosed') }) };
}
