import type { Voucher } from '@refectory/contract/reports';
import { MOST_ROWS } from '@refectory/domain/report';
import { sortedVouchers } from '@refectory/domain/voucher';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';

import { Report } from './report.tsx';
import type { ReportColumn } from './report-view.ts';
import { useExpired } from './use-expired.ts';

/** `/profile/vouchers`: the vouchers of the customer, the one that ends first first. */
export default function VouchersPage() {
  const { query, settings, zone } = usePlatform();
  const t = useTranslations('reports');
  const expired = useExpired();
  const read = useQuery(query('listVouchers', undefined));
  const columns = [
    {
      key: 'voucherType',
      label: t('voucherType'),
      kind: 'text',
      value: ({ voucherType }) => voucherType,
      below: expired,
    },
    { key: 'voucherSet', label: t('voucherSet'), kind: 'text', value: ({ voucherSet }) => voucherSet },
    { key: 'validTo', label: t('validTo'), kind: 'day', value: ({ validTo }) => validTo },
    { key: 'validFrom', label: t('validFrom'), kind: 'day', value: ({ validFrom }) => validFrom },
    {
      key: 'creationTimeStamp',
      label: t('creationTimeStamp'),
      kind: 'day',
      value: ({ creationTimeStamp }) => creationTimeStamp,
    },
  ] as const satisfies ReportColumn<Voucher>[];
  return (
    <Report<Voucher>
      page="vouchers"
      figure={t('voucherUse')}
      read={read}
      list={read.data && { ...read.data, rows: sortedVouchers(read.data.vouchers, zone) }}
      limit={MOST_ROWS}
      columns={columns.filter(({ key }) => settings.voucherColumns[key])}
      rowKey={({ id }) => String(id)}
    />
  );
}
