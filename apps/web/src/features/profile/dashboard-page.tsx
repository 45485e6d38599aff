import type { Order } from '@refectory/contract/orders';
import { showsBalance } from '@refectory/domain/balance';
import { displayName } from '@refectory/domain/customer';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { AccountFacts } from '#ui/account-facts.tsx';
import { Figure, Panel, PanelGrid, PanelLinks } from '#ui/panel.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { OwnData } from './own-data.tsx';
import { profilePageNames } from './profile-page-names.ts';
import { useProfilePages } from './use-profile-pages.ts';

/** How many of the next meals are shown; the others are in the list of orders. */
const NEXT_MEALS = 3;

/** `/profile/dashboard`: the account at a glance. // spec §2 */
export default function DashboardPage() {
  const platform = usePlatform();
  const t = useTranslations('account');
  const tPages = useTranslations('pages');
  const tShell = useTranslations('shell');
  const customer = useCustomer();
  const { pages } = useProfilePages();
  const others = pages.filter((page) => page !== 'dashboard');
  return (
    <PageShell title={(customer.data && displayName(customer.data)) ?? tShell('myProfile')}>
      <PageTitle page="dashboard" />
      <PanelGrid>
        <AccountPanel />
        {mayUseOffer(platform) && <NextMeals />}
        {others.length > 0 && (
          <Panel title={t('more')}>
            <PanelLinks>
              {others.map((page) => (
                <Link key={page} to="/profile/:page?" params={{ page }}>
                  {tPages(profilePageNames[page])}
                </Link>
              ))}
            </PanelLinks>
          </Panel>
        )}
        <OwnData />
      </PanelGrid>
    </PageShell>
  );
}

/** The balances that the settings allow, and what the canteen tells of the customer; nothing where there is neither. */
function AccountPanel() {
  const { query, settings } = usePlatform();
  const t = useTranslations('account');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const isBalanceAllowed = settings.showAccountBalance !== 0;
  const balance = useQuery({ ...query('getBalance', undefined), enabled: isBalanceAllowed });
  const bonus = useQuery({ ...query('getBonusBalance', undefined), enabled: settings.showBonusBalance });
  const custom = useQuery({ ...query('listCustomData', undefined), enabled: settings.showCustomData });
  const reads = [
    isBalanceAllowed && balance,
    settings.showBonusBalance && bonus,
    settings.showCustomData && custom,
  ].filter((read) => read !== false);
  if (reads.length === 0) return null;

  const amount = balance.data?.balance;
  const { bonusBalance, bonusBalanceCurrency = '' } = bonus.data ?? {};
  const facts = [
    ...(showsBalance(1, bonusBalance)
      ? [{ label: tShell('bonusBalance'), value: formats.amountIn(bonusBalanceCurrency, bonusBalance) }]
      : []),
    ...(custom.data?.customData ?? []).map(({ label, value }) => ({ label, value: String(value) })),
  ];
  return (
    <Panel title={tShell('balance')}>
      <ReadState
        reads={reads}
        awaited={<Skeleton shape="title" label={t('accountLoading')} />}
        failedTitle={t('accountFailed')}
      >
        {() => (
          <>
            {showsBalance(settings.showAccountBalance, amount) && <Figure>{formats.amount(amount)}</Figure>}
            {facts.length > 0 && <AccountFacts facts={facts} />}
          </>
        )}
      </ReadState>
    </Panel>
  );
}

/** The orders that are still to be handed out, the next first. */
function nextMeals(orders: readonly Order[], today: string): readonly Order[] {
  return orders
    .filter(({ orderItem, collectedAt }) => orderItem.date >= today && collectedAt === undefined)
    .toSorted((one, other) => one.orderItem.date.localeCompare(other.orderItem.date))
    .slice(0, NEXT_MEALS);
}

function NextMeals() {
  const { query } = usePlatform();
  const t = useTranslations('account');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const orders = useQuery(query('listOrders', undefined));
  return (
    <Panel title={t('nextMeals')} link={<Link to="/orders">{t('allOrders')}</Link>}>
      <ReadState
        reads={[orders]}
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
                  date={formats.dayShort(order.orderItem.date)}
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
