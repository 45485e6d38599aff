import type { ConsumptionRow } from '@refectory/contract/reports';
import { modifierNames } from '@refectory/domain/modifiers';
import { MOST_ROWS, timespanDays, timespans } from '@refectory/domain/report';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { usePlatform, useToday } from '#platform/platform.ts';

import { Report } from './report.tsx';
import type { ReportColumn } from './report-view.ts';
import { SpendingPictures } from './spending-pictures.tsx';
import { useReportAddress } from './use-report-address.ts';

/** `/profile/consumption`: what was eaten, who paid for it, and how much. */
export default function ConsumptionPage() {
  const { query, settings } = usePlatform();
  const t = useTranslations('reports');
  const { timespan } = useReportAddress();
  const read = useQuery(query('listConsumption', { query: timespanDays(timespan, useToday()) }));
  const columns: ReportColumn<ConsumptionRow>[] = [
    { key: 'dateTime', label: t('dateTime'), kind: 'moment', value: ({ dateTime }) => dateTime },
    { key: 'costCenter', label: t('costCenter'), kind: 'text', value: ({ costCenter }) => costCenter },
    { key: 'canteen', label: t('canteen'), kind: 'text', value: ({ canteen }) => canteen },
    { key: 'register', label: t('register'), kind: 'text', value: ({ register }) => register },
    {
      key: 'recipe',
      label: t('recipe'),
      kind: 'text',
      value: ({ recipe }) => recipe,
      below: ({ modifiers }) => modifierNames(modifiers),
    },
    { key: 'taxRate', label: t('taxRate'), kind: 'percent', value: ({ taxRate }) => taxRate },
    {
      key: 'taxSubsidy',
      label: t('taxSubsidy'),
      kind: 'amount',
      value: ({ taxSubsidy }) => taxSubsidy,
      hasTotal: true,
    },
    {
      key: 'nonTaxSubsidy',
      label: t('nonTaxSubsidy'),
      kind: 'amount',
      value: ({ nonTaxSubsidy }) => nonTaxSubsidy,
      hasTotal: true,
    },
    {
      key: 'price',
      label: t('price'),
      kind: 'amount',
      value: ({ price }) => price,
      hasTotal: true,
      isMain: true,
    },
  ];
  return (
    <Report
      page="consumption"
      figure={t('onceBilled')}
      read={read}
      list={read.data && { ...read.data, rows: read.data.consumption }}
      limit={MOST_ROWS}
      columns={columns.filter(({ key }) => key !== 'costCenter' || settings.consumptionColumns.costCenter)}
      rowKey={({ id }) => String(id)}
      periods={timespans}
      picture={SpendingPictures}
    />
  );
}
