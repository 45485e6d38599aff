import { randomInt } from 'node:crypto';

import { createCustomer, findCustomer } from '@refectory/database/customers';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Command, Option } from 'commander';

import { hashPassword } from '../session/password-hash.ts';
import type { CommandContext, MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';

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
        .argument('<user name>', 'the name to sign in with')
        .option('--first-name <text>', 'first name of a person')
        .option('--last-name <text>', 'last name of a person')
        .option('--company <text>', 'name of a company')
        .option('--email <address>', 'e-mail address')
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

async function addCustomer(
  { withDatabase, tell }: CommandContext,
  typed: string,
  { firstName, lastName, company, email, priceLevel }: CustomerOptions,
): Promise<void> {
  const userName = typed.trim();
  // A colon would end the name when somebody signs in.
  if (userName === '' || userName.includes(':'))
    throw new CommandError('A user name has at least one letter and no colon: choose another one.');
  if (company !== undefined && (firstName !== undefined || lastName !== undefined))
    throw new CommandError(
      'A customer is a company or a person: leave out --company or the names of a person.',
    );
  const password = newPassword();
  await withDatabase(async (database) => {
    if (await findCustomer(database, userName))
      throw new CommandError(`There is already a customer "${userName}": choose another user name.`);
    await createCustomer(database, {
      userName,
      passwordHash: await hashPassword(password),
      type: company === undefined ? 'Person' : 'Company',
      companyName: company,
      firstName,
      lastName,
      email,
      priceLevel,
    });
  });
  tell(`Customer "${userName}" was added. The password, shown only now: ${password}`);
}

/** Signs that are not mistaken for one another when written down. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

function newPassword(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
