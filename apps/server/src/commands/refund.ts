import { bookMovement } from '@refectory/database/ledger';
import type { Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { bookingRefusal } from './booking-refusal.ts';
import { amountOption, amountText, type CommandContext, type MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { orderNumberOption } from './order-number.ts';
import { textOption } from './typed-text.ts';

type RefundOptions = { readonly reason: string; readonly order?: number; readonly reference?: string };

/** `refectory refund` */
export const refundCommand: MakeCommand = (context) =>
  new Command('refund')
    .summary('gives money back for a meal')
    .description(
      'Gives a customer money back on the account, as for a meal that was not as it should be. The sales are less by ' +
        'it. With --order it is money of that order, at most what was paid for it, and the order stands; to give all ' +
        'of it back and take the portions back too, cancel the order with "npx refectory cancel".',
    )
    .argument('<user name>', 'the customer')
    .argument('<amount>', 'the amount, such as 50 or 49.90', amountOption)
    .requiredOption('--reason <text>', 'why, for the record', textOption(200))
    .option('--order <number>', 'the order it is for', orderNumberOption)
    .option('--reference <text>', 'what the refund is known by: it counts once', textOption(200))
    .addHelpText('after', '\nExample:\n  npx refectory refund anna 50 --order 1207 --reason "cold soup"')
    .action((userName: string, amount: Money, options: RefundOptions) =>
      refund(context, userName, amount, options),
    );

async function refund(
  { withDatabase, now, tell, actor }: CommandContext,
  userName: string,
  amount: Money,
  { reason, order, reference }: RefundOptions,
): Promise<void> {
  await withDatabase(async (database) => {
    const { id } = await customerOf(database, userName);
    const verdict = await bookMovement(database, {
      customerId: id,
      kind: 'refund',
      amount,
      orderId: order,
      reason,
      ...(reference !== undefined && { reference: `command line: ${reference}` }),
      actor,
      now: now(),
    });
    if (verdict.verdict !== 'booked') throw bookingRefusal(verdict, reference);
    const balance = `The balance of "${userName}" is ${amountText(verdict.balance)}.`;
    tell(verdict.replayed ? `This refund was booked before, and not again. ${balance}` : balance);
  });
}
