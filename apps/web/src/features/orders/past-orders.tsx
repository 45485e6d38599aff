import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { monthName } from '#platform/i18n/month-name.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { OrderLine, OrderLines } from '#ui/order-line.tsx';
import { Stack } from '#ui/page-shell.tsx';

import type { CanteenNames, OrdersOfDay } from './orders-of-day.ts';

/** What is past, a line each, by month. */
export function PastOrders({ days, canteenNames }: CanteenNames & { readonly days: readonly OrdersOfDay[] }) {
  const platform = usePlatform();
  const language = useSnapshot(() => platform.language());
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))];
  return (
    <Stack>
      {months.map((month) => (
        <section key={month} aria-label={monthName(month, language)}>
          <MenuHeading of="group" level={2}>
            {monthName(month, language)}
          </MenuHeading>
          <OrderLines>
            {days
              .filter(({ day }) => day.startsWith(month))
              .map((ofDay) => (
                <PastOrdersOfDay key={ofDay.day} {...ofDay} canteenNames={canteenNames} />
              ))}
          </OrderLines>
        </section>
      ))}
    </Stack>
  );
}

function PastOrdersOfDay({ day, orders, takings, canteenNames }: CanteenNames & OrdersOfDay) {
  const t = useTranslations('orders');
  const tList = useTranslations('orderList');
  const formats = useFormats();
  const date = formats.dayBrief(day);
  return (
    <>
      {orders.map(({ id, name, orderItem, canteenId, modifiers, orderPrice }) => (
        <OrderLine
          key={id}
          name={name}
          facts={[
            date,
            t('quantity', { count: orderItem.quantity }),
            canteenNames.get(canteenId),
            modifiers?.map((modifier) => modifier.name).join(', '),
          ]}
          price={formats.amount(orderPrice)}
        />
      ))}
      {takings.map(({ id, orderId, exchangedAt, name, quantity, refunded }) => (
        <OrderLine
          key={id ?? `${orderId} ${exchangedAt}`}
          name={name}
          facts={[date, t('quantity', { count: quantity }), tList('taken')]}
          price={tList('refunded', { amount: formats.amount(refunded) })}
        />
      ))}
    </>
  );
}
