import type { BookingVerdict } from '@refectory/database/ledger';

import { amountText } from './command.ts';
import { CommandError } from './command-error.ts';

/** Why money was not booked, as a message for the person at the command line. */
export function bookingRefusal(
  verdict: Exclude<BookingVerdict, { verdict: 'booked' }>,
  reference: string | undefined,
): CommandError {
  switch (verdict.verdict) {
    case 'reference-reused':
      return new CommandError(
        `The reference "${reference}" belongs to another payment: check it, or choose another reference.`,
      );
    case 'unknown-order':
      return new CommandError('This customer has no such order: check the number.');
    case 'more-than-paid':
      return new CommandError(
        `That is more than was paid for the order: ${amountText(verdict.amount)} can be given back for it.`,
      );
    case 'insufficient-funds':
      return new CommandError(`The account holds ${amountText(verdict.balance)}, which is not enough.`);
    case 'too-much-money':
      return new CommandError(
        `The account holds ${amountText(verdict.balance)}, and would hold more than an account can: check the amount.`,
      );
  }
}
