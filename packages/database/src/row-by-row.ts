import type { Patience } from './function-call.ts';
import { isRowBusy } from './outage.ts';

/** How a loop over rows waits for what somebody holds, and ends before the last one. */
export type RowByRow = { readonly isStopped?: (() => boolean) | undefined };

/** Somebody who changes their account holds it for milliseconds. */
const PATIENCE_MS = 2_000;
/** Once a row was waited for in vain, the others wait less: what holds one may hold them all. */
const LESS_PATIENCE_MS = 250;

/**
 * Does something with each row in a transaction of its own, so that nobody waits for all of them. A row that somebody holds
 * is left, and the next ones are done all the same. Answers how many were left.
 */
export async function rowByRow<Row>(
  rows: readonly Row[],
  run: (row: Row, patience: Patience) => Promise<void>,
  { isStopped = () => false }: RowByRow = {},
): Promise<number> {
  let left = 0;
  for (const row of rows) {
    if (isStopped()) break;
    try {
      await run(row, { ms: left === 0 ? PATIENCE_MS : LESS_PATIENCE_MS, firstType: 'bigint' });
    } catch (error) {
      if (!isRowBusy(error)) throw error;
      left += 1;
    }
  }
  return left;
}
