import type { Money } from './money.ts';

/** How the account balance is shown: never, only when it is not zero, always (OQ-10). */
export type BalanceDisplay = 0 | 1 | 2;

/** Whether a balance is shown; one not yet loaded is not shown as zero. // spec §9 */
export function showsBalance(display: BalanceDisplay, balance: Money | undefined): balance is Money {
  if (balance === undefined) return false;
  return display === 2 || (display === 1 && balance !== 0);
}
