import type { Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { book } from './book.ts';
import { amountOption, type MakeCommand } from './command.ts';
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
      book(context, userName, { kind: 'top-up', amount, reference }),
    );
