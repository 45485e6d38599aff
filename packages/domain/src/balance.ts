import type { Money } from './money.ts';

/** How the account balance is shown: never, only when it is not zero, always. */
export type BalanceDisplay = 0 | 1 | 2;

/** Whether a balance is shown; one not yet loaded is not shown as zero. */
export function showsBalance(display: BalanceDisplay, balance: Money | undefined): balance is Money {
  if (balance === undefined) return false;
  return display === 2 || (display === 1 && balance !== 0);
}

/**
 * Whether an account covers an amount: by what can be spent where that is known, which decides; else by the balance,
 * which only warns, since the server may let the account go lower.
 */
export function coverage(
  account: { readonly balance: Money; readonly available?: Money | undefined },
  amount: Money,
): 'covered' | 'short' | 'refused' {
  if ((account.available ?? account.balance) >= amount) return 'covered';
  return account.available === undefined ? 'short' : 'refused';
}
