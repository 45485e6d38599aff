import { setFloor } from '@refectory/database/customers';
import { money, type Money } from '@refectory/domain/money';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Argument, Command } from 'commander';

import { amountOption, amountText, type MakeCommand } from './command.ts';

const overdraftOption = (text: string): Money => (text === '0' ? money(0) : amountOption(text));

/** `refectory overdraft` */
export const overdraftCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('overdraft')
    .summary('sets how far below zero accounts may go')
    .description(
      'Sets how far below zero the accounts of all customers of a price level may go; 0 means not at all. An account ' +
        'that is already lower only accepts payments in.',
    )
    .addArgument(new Argument('<level>', 'whose accounts').choices(priceLevels))
    .argument('<amount>', 'how far, such as 200', overdraftOption)
    .addHelpText('after', '\nExample:\n  npx refectory overdraft employee 200')
    .action((level: PriceLevel, amount: Money) =>
      withDatabase(async (database) => {
        const lower = await setFloor(database, level, money(0 - amount));
        tell(`Accounts of the level "${level}" may go ${amountText(amount)} below zero from now on.`);
        if (lower > 0) tell(`Accounts that are already lower: ${lower}.`);
      }),
    );
