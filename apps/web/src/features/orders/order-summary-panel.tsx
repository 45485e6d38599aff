import type { Order } from '@refectory/contract/orders';
import { showsBalance } from '@refectory/domain/balance';
import { instantOf } from '@refectory/domain/day';
import { sumOf } from '@refectory/domain/money';
import type { DayRange } from '@refectory/domain/period';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { OrderSummary, type OrderToFetch } from '#ui/order-summary.tsx';

import { OrderActionButton } from './order-action-button.tsx';
import { useTakings } from './use-takings.ts';
import { useWayBack } from './use-way-back.ts';

/** Whether there is a code to fetch it with. What is offered to others is not fetched, unless it is taken back. */
const isToFetch = ({ pickupCode, collectedAt, onExchange }: Order) =>
  Boolean(pickupCode) && collectedAt === undefined && !onExchange;

/** The customer's orders of the days on screen with their sum, and the balance of the account. Empty until they are read. */
export function OrderSummaryPanel({
  orders,
  range: { from, to },
}: {
  orders: readonly Order[] | undefined;
  /** The days on screen: the sum is not of all that is ordered. */
  range: DayRange;
}) {
  const t = useTranslations('orders');
  const tList = useTranslations('orderList');
  const tMenu = useTranslations('menu');
  const formats = useFormats();
  const { query, settings } = usePlatform();
  const isBalanceShown = settings.showAccountBalance !== 0;
  const { data } = useQuery({
    ...query('getBalance', undefined),
    enabled: isBalanceShown,
    // What the header has read is not read again for the panel, which comes later.
    staleTime: Infinity,
  });
  const balance = data?.balance;
  const toFetch = useOrdersToFetch(orders ?? []);
  const wayBack = useWayBack();
  const [isExpanded, setExpanded] = useState<boolean | undefined>();
  useTakings();
  if (!orders) return null;
  const [first, last] = [formats.dayShort(from), formats.dayShort(to)];
  const days = from === to ? first : tMenu('span', { from: first, to: last });
  return (
    <OrderSummary
      title={`${tList('yours')}\u00a0· ${days}`}
      total={{
        label: tList('count', { count: orders.length }),
        amount: formats.amount(sumOf(orders.map(({ orderPrice }) => orderPrice))),
      }}
      after={
        showsBalance(settings.showAccountBalance, balance)
          ? { label: tList('balanceNow'), amount: formats.amount(balance) }
          : undefined
      }
      toFetch={toFetch}
      toFetchLabel={tList('toFetch')}
      emptyText={tList('noneShown')}
      expanded={isExpanded}
      onToggle={setExpanded}
      toggleLabel={(isOpen) => (isOpen ? tList('hide') : tList('show'))}
      lines={orders.map((order) => ({
        id: String(order.id),
        name: order.name,
        detail: [
          formats.dayBrief(order.orderItem.date),
          t('quantity', { count: order.orderItem.quantity }),
          order.modifiers?.map(({ name }) => name).join(', '),
          order.delivery && tList(order.delivery),
          isToFetch(order) && `${t('pickupCode')} ${order.pickupCode}`,
          order.onExchange && t('onExchange'),
          order.cancelStatus === 'FOR_EXCHANGE' && wayBack(order),
        ]
          .filter(Boolean)
          .join(' · '),
        price: formats.amount(order.orderPrice),
        action: <OrderActionButton order={order} size="small" counted={order.orderItem.quantity > 1} />,
      }))}
    />
  );
}

/** The orders of today that are no longer to be cancelled, and not picked up yet: also while another day is on screen. */
function useOrdersToFetch(shown: readonly Order[]): OrderToFetch[] {
  const { query, zone } = usePlatform();
  const t = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  // Disabled, since the page reads it.
  const { data } = useQuery({ ...query('listOrders', undefined), enabled: false });
  const orders = data?.orders ?? [];
  const due = orders.flatMap((order) => {
    const { id, name, orderItem, pickupCode, cancelStatus } = order;
    const isDue = orderItem.date === today && cancelStatus !== 'POSSIBLE';
    if (!isDue || !pickupCode || !isToFetch(order)) return [];
    const from = instantOf(order.pickupFrom, zone);
    const to = instantOf(order.pickupTo, zone);
    const pickup =
      from === undefined || to === undefined
        ? undefined
        : t('pickup', { from: formats.time(from), to: formats.time(to) });
    return { id, code: pickupCode, pickup, name };
  });
  // A time that all of them have is said once, and leaves its room to the names.
  const isTodayShown = shown.some(({ orderItem }) => orderItem.date === today);
  const isOfAll = new Set(due.map(({ pickup }) => pickup)).size === 1;
  return due.map(({ id, code, pickup, name }, place) => ({
    id,
    code,
    // Beside the orders of another day it is not plain of which day it is.
    day: isTodayShown ? undefined : t('today'),
    text: [(place === 0 || !isOfAll) && pickup, name].filter(Boolean).join(' · '),
  }));
}
