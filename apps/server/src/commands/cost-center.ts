import { setCostCenter } from '@refectory/database/customers';
import { Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';
import { nameOption } from './typed-text.ts';

/** `refectory cost-centre` */
export const costCenterCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('cost-centre')
    .summary('sets which cost centre the bills of a customer name')
    .description(
      'Sets which cost centre the bills of a customer name from now on. Closed bills stay as they are.',
    )
    .argument('<user name>', 'the customer')
    .argument('[cost centre]', 'such as 4711', nameOption)
    .option('--none', 'bills name no cost centre')
    .addHelpText('after', '\nExample:\n  npx refectory cost-centre anna 4711')
    .action((userName: string, costCenter: string | undefined, { none }: { none?: true }) => {
      if ((costCenter === undefined) !== (none === true))
        throw new CommandError('Name a cost centre, or give --none.');
      return withDatabase(async (database) => {
        const { id } = await customerOf(database, userName);
        await setCostCenter(database, id, costCenter ?? null);
        tell(
          costCenter === undefined
            ? `The bills of "${userName}" name no cost centre from now on.`
            : `The bills of "${userName}" name the cost centre "${costCenter}" from now on.`,
        );
      });
    });
