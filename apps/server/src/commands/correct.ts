import type { Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { book } from './book.ts';
import { signedAmountOption, type MakeCommand } from './command.ts';
import { textOption } from './typed-text.ts';

type CorrectOptions = { readonly reason: string; readonly reference?: string };

/** `refectory correct` */
export const correctCommand: MakeCommand = (context) =>
  new Command('correct')
    .summary('puts a small difference on an account right')
    .description(
      'Puts a small difference on the account of a customer right, such as what was lost by rounding: a positive ' +
        'amount goes to the customer, a negative one is taken. It is booked as rounding. Money that was booked by ' +
        'mistake is taken back with "npx refectory reverse", and a meal is paid back with "npx refectory refund".',
    )
    .argument('<user name>', 'the customer')
    .argument('<amount>', 'the difference, such as 0.30 or -0.30', signedAmountOption)
    .requiredOption('--reason <text>', 'why, for the record', textOption(200))
    .option('--reference <text>', 'what the correction is known by: it counts once', textOption(200))
    .addHelpText(
      'after',
      '\nExample:\n  npx refectory correct anna -0.30 --reason "rounded twice on 24 November"',
    )
    .action((userName: string, amount: Money, { reason, reference }: CorrectOptions) =>
      book(context, userName, { kind: 'correction', amount, reason, reference }),
    );
