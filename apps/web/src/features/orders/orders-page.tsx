import type { ExchangedPortions, Order } from '@refectory/contract/orders';
import { instantOf } from '@refectory/domain/day';
import { ORDER_HISTORY_DAYS } from '@refectory/domain/order';
import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';

import { useRereadOnReturn } from '#platform/api/use-reread-on-return.ts';
import { ReadState } from '#platform/api/read-state.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { useAwaitedPayment, type AwaitedPayment } from '#platform/payments/awaited-payment.ts';
import { usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { AlternativePage } from '#platform/routing/alternative-page.tsx';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { Notice } from '#ui/notice.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { PageNote, PageShell, Stack } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tag } from '#ui/tag.tsx';

import { OrderActionButton } from './order-action-button.tsx';
import { daysOf, type CanteenNames, type OrdersOfDay } from './orders-of-day.ts';
import { PastOrders } from './past-orders.tsx';
import { PaymentLine, PaymentNotice } from './payment-news.tsx';
import { useMyOrders } from './use-my-orders.ts';
import { useTakings } from './use-takings.ts';
import { useWayBack } from './use-way-back.ts';

/** `/orders`: what the customer ordered, coming first. */
export default function OrdersPage() {
  if (!mayUseOffer(usePlatform())) return <AlternativePage page="orders" />;
  return <OrdersReport />;
}

/** `/profile/orders`: the same list, without actions where nothing can be ordered. */
export function OrdersReport() {
  const t = useTranslations();
  return (
    <PageShell title={t('orderList.heading')}>
      <PageTitle page="orders" />
      <OrdersOfCustomer />
    </PageShell>
  );
}

const liveOrders = latePart(async () => (await import('./live-orders.tsx')).LiveOrders);

/** What is said of a payment, until an order is gone that may be of it: its meals are not ordered any more then. */
function useNews(payment: AwaitedPayment | undefined, count: number): AwaitedPayment | undefined {
  const [most, setMost] = useState(0);
  const isPaid = payment?.state === 'paid';
  if (isPaid && count > most) setMost(count);
  if (!isPaid && most > 0) setMost(0);
  return isPaid && count < most ? undefined : payment;
}

function OrdersOfCustomer() {
  const platform = usePlatform();
  const t = useTranslations();
  const today = useToday();
  const orders = useMyOrders();
  const payment = useNews(useAwaitedPayment(), orders.data?.length ?? 0);
  useRereadOnReturn('listOrders', 'getBalance', 'getPaymentStatus');
  const canteens = useQuery(platform.query('listCanteens', undefined));
  const canteenNames = new Map(canteens.data?.canteens.map(({ id, name }) => [id, name]));
  const takings = useTakings();
  const isLive = useSnapshot(({ session }) => session.capabilities?.live === true);
  const live = useLatePart(liveOrders, isLive && mayUseOffer(platform));

  const days = daysOf(orders.data ?? [], takings);
  const coming = days.filter(({ day }) => day >= today);
  const past = days.filter(({ day }) => day < today).toReversed();
  const list = () => (
    <Stack gap="large">
      {live.loaded && <live.loaded />}
      {coming.length > 0 ? (
        <>
          {payment && <PaymentLine payment={payment} />}
          <OrdersByDay days={coming} canteenNames={canteenNames} />
        </>
      ) : payment ? (
        <PaymentNotice payment={payment} />
      ) : (
        <Notice
          tone="info"
          illustration={<EmptyPlate />}
          title={t(days.length === 0 ? 'orderList.none' : 'orderList.noneComing')}
          action={mayUseOffer(platform) && <Link to="/offer/:period?">{t('orderList.toMenu')}</Link>}
        >
          {t('orderList.noneText')}
        </Notice>
      )}
      {past.length > 0 && (
        <details>
          <summary>
            {t('orderList.pastCount', {
              count: past.flatMap((day) => [...day.orders, ...day.takings]).length,
            })}
          </summary>
          <PastOrders days={past} canteenNames={canteenNames} />
        </details>
      )}
      <HowFarBack />
    </Stack>
  );
  return (
    // Canteens that cannot be read are left out; while they are awaited, their names would move the rows below.
    <ReadState
      reads={canteens.isPending ? [orders, canteens] : [orders]}
      awaited={<Skeleton shape="row" count={4} label={t('orderList.loading')} />}
      failedTitle={t('orderList.failedTitle')}
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
  const tList = useTranslations('orderList');
  const open = profilePages(settings, []);
  const report = REPORTS.find((page) => open.includes(page));
  return (
    <PageNote>
      {tList('goesBack', { days: ORDER_HISTORY_DAYS })}{' '}
      {report && (
        <Link to="/profile/:page?" params={{ page: report }}>
          {tList('toReports')}
        </Link>
      )}
    </PageNote>
  );
}

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
  const tList = useTranslations('orderList');
  const formats = useFormats();
  const takenAt = instantOf(taking.exchangedAt, zone);
  return (
    <OrderRow
      name={taking.name}
      date={formats.dayShort(taking.date)}
      quantity={t('quantity', { count: taking.quantity })}
      price={tList('refunded', { amount: formats.amount(taking.refunded) })}
      state={<Tag icon="exchange">{tList('taken')}</Tag>}
      collected={
        takenAt === undefined
          ? undefined
          : tList('takenAt', { time: formats.date('d. M. yyyy HH:mm', takenAt) })
      }
    />
  );
}

function OrderOnList({ order, canteen }: { order: Order; canteen: string | undefined }) {
  const { zone } = usePlatform();
  const t = useTranslations('orders');
  const tList = useTranslations('orderList');
  const tMenu = useTranslations('menu');
  const formats = useFormats();
  const today = useToday();
  const wayBack = useWayBack();
  const collectedAt = instantOf(order.collectedAt, zone);
  const from = instantOf(order.pickupFrom, zone);
  const to = instantOf(order.pickupTo, zone);
  const pickup =
    from === undefined || to === undefined || collectedAt !== undefined
      ? undefined
      : tMenu('pickup', { from: formats.time(from), to: formats.time(to) });
  return (
    <OrderRow
      prominent={order.orderItem.date === today && collectedAt === undefined && !order.onExchange}
      pickup={pickup}
      name={order.name}
      date={formats.dayShort(order.orderItem.date)}
      quantity={t('quantity', { count: order.orderItem.quantity })}
      price={formats.amount(order.orderPrice)}
      modifiers={order.modifiers?.map(({ name }) => name).join(', ') || undefined}
      group={order.group}
      canteen={canteen}
      delivery={order.delivery && tList(order.delivery)}
      code={order.pickupCode ? { label: t('pickupCode'), value: order.pickupCode } : undefined}
      wayBack={wayBack(order)}
      collected={
        collectedAt === undefined
          ? undefined
          : tList('collectedAt', { time: formats.date('d. M. yyyy HH:mm', collectedAt) })
      }
      state={
        (order.onExchange || order.fromExchange) && (
          <Tag {...(order.onExchange && { tone: 'turmeric' })} icon="exchange">
            {order.onExchange ? t('onExchange') : tList('fromExchange')}
          </Tag>
        )
      }
      action={<OrderActionButton order={order} />}
    />
  );
}
