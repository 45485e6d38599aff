import type { Order } from '@refectory/contract/orders';
import { showsBalance } from '@refectory/domain/balance';
import { displayName } from '@refectory/domain/customer';
import { addDays, instantOf, type Moment } from '@refectory/domain/day';
import { modifierNames } from '@refectory/domain/modifiers';
import { money } from '@refectory/domain/money';
import { sortedPairings } from '@refectory/domain/pairing';
import type { ProfilePage } from '@refectory/domain/profile';
import { lastMonths, spendingBy } from '@refectory/domain/report';
import { lastDayOf, sortedVouchers } from '@refectory/domain/voucher';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';

import { ReadState } from '#platform/api/read-state.tsx';
import { useFirstAnswers } from '#platform/api/use-first-answers.ts';
import { useFormats, useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { monthName, monthOf } from '#platform/i18n/month-name.ts';
import { usePlatform, useToday } from '#platform/platform.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { SpendingBars } from '#platform/spending/spending-bars.tsx';
import { AccountFacts, type AccountFact } from '#ui/account-facts.tsx';
import { Figure, Panel, PanelGrid, PanelLinks } from '#ui/panel.tsx';
import { NextStep } from '#ui/next-step.tsx';
import { OrderList, OrderRow } from '#ui/order-row.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { OwnData } from './own-data.tsx';
import { useProfilePages } from './use-profile-pages.ts';

/** How many of the next meals are shown; the others are in the list of orders. */
const NEXT_MEALS = 3;

/** `/profile/dashboard`: the account at a glance. */
export default function DashboardPage() {
  const platform = usePlatform();
  const t = useTranslations('account');
  const tShell = useTranslations('shell');
  const customer = useCustomer();
  const { pages } = useProfilePages();
  const isThere = useFirstAnswers();
  const others = pages.filter((page) => page !== 'dashboard');
  return (
    <PageShell title={(customer.data && displayName(customer.data)) ?? tShell('myProfile')}>
      <PageTitle page="dashboard" />
      <PanelGrid
        awaited={isThere ? undefined : <Skeleton shape="row" count={3} label={t('accountLoading')} />}
      >
        <AccountPanel pages={pages} />
        {mayUseOffer(platform) && <NextMeals />}
        {pages.includes('consumption') && <SpendingPanel />}
        {pages.includes('vouchers') && <EndingVouchers />}
        {pages.includes('pairing') && <PairingRequests />}
        {others.length > 0 && (
          <Panel title={t('more')}>
            <PanelLinks>
              {others.map((page) => (
                <PageLink key={page} page={page} />
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
function AccountPanel({ pages }: { pages: readonly ProfilePage[] }) {
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
  const mayTopUp = pages.includes('top-up');
  const { bonusBalance, bonusBalanceCurrency = '' } = bonus.data ?? {};
  const facts = [
    ...(showsBalance(1, bonusBalance)
      ? [{ label: tShell('bonusBalance'), value: formats.amountIn(bonusBalanceCurrency, bonusBalance) }]
      : []),
    ...rowsOfPlugin(balance.data?.pluginData),
    ...(custom.data?.customData ?? []).map(({ label, value }) => ({ label, value: String(value) })),
  ];
  const isShown = showsBalance(settings.showAccountBalance, amount);
  // Where nothing may come of what is still being read, the panel is not drawn before it is known.
  const hasFailed = reads.some(({ isLoadingError }) => isLoadingError);
  const isSure = mayTopUp || isShown || facts.length > 0 || settings.showAccountBalance === 2;
  if (!hasFailed && !isSure) return null;
  return (
    <Panel title={tShell('balance')}>
      <ReadState
        reads={reads}
        awaited={<Skeleton shape="title" label={t('accountLoading')} />}
        failedTitle={t('accountFailed')}
      >
        {() => (
          <>
            {isShown && <Figure>{formats.amount(amount)}</Figure>}
            {facts.length > 0 && <AccountFacts facts={facts} />}
            {mayTopUp && (
              <PanelLinks>
                <NextStep>
                  <PageLink page="top-up" />
                </NextStep>
              </PanelLinks>
            )}
          </>
        )}
      </ReadState>
    </Panel>
  );
}

/** What the canteen adds to the balance, where it is rows of a label and a value. */
function rowsOfPlugin(pluginData: unknown): readonly AccountFact[] {
  const rows = z.array(z.object({ label: z.string(), value: z.union([z.string(), z.number()]) }));
  const read = rows.safeParse(pluginData);
  return read.success ? read.data.map(({ label, value }) => ({ label, value: String(value) })) : [];
}

/** The orders that are still to be handed out, the next first. */
function nextMeals(orders: readonly Order[], today: string): readonly Order[] {
  return orders
    .filter(({ orderItem, collectedAt }) => orderItem.date >= today && collectedAt === undefined)
    .toSorted((one, other) => one.orderItem.date.localeCompare(other.orderItem.date))
    .slice(0, NEXT_MEALS);
}

function NextMeals() {
  const { query, zone } = usePlatform();
  const t = useTranslations('account');
  const tOrders = useTranslations('orders');
  const formats = useFormats();
  const today = useToday();
  const orders = useQuery(query('listOrders', undefined));
  /** From when until when it is handed out, as far as that is known. */
  const pickupTime = ({ pickupFrom, pickupTo }: Order) =>
    [pickupFrom, pickupTo]
      .map((moment) => instantOf(moment, zone))
      .flatMap((instant) => (instant === undefined ? [] : [formats.time(instant)]))
      .join('–');
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
                  modifiers={modifierNames(order.modifiers)}
                  date={formats.dayShort(order.orderItem.date)}
                  pickup={pickupTime(order)}
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

/** How many months of spending are shown, this one included. */
const MONTHS = 6;

/** What the customer and subsidies paid in the last months. */
function SpendingPanel() {
  const { query, zone } = usePlatform();
  const t = useTranslations('account');
  const language = useLanguage();
  const today = useToday();
  const months = lastMonths(today, MONTHS);
  const consumption = useQuery(query('listConsumption', { query: { from: months[0] ?? today, to: today } }));
  return (
    <Panel title={t('spending')} link={<PageLink page="consumption" />}>
      <ReadState
        reads={[consumption]}
        awaited={<Skeleton shape="row" count={2} label={t('spendingLoading')} />}
        failedTitle={t('spendingFailed')}
      >
        {() => {
          const spent = new Map(
            spendingBy(consumption.data?.consumption ?? [], ({ dateTime }) => monthOf(dateTime, zone)).map(
              (spending) => [spending.key, spending],
            ),
          );
          if (spent.size === 0) return <p>{t('nothingSpent')}</p>;
          return (
            <SpendingBars
              title={t('byMonth')}
              groupLabel={t('month')}
              firstLabel={t('paid')}
              secondLabel={t('subsidies')}
              groups={months.map((day) => {
                const key = day.slice(0, 7);
                const spending = spent.get(key) ?? { key, paid: money(0), subsidies: money(0) };
                return { ...spending, label: monthName(key, language) };
              })}
            />
          );
        }}
      </ReadState>
    </Panel>
  );
}

/** What ends on a day, under the link to the page that has all of it; nothing where there is none. */
function EndingPanel({
  title,
  page,
  rows,
}: {
  title: string;
  page: ProfilePage;
  rows: readonly { readonly label: string; readonly end: Moment | undefined }[];
}) {
  const t = useTranslations('account');
  const { date } = useFormats();
  if (rows.length === 0) return null;
  return (
    <Panel title={title} link={<PageLink page={page} />}>
      <AccountFacts
        facts={rows.map(({ label, end }) => ({
          label,
          value: end ? t('until', { day: date('d. M. yyyy', end) }) : '',
        }))}
      />
    </Panel>
  );
}

/** The link to a page of the profile. */
function PageLink({ page }: { page: ProfilePage }) {
  const tPages = useTranslations('pages');
  return (
    <Link to="/profile/:page?" params={{ page }}>
      {tPages(page)}
    </Link>
  );
}

/** Vouchers end soon within so many days. */
const SOON_DAYS = 14;

/** The vouchers that end soon; nothing where none does. */
function EndingVouchers() {
  const { query, zone } = usePlatform();
  const t = useTranslations('account');
  const today = useToday();
  const { data } = useQuery(query('listVouchers', undefined));
  const soon = addDays(today, SOON_DAYS);
  const ending = sortedVouchers(data?.vouchers ?? [], zone).filter((voucher) => {
    const last = lastDayOf(voucher, zone);
    return last !== undefined && last >= today && last <= soon;
  });
  return (
    <EndingPanel
      title={t('endingVouchers')}
      page="vouchers"
      rows={ending.map(({ voucherType, voucherSet, validTo }) => ({
        label: [voucherType, voucherSet].filter(Boolean).join(', '),
        end: validTo,
      }))}
    />
  );
}

/** Who asks to be paired with the account and waits for the customer's answer; nothing where nobody does. */
function PairingRequests() {
  const { query, zone } = usePlatform();
  const t = useTranslations('account');
  const { data } = useQuery(query('listPairings', undefined));
  const pending = sortedPairings(data?.pairings ?? [], zone).filter(
    ({ pairingStatus }) => pairingStatus === 'pending',
  );
  return (
    <EndingPanel
      title={t('pairingRequests')}
      page="pairing"
      rows={pending.map(({ loyaltySystem = '', requestValidTillDT }) => ({
        label: loyaltySystem,
        end: requestValidTillDT,
      }))}
    />
  );
}
