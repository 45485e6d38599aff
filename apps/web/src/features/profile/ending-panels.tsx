import { addDays, type Moment } from '@refectory/domain/day';
import { sortedPairings } from '@refectory/domain/pairing';
import type { ProfilePage } from '@refectory/domain/profile';
import { lastDayOf, sortedVouchers } from '@refectory/domain/voucher';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { AccountFacts } from '#ui/account-facts.tsx';
import { Panel } from '#ui/panel.tsx';

import { ProfilePageLink } from './profile-page-link.tsx';

/** Vouchers end soon within so many days. */
const SOON_DAYS = 14;

/** The vouchers that end soon; nothing where none does. */
export function EndingVouchers() {
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
export function PairingRequests() {
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
    <Panel title={title} link={<ProfilePageLink page={page} />}>
      <AccountFacts
        facts={rows.map(({ label, end }) => ({
          label,
          value: end ? t('until', { day: date('d. M. yyyy', end) }) : '',
        }))}
      />
    </Panel>
  );
}
