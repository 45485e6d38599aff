import type { Money } from '@refectory/domain/money';
import { Command } from 'commander';

import { book } from './book.ts';
import { amountOption, type MakeCommand } from './command.ts';
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
    .action((userName: string, amount: Money, { order, reason, reference }: RefundOptions) =>
      book(context, userName, { kind: 'refund', amount, orderId: order, reason, reference }),
    );
