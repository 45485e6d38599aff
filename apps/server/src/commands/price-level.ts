import { setPriceLevel } from '@refectory/database/customers';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Argument, Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';

/** `refectory price-level` */
export const priceLevelCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('price-level')
    .summary('says whose prices hold for a customer')
    .description(
      'Says whose prices hold for a customer from now on. Orders keep the price they were made for.',
    )
    .argument('<user name>', 'the customer')
    .addArgument(new Argument('<level>', 'whose prices hold').choices(priceLevels))
    .addHelpText('after', '\nExample:\n  npx refectory price-level anna student')
    .action((userName: string, level: PriceLevel) =>
      withDatabase(async (database) => {
        const { id } = await customerOf(database, userName);
        await setPriceLevel(database, id, level);
        tell(`"${userName}" pays the prices of the level "${level}" from now on.`);
      }),
    );
