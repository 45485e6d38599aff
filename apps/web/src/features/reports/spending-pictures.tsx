import type { ConsumptionRow } from '@refectory/contract/reports';
import { spendingBy } from '@refectory/domain/report';
import { useTranslations } from 'use-intl';

import { useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { monthName, monthOf } from '#platform/i18n/month-name.ts';
import { usePlatform } from '#platform/platform.ts';
import { SpendingBars } from '#platform/spending/spending-bars.tsx';
import { Pictures } from '#ui/report-layout.tsx';

/** What was paid by month and by canteen, and how much of it by subsidies; nothing where there is one of each only. */
export function SpendingPictures({ rows }: { rows: readonly ConsumptionRow[] }) {
  const { zone } = usePlatform();
  const t = useTranslations('reports');
  const language = useLanguage();
  const months = spendingBy(rows, ({ dateTime }) => monthOf(dateTime, zone))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map((spending) => ({ ...spending, label: monthName(spending.key, language) }));
  const canteens = spendingBy(rows, ({ canteen }) => canteen)
    .toSorted((one, other) => other.paid - one.paid)
    .map((spending) => ({ ...spending, label: spending.key }));
  const words = { firstLabel: t('paid'), secondLabel: t('subsidies') };
  if (months.length < 2 && canteens.length < 2) return null;
  return (
    <Pictures>
      {months.length > 1 && (
        <SpendingBars title={t('byMonth')} groupLabel={t('dateTime')} groups={months} {...words} />
      )}
      {canteens.length > 1 && (
        <SpendingBars title={t('byCanteen')} groupLabel={t('canteen')} groups={canteens} {...words} />
      )}
    </Pictures>
  );
}
