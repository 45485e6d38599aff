import type { Pairing } from '@refectory/contract/pairing';
import { pairingActions, pairingDate, sortedPairings } from '@refectory/domain/pairing';
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
import { Tag, type TagTone } from '#ui/tag.tsx';

import { OtherSystemLink } from './other-system-link.tsx';
import { PairingButtons } from './pairing-buttons.tsx';
import { DONE, usePairingAction } from './use-pairing-action.ts';

const TONES = {
  pending: 'turmeric',
  valid: 'leaf',
  rejected: 'plain',
  invalid: 'plain',
  missed: 'plain',
} as const satisfies Record<Pairing['pairingStatus'], TagTone>;

/** `/profile/pairing`: the customer's pairings with external loyalty systems. */
export default function PairingsPage() {
  const { query, toasts, zone } = usePlatform();
  const t = useTranslations('pairing');
  const tPages = useTranslations('pages');
  const pairings = useQuery(query('listPairings', undefined));
  const work = usePairingAction((action) => toasts.add({ messageKey: DONE[action], tone: 'success' }));
  const columns = useColumns(work);
  return (
    <PageShell title={tPages('pairing')}>
      <PageTitle page="pairing" />
      <OtherSystemLink address={work.blockedAddress} />
      <ReadState
        reads={[pairings]}
        awaited={<Skeleton shape="row" count={3} label={t('loading')} />}
        failedTitle={t('loadingFailed')}
      >
        {() => {
          const rows = sortedPairings(pairings.data?.pairings ?? [], zone);
          return rows.length === 0 ? (
            <Notice tone="empty" illustration={<EmptyPlate />} title={t('none')}>
              {t('noneText')}
            </Notice>
          ) : (
            <RecordTable label={tPages('pairing')} columns={columns} rows={rows} rowKey={keyOf} />
          );
        }}
      </ReadState>
    </PageShell>
  );
}

const keyOf = ({ pairingToken, loyaltySystem, ...dates }: Pairing) =>
  pairingToken ?? JSON.stringify([loyaltySystem, dates]);

function useColumns(work: ReturnType<typeof usePairingAction>): RecordColumn<Pairing>[] {
  const t = useTranslations('pairing');
  const { date } = useFormats();
  return [
    { key: 'date', label: t('date'), value: (row) => date('d. M. yyyy HH:mm', pairingDate(row)) },
    { key: 'loyaltySystem', label: t('loyaltySystem'), value: (row) => row.loyaltySystem },
    { key: 'customerName', label: t('customerName'), value: (row) => row.externalSystemCustomerName },
    { key: 'note', label: t('note'), value: (row) => row.pairingNote },
    {
      key: 'status',
      label: t('status'),
      value: ({ pairingStatus }) => <Tag tone={TONES[pairingStatus]}>{t(pairingStatus)}</Tag>,
    },
    {
      key: 'action',
      label: t('action'),
      isPlain: true,
      value: (row) => <PairingButtons pairing={row} actions={pairingActions(row)} work={work} size="small" />,
    },
  ];
}
