import type { ExchangedPortions, Order } from '@refectory/contract/orders';
import { instantOf, type CalendarDay } from '@refectory/domain/day';
import { cancelLimit, ORDER_HISTORY_DAYS } from '@refectory/domain/order';
import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { PageNote, PageShell, Stack } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tag } from '#ui/tag.tsx';

import { OrderActionButton } from './order-action-button.tsx';
import { useMyOrders } from './use-my-orders.ts';
import { useTakings } from './use-takings.ts';

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
          action={<Link to="/profile/:page?">{t('shell.profile')}</Link>}
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

const liveOrders = latePart(async () => (await import('./live-orders.tsx')).LiveOrders);

function OrdersOfCustomer() {
  const platform = usePlatform();
  const t = useTranslations();
  const today = useToday();
  const orders = useMyOrders();
  const canteens = useQuery(platform.query('listCanteens', undefined));
  const canteenNames = new Map(canteens.data?.canteens.map(({ id, name }) => [id, name]));
  const takings = useTakings();
  const isLive = useSnapshot(({ session }) => session.capabilities?.live === true);
  const isOneOffered = orders.data?.some(({ onExchange }) => onExchange) === true;
  const live = useLatePart(liveOrders, isLive && mayUseOffer(platform) && isOneOffered);

  const days = daysOf(orders.data ?? [], takings);
  const coming = days.filter(({ day }) => day >= today);
  const past = days.filter(({ day }) => day < today).toReversed();
  const list = () => (
    <Stack gap="large">
      {live.loaded && <live.loaded />}
      {coming.length > 0 ? (
        <OrdersByDay days={coming} canteenNames={canteenNames} />
      ) : (
        <Notice
          tone="info"
          illustration={<EmptyPlate />}
          title={t(days.length === 0 ? 'orders.none' : 'orders.noneComing')}
          action={mayUseOffer(platform) && <Link to="/offer/:period?">{t('orders.toMenu')}</Link>}
        >
          {t('orders.noneText')}
        </Notice>
      )}
      {past.length > 0 && (
        <details>
          <summary>
            {t('orders.pastCount', {
              count: past.flatMap((day) => [...day.orders, ...day.takings]).length,
            })}
          </summary>
          <Stack gap="large">
            <OrdersByDay days={past} canteenNames={canteenNames} />
          </Stack>
        </details>
      )}
      <HowFarBack />
    </Stack>
  );
  return (
    // Canteens that cannot be read are left out; while they are awaited, their names would move the rows below.
    <ReadState
      reads={canteens.isPending ? [orders, canteens] : [orders]}
      awaited={<Skeleton shape="row" count={4} label={t('orders.loading')} />}
      failedTitle={t('orders.failedTitle')}
    >
      {list}
    </ReadState>
  );
}

/** The reports that have older meals too, the one that says most first. */
const REPORTS = ['consumption', 'transactions', 'bills'] as const satisfies readonly ProfilePage[];

/** How far back the list goes, and where what is older can be read. */
function HowFarBack() {
  const { settings } = usePlatform();
  const t = useTranslations('orders');
  const open = profilePages(settings, []);
  const report = REPORTS.find((page) => open.includes(page));
  return (
    <PageNote>
      {t('goesBack', { days: ORDER_HISTORY_DAYS })}{' '}
      {report && (
        <Link to="/profile/:page?" params={{ page: report }}>
          {t('toReports')}
        </Link>
      )}
    </PageNote>
  );
}

/** What the customer ordered for a day, and what others took of it. */
type OrdersOfDay = {
  readonly day: CalendarDay;
  readonly orders: readonly Order[];
  readonly takings: readonly ExchangedPortions[];
};

function daysOf(orders: readonly Order[], takings: readonly ExchangedPortions[]): OrdersOfDay[] {
  const days = [...orders.map(({ orderItem }) => orderItem.date), ...takings.map(({ date }) => date)];
  return [...new Set(days)].toSorted().map((day) => ({
    day,
    orders: orders.filter(({ orderItem }) => orderItem.date === day),
    takings: takings.filter(({ date }) => date === day),
  }));
}

type CanteenNames = { readonly canteenNames: ReadonlyMap<number, string> };

function OrdersByDay({ days, canteenNames }: CanteenNames & { readonly days: readonly OrdersOfDay[] }) {
  return (
    <Stack>
      {days.map((ofDay) => (
        <OrdersOfOneDay key={ofDay.day} {...ofDay} canteenNames={canteenNames} />
      ))}
    </Stack>
  );
}

function OrdersOfOneDay({ day, orders, takings, canteenNames }: CanteenNames & OrdersOfDay) {
  const id = useId();
  const formats = useFormats();
  const today = useToday();
  return (
    <section aria-labelledby={id}>
      <MenuHeading of="group" id={id} level={2}>
        {formats.dayHeading(day, today)}
      </MenuHeading>
      <OrderList>
        {orders.map((order) => (
          <OrderOnList key={order.id} order={order} canteen={canteenNames.get(order.canteenId)} />
        ))}
        {takings.map((taking) => (
          <TakingOnList key={taking.id ?? `${taking.orderId} ${taking.exchangedAt}`} taking={taking} />
        ))}
      </OrderList>
    </section>
  );
}

/** Portions that the customer offered and somebody else took: the money is back, and nothing is left to do. */
function TakingOnList({ taking }: { taking: ExchangedPortions }) {
  const { zone } = usePlatform();
  const t = useTranslations('orders');
  const formats = useFormats();
  const takenAt = instantOf(taking.exchangedAt, zone);
  return (
    <OrderRow
      name={taking.name}
      date={formats.dayShort(taking.date)}
      quantity={t('quantity', { count: taking.quantity })}
      price={t('refunded', { amount: formats.amount(taking.refunded) })}
      state={<Tag icon="exchange">{t('taken')}</Tag>}
      collected={
        takenAt === undefined ? undefined : t('takenAt', { time: formats.date('d. M. yyyy HH:mm', takenAt) })
      }
    />
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
        collectedAt === undefined
          ? undefined
          : t('collectedAt', { time: formats.date('d. M. yyyy HH:mm', collectedAt) })
      }
      state={
        (order.onExchange || order.fromExchange) && (
          <Tag {...(order.onExchange && { tone: 'turmeric' })} icon="exchange">
            {t(order.onExchange ? 'onExchange' : 'fromExchange')}
          </Tag>
        )
      }
      action={<OrderActionButton order={order} />}
    />
  );
}
