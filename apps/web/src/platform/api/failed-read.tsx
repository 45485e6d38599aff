import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { Button, type ButtonProps } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { Notice } from '#ui/notice.tsx';

/** A read that can be tried again. */
export type Repeatable = Pick<UseQueryResult, 'isFetching' | 'refetch'>;

/** Says that something could not be read, and offers to try again. */
export function FailedRead({ title, reads }: { title: string; reads: readonly Repeatable[] }) {
  return (
    <Notice
      tone="failed"
      illustration={<BrokenPlate />}
      title={title}
      action={<RetryButton reads={reads} />}
    />
  );
}

/** Reads again what could not be read. */
export function RetryButton({ reads, size }: { reads: readonly Repeatable[]; size?: ButtonProps['size'] }) {
  const t = useTranslations('shell');
  return (
    <Button
      size={size}
      busy={reads.some(({ isFetching }) => isFetching)}
      onClick={() => {
        for (const { refetch } of reads) void refetch();
      }}
    >
      {t('retry')}
    </Button>
  );
}
