import type { Moment } from '@refectory/domain/day';
import { lastDayOf } from '@refectory/domain/voucher';
import { useTranslations } from 'use-intl';

import { usePlatform, useToday } from '#platform/platform.ts';

/** Says of a voucher or a bonus that it is over, from the day after its last one on. */
export function useExpired(): (row: { readonly validTo?: Moment | undefined }) => string | undefined {
  const { zone } = usePlatform();
  const t = useTranslations('reports');
  const today = useToday();
  return (row) => {
    const last = lastDayOf(row, zone);
    return last !== undefined && last < today ? t('expired') : undefined;
  };
}
