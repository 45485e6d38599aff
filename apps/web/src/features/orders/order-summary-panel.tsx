import type { Order } from '@refectory/contract/orders';
import { showsBalance } from '@refectory/domain/balance';
import { sumOf } from '@refectory/domain/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform } from '#platform/platform.ts';
import { OrderSummary } from '#ui/order-summary.tsx';

import { OrderActionButton } from './order-action-button.tsx';
import { useTakings } from './use-takings.ts';

/** The customer's orders of the days on screen with their sum, and the balance of the account. Empty until they are read. */
export function OrderSummaryPanel({ orders }: { orders: readonly Order[] | undefined }) {
  const t = useTranslations('orders');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const { query, settings } = usePlatform();
  // Disabled, since the header reads it.
  const { data } = useQuery({ ...query('getBalance', undefined), enabled: false });
  const balance = data?.balance;
  const [isExpanded, setExpanded] = useState<boolean | undefined>();
  useTakings();
  if (!orders) return null;
  return (
    <OrderSummary
      title={t('yours')}
      total={{
        label: t('count', { count: orders.length }),
        amount: formats.amount(sumOf(orders.map(({ orderPrice }) => orderPrice))),
      }}
      after={
        showsBalance(settings.showAccountBalance, balance)
          ? { label: tShell('balance'), amount: formats.amount(balance) }
          : undefined
      }
      emptyText={t('noneShown')}
      expanded={isExpanded}
      onToggle={setExpanded}
      toggleLabel={(isOpen) => (isOpen ? t('hide') : t('show'))}
      lines={orders.map((order) => ({
        id: String(order.id),
        name: order.name,
        detail: `${formats.weekdayShort(order.orderItem.date)} ${formats.dayShort(order.orderItem.date)} · ${t('quantity', { count: order.orderItem.quantity })}`,
        price: formats.amount(order.orderPrice),
        action: <OrderActionButton order={order} size="small" />,
      }))}
    />
  );
}
