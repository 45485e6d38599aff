import { cancelForCustomer } from '@refectory/database/order-functions';
import { Command } from 'commander';

import { amountText, type CommandContext, type MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { orderNumberOption } from './order-number.ts';

/** `refectory cancel` */
export const cancelCommand: MakeCommand = (context) =>
  new Command('cancel')
    .summary('cancels an order for its customer, also after the cut-off')
    .description(
      'Cancels an order for its customer, also when it is too late for them to do so, for example when the kitchen ' +
        'cannot cook. What they paid returns to the account, and the portions are for sale again. A meal that was ' +
        'handed out cannot be cancelled: give money back for it with "npx refectory refund".',
    )
    .argument('<order>', 'the number of the order', orderNumberOption)
    .addHelpText('after', '\nExample:\n  npx refectory cancel 1207')
    .action((orderId: number) => cancel(context, orderId));

async function cancel({ withDatabase, now, tell, actor }: CommandContext, orderId: number): Promise<void> {
  await withDatabase(async (database) => {
    const verdict = await cancelForCustomer(database, { orderId, actor, now: now() });
    switch (verdict.verdict) {
      case 'cancelled':
        tell(
          `Order ${orderId} is cancelled: ${amountText(verdict.refunded)} was given back, and the balance is ${amountText(verdict.balance)}.`,
        );
        return;
      case 'unknown-order':
        throw new CommandError(`There is no order ${orderId}: check the number.`);
      case 'already-cancelled':
        throw new CommandError(`Order ${orderId} was already cancelled.`);
      case 'already-exchanged':
        throw new CommandError(
          `Somebody else has taken order ${orderId}, and its customer got the money back.`,
        );
      case 'handed-out':
        throw new CommandError(
          `The meal of order ${orderId} was handed out: give money back for it with "npx refectory refund".`,
        );
      default:
        throw new Error(`not a verdict on a cancellation by the canteen: ${verdict.verdict}`);
    }
  });
}
