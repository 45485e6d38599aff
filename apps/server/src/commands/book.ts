import { bookMovement, type NewMovement } from '@refectory/database/ledger';

import { bookingRefusal } from './booking-refusal.ts';
import { amountText, type CommandContext } from './command.ts';
import { customerOf } from './command-customer.ts';

/** Books a movement on the account of a customer, once for each reference, and says the balance. */
export async function book(
  { withDatabase, now, tell, actor }: CommandContext,
  userName: string,
  movement: Pick<NewMovement, 'kind' | 'amount' | 'orderId' | 'reason' | 'reference'>,
): Promise<void> {
  await withDatabase(async (database) => {
    const { id } = await customerOf(database, userName);
    const { reference } = movement;
    const verdict = await bookMovement(database, {
      ...movement,
      customerId: id,
      reference: reference === undefined ? undefined : `command line: ${reference}`,
      actor,
      now: now(),
    });
    if (verdict.verdict !== 'booked') throw bookingRefusal(verdict, reference);
    const balance = `The balance of "${userName}" is ${amountText(verdict.balance)}.`;
    const what = WHAT[movement.kind];
    tell(verdict.replayed ? `This ${what} was booked before, and not again. ${balance}` : balance);
  });
}

const WHAT = {
  opening: 'payment',
  'top-up': 'payment',
  refund: 'refund',
  debit: 'debit',
  correction: 'correction',
} as const satisfies Record<NewMovement['kind'], string>;
