import type { Order } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { modifierNames } from '@refectory/domain/modifiers';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** How many of the next meals are shown; the others are in the list of orders. */
const NEXT_MEALS = 3;

/** The orders that are still to be handed out, the next first. */
function nextMeals(orders: readonly Order[], today: string): readonly Order[] {
  return orders
    .filter(({ orderItem, collectedAt }) => orderItem.date >= today && collectedAt === undefined)
    .toSorted((one, other) => one.orderItem.date.localeCompare(other.orderItem.date))
    .slice(0, NEXT_MEALS);
}

/** The next orders of the customer, with the way to all of them. */
export function NextMeals() {
  const { query, zone } = usePlatform();
  const t = useTranslations('account');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const orders = useQuery(query('listOrders', undefined));
  const canteens = useQuery(query('listCanteens', undefined));
  const canteenNames = new Map(canteens.data?.canteens.map(({ id, name }) => [id, name]));
  /** From when until when it is handed out, as far as that is known. */
  const pickupTime = ({ pickupFrom, pickupTo }: Order) =>
    [pickupFrom, pickupTo]
      .map((moment) => instantOf(moment, zone))
      .flatMap((instant) => (instant === undefined ? [] : [formats.time(instant)]))
      .join('–');
  return (
    <Panel title={t('nextMeals')} link={<Link to="/orders">{t('allOrders')}</Link>}>
      <ReadState
        reads={canteens.isPending ? [orders, canteens] : [orders]}
        awaited={<Skeleton shape="row" count={2} label={t('mealsLoading')} />}
        failedTitle={t('mealsFailed')}
      >
        {() => {
          const meals = nextMeals(orders.data?.orders ?? [], today);
          return meals.length === 0 ? (
            <p>
              {t('noMeals')} <Link to="/offer/:period?">{t('toMenu')}</Link>
            </p>
          ) : (
            <OrderList>
              {meals.map((order) => (
                <OrderRow
                  key={order.id}
                  name={order.name}
                  modifiers={modifierNames(order.modifiers)}
                  date={formats.dayShort(order.orderItem.date)}
                  pickup={pickupTime(order)}
                  canteen={canteenNames.size > 1 ? canteenNames.get(order.canteenId) : undefined}
                  quantity={tOrders('quantity', { count: order.orderItem.quantity })}
                  price={formats.amount(order.orderPrice)}
                  code={
                    order.pickupCode ? { label: tOrders('pickupCode'), value: order.pickupCode } : undefined
                  }
                />
              ))}
            </OrderList>
          );
        }}
      </ReadState>
    </Panel>
  );
}
