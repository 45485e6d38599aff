import { creditAccount } from '@refectory/database/ledger';
import type { Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { amountOption, amountText, type CommandContext, type MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { bookingRefusal } from './booking-refusal.ts';
import { textOption } from './typed-text.ts';

/** `refectory top-up` */
export const topUpCommand: MakeCommand = (context) =>
  new Command('top-up')
    .summary('puts money on an account')
    .description(
      'Puts money that was paid on the account of a customer. With --reference, such as the number of a ' +
        'receipt, the same payment counts once however often the command is run.',
    )
    .argument('<user name>', 'the customer')
    .argument('<amount>', 'the amount, such as 500 or 49.90', amountOption)
    .option('--reference <text>', 'what the payment is known by', textOption(200))
    .addHelpText('after', '\nExample:\n  npx refectory top-up anna 500 --reference "receipt 2026-117"')
    .action((userName: string, amount: Money, { reference }: { reference?: string }) =>
      topUp(context, userName, amount, reference),
    );

async function topUp(
  { withDatabase, now, tell, actor }: CommandContext,
  userName: string,
  amount: Money,
  reference: string | undefined,
): Promise<void> {
  await withDatabase(async (database) => {
    const { id } = await customerOf(database, userName);
    const verdict = await creditAccount(database, {
      customerId: id,
      amount,
      kind: 'top-up',
      ...(reference !== undefined && { reference: `command line: ${reference}` }),
      actor,
      now: now(),
    });
    if (verdict.verdict !== 'booked') throw bookingRefusal(verdict, reference);
    const balance = `The balance of "${userName}" is ${amountText(verdict.balance)}`;
    tell(verdict.replayed ? `This payment was booked before, and not again. ${balance}.` : `${balance}.`);
  });
}
