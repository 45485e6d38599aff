import { latestMovements } from '@refectory/database/ledger';
import { Command } from 'commander';

import { amountText, countOption, type MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { table } from './table.ts';

const MOST_SHOWN = 1_000;

/** `refectory movements` */
export const movementsCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('movements')
    .summary('shows the money that moved on an account')
    .description(
      'Shows the latest movements of money on the account of a customer, the oldest of them first, each with its ' +
        'number: "npx refectory reverse" takes one back, "npx refectory explain-charge" explains the order of one. ' +
        'Times are in UTC. Changes nothing.',
    )
    .argument('<user name>', 'the customer')
    .option('--latest <count>', 'how many', countOption(MOST_SHOWN), 20)
    .addHelpText('after', '\nExample:\n  npx refectory movements anna')
    .action((userName: string, { latest }: { latest: number }) =>
      withDatabase(async (database) => {
        const { id } = await customerOf(database, userName);
        const rows = (await latestMovements(database, id, latest)).map((movement) => [
          String(movement.id),
          new Date(movement.occurredAt).toISOString().slice(0, 16).replace('T', ' '),
          movement.reverses === null ? movement.kind : `${movement.kind} of ${movement.reverses}`,
          movement.orderId === null ? '' : String(movement.orderId),
          amountText(movement.amount),
          amountText(movement.balance),
          movement.actor,
          movement.reason ?? '',
        ]);
        if (rows.length === 0) tell(`No money has moved on the account of "${userName}".`);
        else for (const line of table(HEADER, rows)) tell(line);
      }),
    );

const HEADER = ['Movement', 'When', 'What', 'Order', 'Amount', 'Balance', 'Who', 'Reason'];
