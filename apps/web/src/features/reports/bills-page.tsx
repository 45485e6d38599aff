import type { Bill, BillItem } from '@refectory/contract/reports';
import { modifierNames } from '@refectory/domain/modifiers';
import { MOST_BILLS, timespanDays, timespans } from '@refectory/domain/report';
import { languageEntry } from '@refectory/translations/languages';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { useFormats, useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { RecordTable } from '#ui/record-table.tsx';

import { Report } from './report.tsx';
import { cellText, isNothing, type ReportColumn } from './report-view.ts';
import { useReportAddress } from './use-report-address.ts';

/** `/profile/bills`: the closed bills with their items. */
export default function BillsPage() {
  const { query, settings } = usePlatform();
  const t = useTranslations('reports');
  const { timespan } = useReportAddress();
  const read = useQuery(
    query('listBills', { query: { ...timespanDays(timespan, useToday()), withDetails: true } }),
  );
  const known = {
    id: { key: 'id', label: t('id'), kind: 'text', value: ({ id }) => id },
    dateTime: { key: 'dateTime', label: t('dateTime'), kind: 'moment', value: ({ dateTime }) => dateTime },
    costCenter: {
      key: 'costCenter',
      label: t('costCenter'),
      kind: 'text',
      value: ({ costCenter }) => costCenter,
    },
    priceWIT: {
      key: 'priceWIT',
      label: t('priceWIT'),
      kind: 'amount',
      value: ({ priceWIT }) => priceWIT,
      hasTotal: true,
    },
    discount: { key: 'discount', label: t('discount'), kind: 'percent', value: ({ discount }) => discount },
    usedBonus: {
      key: 'usedBonus',
      label: t('usedBonus'),
      kind: 'amount',
      value: ({ usedBonus }) => usedBonus,
    },
    taxSubsidy: {
      key: 'taxSubsidy',
      label: t('taxSubsidy'),
      kind: 'amount',
      value: ({ taxSubsidy }) => taxSubsidy,
    },
    nonTaxSubsidy: {
      key: 'nonTaxSubsidy',
      label: t('nonTaxSubsidy'),
      kind: 'amount',
      value: ({ nonTaxSubsidy }) => nonTaxSubsidy,
    },
    register: { key: 'register', label: t('register'), kind: 'text', value: ({ register }) => register },
    serialNumber: {
      key: 'serialNumber',
      label: t('serialNumber'),
      kind: 'text',
      value: ({ serialNumber }) => serialNumber,
    },
  } as const satisfies Record<string, ReportColumn<Bill>>;
  // In the settings `subsidies` stands for both of them (OQ-81), and a column has one place.
  const shown = new Set(
    settings.billColumns.flatMap((key) =>
      key === 'subsidies' ? (['taxSubsidy', 'nonTaxSubsidy'] as const) : [key],
    ),
  );
  return (
    <Report
      page="bills"
      figure={t('onceBilled')}
      read={read}
      list={read.data && { ...read.data, rows: read.data.bills }}
      limit={MOST_BILLS}
      columns={[...shown].map((key) => known[key])}
      rowKey={({ id }) => String(id)}
      periods={timespans}
      details={{
        heading: t('items'),
        label: ({ serialNumber, id }) => t('itemsOf', { number: String(serialNumber ?? id) }),
        content: BillItems,
      }}
    />
  );
}

function BillItems({ row: bill }: { row: Bill }) {
  const t = useTranslations('reports');
  const { locale } = languageEntry(useLanguage());
  const formats = { ...useFormats(), locale };
  const columns: ReportColumn<BillItem>[] = [
    {
      key: 'name',
      label: t('name'),
      kind: 'text',
      value: ({ name }) => name,
      below: ({ modifiers }) => modifierNames(modifiers),
    },
    { key: 'quantity', label: t('quantity'), kind: 'text', value: ({ amount }) => amount },
    { key: 'priceWIT', label: t('priceWIT'), kind: 'amount', value: ({ priceWIT }) => priceWIT },
    { key: 'priceWOT', label: t('priceWOT'), kind: 'amount', value: ({ priceWOT }) => priceWOT },
    { key: 'taxRate', label: t('taxRate'), kind: 'percent', value: ({ taxRate }) => taxRate },
    { key: 'taxSubsidy', label: t('taxSubsidy'), kind: 'amount', value: ({ taxSubsidy }) => taxSubsidy },
    {
      key: 'nonTaxSubsidy',
      label: t('nonTaxSubsidy'),
      kind: 'amount',
      value: ({ nonTaxSubsidy }) => nonTaxSubsidy,
    },
  ];
  if (bill.items.length === 0) return <p>{t('none')}</p>;
  const keyed = bill.items.map((item, index) => ({ item, key: `${item.prodid} ${index}` }));
  return (
    <RecordTable
      label={t('itemsOf', { number: String(bill.serialNumber ?? bill.id) })}
      columns={columns.map((column) => ({
        key: column.key,
        label: column.label,
        value: ({ item }: (typeof keyed)[number]) => cellText(column, item, formats),
        below: ({ item }: (typeof keyed)[number]) =>
          column.kind === 'text' ? column.below?.(item) : undefined,
        isNothing: ({ item }: (typeof keyed)[number]) => isNothing(column, item),
        isFigure: column.kind !== 'text' || column.key === 'quantity',
      }))}
      rows={keyed}
      rowKey={({ key }) => key}
    />
  );
}
