import { reverseMovement, type ReversalVerdict } from '@refectory/database/ledger';
import { Command, InvalidArgumentError } from 'commander';

import { amountText, type CommandContext, type MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { customerOf } from './command-customer.ts';
import { textOption } from './typed-text.ts';

/** `refectory reverse` */
export const reverseCommand: MakeCommand = (context) =>
  new Command('reverse')
    .summary('takes back a movement that was booked by mistake')
    .description(
      'Takes back a payment, a refund, a debit or a correction that was booked by mistake, whole and once: a movement ' +
        'the other way is booked beside it. "npx refectory movements" shows the number of each movement. The charge ' +
        'for an order is taken back by cancelling the order with "npx refectory cancel".',
    )
    .argument('<user name>', 'the customer')
    .argument('<movement>', 'the number of the movement', movementNumberOption)
    .requiredOption('--reason <text>', 'why, for the record', textOption(200))
    .addHelpText('after', '\nExample:\n  npx refectory reverse anna 81 --reason "paid in for somebody else"')
    .action((userName: string, movementId: number, { reason }: { reason: string }) =>
      reverse(context, userName, movementId, reason),
    );

function movementNumberOption(text: string): number {
  const number = Number(text);
  if (/^\d{1,15}$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError('It has to be the number of a movement, such as 81.');
}

async function reverse(
  { withDatabase, now, tell, actor }: CommandContext,
  userName: string,
  movementId: number,
  reason: string,
): Promise<void> {
  await withDatabase(async (database) => {
    const { id: customerId } = await customerOf(database, userName);
    const verdict = await reverseMovement(database, { customerId, movementId, reason, actor, now: now() });
    if (verdict.verdict !== 'reversed') throw reversalRefusal(verdict, userName, movementId);
    tell(
      `Movement ${movementId} is taken back: ${amountText(verdict.amount)} was booked, and the balance of "${userName}" is ${amountText(verdict.balance)}.`,
    );
  });
}

function reversalRefusal(
  verdict: Exclude<ReversalVerdict, { verdict: 'reversed' }>,
  userName: string,
  movementId: number,
): CommandError {
  switch (verdict.verdict) {
    case 'unknown-movement':
      return new CommandError(
        `"${userName}" has no movement ${movementId}: check the number with "npx refectory movements".`,
      );
    case 'not-reversible':
      return new CommandError(
        `Movement ${movementId} cannot be taken back: it belongs to an order, which is cancelled with "npx refectory cancel", came by card, which goes back with "npx refectory payment refund", or is a reversal itself.`,
      );
    case 'already-reversed':
      return new CommandError(`Movement ${movementId} was already taken back.`);
    case 'insufficient-funds':
      return new CommandError(`The account holds ${amountText(verdict.balance)}, which is not enough.`);
    case 'too-much-money':
      return new CommandError(
        `The account holds ${amountText(verdict.balance)}, and would hold more than an account can: check the movement.`,
      );
  }
}
