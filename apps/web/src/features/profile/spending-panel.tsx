import { money } from '@refectory/domain/money';
import { lastMonths, spendingBy } from '@refectory/domain/report';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { monthName, monthOf } from '#platform/i18n/month-name.ts';
import { usePlatform, useToday } from '#platform/platform.ts';
import { SpendingBars } from '#platform/spending/spending-bars.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { ProfilePageLink } from './profile-page-link.tsx';

/** How many months of spending are shown, this one included. */
const MONTHS = 6;

/** What the customer and subsidies paid in the last months. */
export function SpendingPanel() {
  const { query, zone } = usePlatform();
  const t = useTranslations('account');
  const language = useLanguage();
  const today = useToday();
  const months = lastMonths(today, MONTHS);
  const consumption = useQuery(query('listConsumption', { query: { from: months[0] ?? today, to: today } }));
  return (
    <Panel title={t('spending')} link={<ProfilePageLink page="consumption" />}>
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
