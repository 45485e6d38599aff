import { setPriceLevel } from '@refectory/database/customers';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Argument, Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';

/** `refectory price-level` */
export const priceLevelCommand: MakeCommand = ({ withDatabase, actor, now, tell }) =>
  new Command('price-level')
    .summary('sets which prices a customer pays')
    .description('Sets which prices a customer pays from now on. Orders keep the price they were made at.')
    .argument('<user name>', 'the customer')
    .addArgument(new Argument('<level>', 'which prices they pay').choices(priceLevels))
    .addHelpText('after', '\nExample:\n  npx refectory price-level anna student')
    .action((userName: string, level: PriceLevel) =>
      withDatabase(async (database) => {
        const { id } = await customerOf(database, userName);
        await setPriceLevel(database, { customerId: id, actor, now: now() }, level);
        tell(`"${userName}" pays the prices of the level "${level}" from now on.`);
      }),
    );
