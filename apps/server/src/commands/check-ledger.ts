import { checkLedger, ledgerExtent } from '@refectory/database/check-ledger';
import type { Database } from '@refectory/database/database';

import { CommandError } from './command-error.ts';

/** Checks that all money and portions add up; tells every finding in a line of its own. */
export async function reportLedger(database: Database, tell: (line: string) => void): Promise<void> {
  const violations = await checkLedger(database);
  for (const { invariant, detail } of violations) tell(`${invariant}: ${detail}.`);
  const { accounts, orders, transactions } = await ledgerExtent(database);
  const extent = `accounts: ${accounts}, orders: ${orders}, ledger transactions: ${transactions}`;
  if (violations.length > 0)
    throw new CommandError(
      `Money or portions do not add up: ${violations.length} findings, above (${extent}).`,
    );
  tell(`All money and portions add up (${extent}).`);
}
