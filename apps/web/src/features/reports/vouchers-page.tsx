import type { Voucher } from '@refectory/contract/reports';
import { sortedVouchers } from '@refectory/domain/voucher';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { RecordTable, type RecordColumn } from '#ui/record-table.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** `/profile/vouchers`: the vouchers of the customer, the one that ends first first. // spec §2 */
export default function VouchersPage() {
  const { query, zone } = usePlatform();
  const t = useTranslations('reports');
  const tPages = useTranslations('pages');
  const vouchers = useQuery(query('listVouchers', undefined));
  const columns = useColumns();
  return (
    <PageShell title={tPages('vouchers')}>
      <PageTitle page="vouchers" />
      <ReadState
        reads={[vouchers]}
        awaited={<Skeleton shape="row" count={4} label={t('vouchersLoading')} />}
        failedTitle={t('vouchersFailed')}
      >
        {() => {
          const rows = sortedVouchers(vouchers.data?.vouchers ?? [], zone);
          return rows.length === 0 ? (
            <Notice tone="empty" illustration={<EmptyPlate />} title={t('none')} />
          ) : (
            <RecordTable
              label={tPages('vouchers')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => String(id)}
            />
          );
        }}
      </ReadState>
    </PageShell>
  );
}

/** The columns that the settings show. */
function useColumns(): RecordColumn<Voucher>[] {
  const { settings } = usePlatform();
  const t = useTranslations('reports');
  const { date } = useFormats();
  const columns = [
    { key: 'voucherType', value: ({ voucherType }: Voucher) => voucherType },
    { key: 'voucherSet', value: ({ voucherSet }: Voucher) => voucherSet },
    { key: 'validTo', value: ({ validTo }: Voucher) => date('d. M. yyyy', validTo) },
    { key: 'validFrom', value: ({ validFrom }: Voucher) => date('d. M. yyyy', validFrom) },
    {
      key: 'creationTimeStamp',
      value: ({ creationTimeStamp }: Voucher) => date('d. M. yyyy HH:mm', creationTimeStamp),
    },
  ] as const;
  return columns
    .filter(({ key }) => settings.voucherColumns[key])
    .map((column) => ({ ...column, label: t(column.key) }));
}
