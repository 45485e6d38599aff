import type { Transaction } from '@refectory/contract/reports';
import { MOST_ROWS, timespanDays } from '@refectory/domain/report';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';

import { Report } from './report.tsx';
import type { ReportColumn } from './report-view.ts';
import { useReportAddress } from './use-report-address.ts';

/** The span of 365 days is not offered here (REP-09). */
const PERIODS = ['CURRENTMONTH', 'LASTMONTH', 'ALLTIME'] as const;

const nameOf = ({ name, description }: Transaction) => name || description || '';

/** `/profile/transactions`: the movements of the account. */
export default function TransactionsPage() {
  const { query } = usePlatform();
  const t = useTranslations('reports');
  const { amount } = useFormats();
  const { timespan } = useReportAddress(PERIODS);
  const read = useQuery(query('listTransactions', { query: timespanDays(timespan, useToday()) }));
  // The balance is a part of this page whatever the settings show elsewhere (OQ-10).
  const balance = useQuery(query('getBalance', undefined));
  const columns: ReportColumn<Transaction>[] = [
    {
      key: 'name',
      label: t('name'),
      kind: 'text',
      value: nameOf,
      // Without a name the description stands in its place.
      below: ({ name, description }) => (name ? description : undefined),
    },
    { key: 'dateTime', label: t('dateTime'), kind: 'moment', value: ({ dateTime }) => dateTime },
    {
      key: 'amount',
      label: t('amount'),
      kind: 'amount',
      value: (transaction) => transaction.amount,
      hasTotal: true,
    },
  ];
  return (
    <Report
      page="transactions"
      // Its line is there before its amount: nothing below moves for it.
      figure={`${t('balance')}: ${balance.data ? amount(balance.data.balance) : balance.isLoadingError ? t('balanceUnknown') : '…'}`}
      read={read}
      list={read.data && { ...read.data, rows: read.data.transactions }}
      limit={MOST_ROWS}
      columns={columns}
      totalLabel={t('balanceChange')}
      rowKey={({ id }) => String(id)}
      periods={PERIODS}
      typeOf={nameOf}
    />
  );
}
