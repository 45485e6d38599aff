import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { FailedRead, type Repeatable } from './failed-read.tsx';

/** A read of which a page shows the state. */
type Read = Repeatable & Pick<UseQueryResult, 'isPending' | 'isLoadingError'>;

/**
 * What a page shows of what it reads: the room of what is awaited, a failure with the way to try again, or the content
 * once all of it is there, so that nothing that comes later moves what is being read.
 */
export function ReadState({
  reads,
  awaited,
  failedTitle,
  children,
}: {
  reads: readonly Read[];
  /** What stands while the first answer is awaited, in the size of the content. */
  awaited: ReactNode;
  failedTitle: string;
  /** Drawn only when everything is read. */
  children: () => ReactNode;
}) {
  const failed = reads.filter(({ isLoadingError }) => isLoadingError);
  if (failed.length > 0) return <FailedRead title={failedTitle} reads={failed} />;
  if (reads.some(({ isPending }) => isPending)) return awaited;
  return children();
}
