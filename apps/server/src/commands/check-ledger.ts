import { checkLedger, ledgerExtent } from '@refectory/database/check-ledger';
import type { Database } from '@refectory/database/database';
import { Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';

/** `refectory check-ledger` */
export const checkLedgerCommand: MakeCommand = (context) =>
  new Command('check-ledger')
    .summary('checks that all money and portions add up')
    .description(
      'Checks that every order was charged once, every cancelled one given back once, that balances are what was ' +
        'paid in less what was spent, and that no dish was sold more often than there were portions. Changes ' +
        'nothing, and can be run at any time. Ends with exit code 1 when something does not add up.',
    )
    .action(() => context.withDatabase((database) => reportLedger(database, context.tell)));

/** Checks that all money and portions add up; tells every finding in a line of its own. */
async function reportLedger(database: Database, tell: (line: string) => void): Promise<void> {
  const violations = await checkLedger(database);
  for (const { invariant, detail } of violations) tell(`${invariant}: ${detail}.`);
  const { accounts, orders, movements } = await ledgerExtent(database);
  const extent = `accounts: ${accounts}, orders: ${orders}, movements: ${movements}`;
  if (violations.length > 0)
    throw new CommandError(
      `Money or portions do not add up: ${violations.length} findings, above (${extent}).`,
    );
  tell(`All money and portions add up (${extent}).`);
}
