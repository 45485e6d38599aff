import { money, type Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { book } from './book.ts';
import { amountOption, type MakeCommand } from './command.ts';
import { textOption } from './typed-text.ts';

type DebitOptions = { readonly reason: string; readonly reference?: string };

/** `refectory debit` */
export const debitCommand: MakeCommand = (context) =>
  new Command('debit')
    .summary('takes money off an account, such as a payout')
    .description(
      'Takes money off the account of a customer, such as a payout when they leave. It takes no more than the account ' +
        'holds and the overdraft of its price level allows. With --reference the same payment counts once, ' +
        'however often the command runs.',
    )
    .argument('<user name>', 'the customer')
    .argument('<amount>', 'the amount, such as 500 or 49.90', amountOption)
    .requiredOption('--reason <text>', 'why, for the record', textOption(200))
    .option('--reference <text>', 'what the payment is known by: it counts once', textOption(200))
    .addHelpText('after', '\nExample:\n  npx refectory debit anna 120 --reason "left the company, paid out"')
    .action((userName: string, amount: Money, { reason, reference }: DebitOptions) =>
      book(context, userName, { kind: 'debit', amount: money(0 - amount), reason, reference }),
    );
