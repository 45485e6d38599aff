import type { Bonus } from '@refectory/contract/reports';
import { MOST_ROWS } from '@refectory/domain/report';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform } from '#platform/platform.ts';

import { Report } from './report.tsx';
import type { ReportColumn } from './report-view.ts';
import { useExpired } from './use-expired.ts';

/** `/profile/bonuses`: what the customer was given, and what is left of it. */
export default function BonusesPage() {
  const { query, settings } = usePlatform();
  const t = useTranslations('reports');
  const { amountIn } = useFormats();
  const expired = useExpired();
  const read = useQuery(query('listBonuses', undefined));
  // The balance is a part of this page whatever the settings show elsewhere (OQ-10).
  const balance = useQuery(query('getBonusBalance', undefined));
  const left = balance.data
    ? amountIn(balance.data.bonusBalanceCurrency ?? '', balance.data.bonusBalance)
    : balance.isLoadingError
      ? t('balanceUnknown')
      : '…';
  const currency = (bonus: Bonus) => bonus.currency;
  const columns = [
    { key: 'validFrom', label: t('validFrom'), kind: 'day', value: ({ validFrom }) => validFrom },
    { key: 'validTo', label: t('validTo'), kind: 'day', value: ({ validTo }) => validTo, below: expired },
    {
      key: 'maxDiscountPercent',
      label: t('maxDiscountPercent'),
      kind: 'percent',
      value: ({ maxDiscountPercent }) => maxDiscountPercent,
    },
    {
      key: 'minBillPrice',
      label: t('minBillPrice'),
      kind: 'amount',
      currency,
      value: ({ minBillPrice }) => minBillPrice,
    },
    { key: 'bonus', label: t('bonus'), kind: 'amount', currency, value: ({ bonus }) => bonus },
    { key: 'drawn', label: t('drawn'), kind: 'amount', currency, value: ({ drawn }) => drawn },
    { key: 'balance', label: t('left'), kind: 'amount', currency, value: (bonus) => bonus.balance },
    // A format is no word to read: its signs without the place of the number are.
    {
      key: 'currency',
      label: t('currency'),
      kind: 'text',
      value: (bonus) => bonus.currency?.replaceAll(/\{0\}|%s/g, '').trim(),
    },
  ] as const satisfies ReportColumn<Bonus>[];
  return (
    <Report<Bonus>
      page="bonuses"
      figure={
        // As on the transactions, its line is there before its amount.
        <>
          {`${t('bonusBalance')}: ${left}`}
          <br />
          {t('bonusUse')}
        </>
      }
      read={read}
      list={read.data && { ...read.data, rows: read.data.bonuses }}
      limit={MOST_ROWS}
      columns={columns.filter(({ key }) => settings.bonusColumns[key])}
      rowKey={({ id }) => String(id)}
    />
  );
}
