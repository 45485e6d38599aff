import { findCustomer, type Customer } from '@refectory/database/customers';
import type { Database } from '@refectory/database/database';

import { CommandError } from './command-error.ts';

/** The customer of a user name that was typed. */
export async function customerOf(database: Database, userName: string): Promise<Customer> {
  const found = await findCustomer(database, userName);
  if (found) return found;
  throw new CommandError(
    `There is no customer "${userName}": check the spelling, or add one with "npx refectory customer add".`,
  );
}
