import { setCustomerBlocked } from '@refectory/database/customers';
import { Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';

/** `refectory block` */
export const blockCommand: MakeCommand = ({ withDatabase, actor, now, tell }) =>
  new Command('block')
    .summary('blocks a customer')
    .description(
      'Blocks a customer: they are signed out everywhere and cannot sign in. Their orders and their money stay as ' +
        'they are. "npx refectory unblock" unblocks them.',
    )
    .argument('<user name>', 'the customer')
    .addHelpText('after', '\nExample:\n  npx refectory block anna')
    .action((userName: string) =>
      withDatabase(async (database) => {
        const { id } = await customerOf(database, userName);
        const changed = await setCustomerBlocked(database, {
          customerId: id,
          actor,
          now: now(),
          isBlocked: true,
        });
        tell(changed ? `"${userName}" is blocked.` : `"${userName}" was already blocked.`);
      }),
    );

/** `refectory unblock` */
export const unblockCommand: MakeCommand = ({ withDatabase, actor, now, tell }) =>
  new Command('unblock')
    .summary('unblocks a customer')
    .description('Lets a blocked customer sign in again.')
    .argument('<user name>', 'the customer')
    .addHelpText('after', '\nExample:\n  npx refectory unblock anna')
    .action((userName: string) =>
      withDatabase(async (database) => {
        const { id } = await customerOf(database, userName);
        const changed = await setCustomerBlocked(database, {
          customerId: id,
          actor,
          now: now(),
          isBlocked: false,
        });
        tell(changed ? `"${userName}" can sign in again.` : `"${userName}" was not blocked.`);
      }),
    );
