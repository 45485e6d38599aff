import type { Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { book } from './book.ts';
import { signedAmountOption, type MakeCommand } from './command.ts';
import { textOption } from './typed-text.ts';

type CorrectOptions = { readonly reason: string; readonly reference?: string };

/** `refectory correct` */
export const correctCommand: MakeCommand = (context) =>
  new Command('correct')
    .summary('corrects a small difference on an account')
    .description(
      'Corrects a small difference on the account of a customer, such as one from rounding. A positive amount goes to ' +
        'the customer, a negative amount is taken off. It is booked as rounding. Use "npx refectory reverse" for money ' +
        'that was booked by mistake, and "npx refectory refund" to give money back for a meal.',
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
