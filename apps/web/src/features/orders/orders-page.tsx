import type { Order } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { cancelLimit } from '@refectory/domain/order';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tag } from '#ui/tag.tsx';

import { OrderActionButton } from './order-action-button.tsx';
import { useMyOrders } from './use-my-orders.ts';

/** `/orders`: what the customer ordered, coming first. // spec §2 */
export default function OrdersPage() {
  const platform = usePlatform();
  const t = useTranslations();
  if (!mayUseOffer(platform)) {
    return (
      <PageShell title={t('Error.notAvailableTitle')}>
        <PageTitle page="orders" />
        <Notice
          tone="info"
          illustration={<CoveredPlate />}
          title={t('Error.notAvailableText')}
          action={<Link to="/profile">{t('shell.profile')}</Link>}
        />
      </PageShell>
    );
  }
  return <OrdersReport />;
}

/** `/profile/orders`: the same list, without actions where nothing can be ordered (OQ-21). */
export function OrdersReport() {
  const t = useTranslations();
  return (
    <PageShell title={t('orders.heading')}>
      <PageTitle page="orders" />
      <OrdersOfCustomer />
    </PageShell>
  );
}

function OrdersOfCustomer() {
  const platform = usePlatform();
  const t = useTranslations();
  const today = useToday();
  const orders = useMyOrders();
  const canteens = useQuery(platform.query('listCanteens', undefined));
  const canteenNames = new Map(canteens.data?.canteens.map(({ id, name }) => [id, name]));

  // Both at once: a name that comes later would move the rows below it.
  if (orders.isPending || canteens.isPending)
    return <Skeleton shape="row" count={4} label={t('orders.loading')} />;
  if (orders.isLoadingError) {
    return (
      <Notice
        tone="failed"
        illustration={<BrokenPlate />}
        title={t('orders.failedTitle')}
        action={
          <Button busy={orders.isFetching} onClick={() => void orders.refetch()}>
            {t('shell.retry')}
          </Button>
        }
      />
    );
  }
  const all = orders.data;
  const coming = all.filter(({ orderItem }) => orderItem.date >= today);
  const past = all.filter(({ orderItem }) => orderItem.date < today).toReversed();
  return (
    <Stack gap="large">
      {coming.length > 0 ? (
        <OrdersByDay orders={coming} canteenNames={canteenNames} />
      ) : (
        <Notice
          tone="info"
          illustration={<EmptyPlate />}
          title={t(all.length === 0 ? 'orders.none' : 'orders.noneComing')}
          action={mayUseOffer(platform) && <Link to="/offer/{-$period}">{t('orders.toMenu')}</Link>}
        >
          {t('orders.noneText')}
        </Notice>
      )}
      {past.length > 0 && (
        <details>
          <summary>{t('orders.pastCount', { count: past.length })}</summary>
          <Stack gap="large">
            <OrdersByDay orders={past} canteenNames={canteenNames} />
          </Stack>
        </details>
      )}
    </Stack>
  );
}

type OrdersProps = {
  readonly orders: readonly Order[];
  readonly canteenNames: ReadonlyMap<number, string>;
};

function OrdersByDay({ orders, canteenNames }: OrdersProps) {
  const days = [...new Set(orders.map(({ orderItem }) => orderItem.date))];
  return (
    <Stack>
      {days.map((day) => (
        <OrdersOfDay
          key={day}
          orders={orders.filter(({ orderItem }) => orderItem.date === day)}
          canteenNames={canteenNames}
        />
      ))}
    </Stack>
  );
}

function OrdersOfDay({ orders, canteenNames }: OrdersProps) {
  const id = useId();
  const formats = useFormats();
  const today = useToday();
  const [first] = orders;
  if (!first) return null;
  return (
    <section aria-labelledby={id}>
      <MenuHeading of="group" id={id} level={2}>
        {formats.dayHeading(first.orderItem.date, today)}
      </MenuHeading>
      <OrderList>
        {orders.map((order) => (
          <OrderOnList key={order.id} order={order} canteen={canteenNames.get(order.canteenId)} />
        ))}
      </OrderList>
    </section>
  );
}

function OrderOnList({ order, canteen }: { order: Order; canteen: string | undefined }) {
  const { zone } = usePlatform();
  const t = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const cancelUntil = cancelLimit(order, zone);
  const collectedAt = instantOf(order.collectedAt, zone);
  return (
    <OrderRow
      name={order.name}
      date={formats.dayShort(order.orderItem.date)}
      quantity={t('quantity', { count: order.orderItem.quantity })}
      price={formats.amount(order.orderPrice)}
      group={order.group}
      canteen={canteen}
      code={order.pickupCode ? { label: t('pickupCode'), value: order.pickupCode } : undefined}
      cancelUntil={
        cancelUntil === undefined
          ? undefined
          : t('cancelUntil', { time: formats.timeOrDay(cancelUntil, today) })
      }
      collected={
        collectedAt === undefined ? undefined : t('collectedAt', { time: formats.dateAndTime(collectedAt) })
      }
      state={
        order.onExchange && (
          <Tag tone="turmeric" icon="exchange">
            {t('onExchange')}
          </Tag>
        )
      }
      action={<OrderActionButton order={order} />}
    />
  );
}
