import { randomInt } from 'node:crypto';

import { createCustomer, findCustomer } from '@refectory/database/customers';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Command, InvalidArgumentError, Option } from 'commander';

import { hashPassword } from '../session/password-hash.ts';
import type { CommandContext, MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { emailOption, nameOption, textOption } from './typed-text.ts';

type CustomerOptions = {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly email?: string;
  readonly priceLevel: PriceLevel;
};

/** `refectory customer` */
export const customerCommand: MakeCommand = (context) =>
  new Command('customer')
    .summary('adds a customer')
    .description('Looks after customers.')
    .addCommand(
      new Command('add')
        .summary('adds a customer')
        .description(
          'Adds a customer with an empty account, and shows the password to sign in with, once. With --company ' +
            'it is a company, otherwise a person.',
        )
        .argument('<user name>', 'the name to sign in with', userNameArgument)
        .option('--first-name <text>', 'first name of a person', nameOption)
        .option('--last-name <text>', 'last name of a person', nameOption)
        .option('--company <text>', 'name of a company', nameOption)
        .option('--email <address>', 'e-mail address', emailOption)
        .addOption(
          new Option('--price-level <level>', 'whose prices hold for the customer')
            .choices(priceLevels)
            .default('other'),
        )
        .addHelpText(
          'after',
          '\nExample:\n  npx refectory customer add anna --first-name Anna --last-name Malá',
        )
        .action((userName: string, options: CustomerOptions) => addCustomer(context, userName, options)),
    );

const userName = textOption(100);

function userNameArgument(typed: string): string {
  const name = userName(typed);
  // A colon would end the name when somebody signs in.
  if (!name.includes(':')) return name;
  throw new InvalidArgumentError('It has to be a name without a colon.');
}

async function addCustomer(
  { withDatabase, tell }: CommandContext,
  name: string,
  { firstName, lastName, company, email, priceLevel }: CustomerOptions,
): Promise<void> {
  if (company !== undefined && (firstName !== undefined || lastName !== undefined))
    throw new CommandError(
      'A customer is a company or a person: leave out --company or the names of a person.',
    );
  const password = newPassword();
  await withDatabase(async (database) => {
    if (await findCustomer(database, name))
      throw new CommandError(`There is already a customer "${name}": choose another user name.`);
    await createCustomer(database, {
      userName: name,
      passwordHash: await hashPassword(password),
      type: company === undefined ? 'Person' : 'Company',
      companyName: company,
      firstName,
      lastName,
      email,
      priceLevel,
    });
  });
  tell(`Customer "${name}" was added. The password, shown only now: ${password}`);
}

/** Signs that are not mistaken for one another when written down. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

function newPassword(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
