import { setActive } from '@refectory/database/customers';
import { Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';

/** `refectory block` */
export const blockCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('block')
    .summary('shuts a customer out')
    .description(
      'Shuts a customer out: they are signed out everywhere and cannot sign in. Their orders and their money stay as ' +
        'they are; "npx refectory unblock" lets them in again.',
    )
    .argument('<user name>', 'the customer')
    .addHelpText('after', '\nExample:\n  npx refectory block anna')
    .action((userName: string) =>
      withDatabase(async (database) => {
        const changed = await setActive(database, (await customerOf(database, userName)).id, false);
        tell(changed ? `"${userName}" is shut out.` : `"${userName}" was shut out before.`);
      }),
    );

/** `refectory unblock` */
export const unblockCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('unblock')
    .summary('lets a customer in again who was shut out')
    .description('Lets a customer sign in again who was shut out.')
    .argument('<user name>', 'the customer')
    .addHelpText('after', '\nExample:\n  npx refectory unblock anna')
    .action((userName: string) =>
      withDatabase(async (database) => {
        const changed = await setActive(database, (await customerOf(database, userName)).id, true);
        tell(changed ? `"${userName}" can sign in again.` : `"${userName}" was not shut out.`);
      }),
    );
