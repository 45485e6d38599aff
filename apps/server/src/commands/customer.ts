import { randomInt } from 'node:crypto';

import { createCustomer, findCustomer, listCustomers, setPassword } from '@refectory/database/customers';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Command, InvalidArgumentError, Option } from 'commander';

import { isDuplicate } from '../http/duplicate.ts';
import { createLoginLimits } from '../session/login-limits.ts';
import { hashPassword } from '../session/password-hash.ts';
import { amountText, type CommandContext, type MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { CommandError, stepByStep } from './command-error.ts';
import { table } from './table.ts';
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
    .summary('adds and lists customers, and gives them another password')
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
          new Option('--price-level <level>', 'which prices the customer pays')
            .choices(priceLevels)
            .default('other'),
        )
        .addHelpText(
          'after',
          '\nExample:\n  npx refectory customer add anna --first-name Anna --last-name Malá',
        )
        .action((userName: string, options: CustomerOptions) => addCustomer(context, userName, options)),
    )
    .addCommand(
      new Command('list')
        .summary('lists customers')
        .description(
          `Lists customers by user name, with their balance and whether they are blocked; at most ${MOST_LISTED}. Changes nothing.`,
        )
        .option('--search <text>', 'only those with this text in their user name, name or e-mail address', '')
        .addHelpText('after', '\nExample:\n  npx refectory customer list --search novák')
        .action(({ search }: { search: string }) => listThem(context, search)),
    )
    .addCommand(
      new Command('password')
        .summary('gives a customer another password')
        .description(
          'Gives a customer who cannot come by mail another password, and shows it once. Whoever is signed in to the ' +
            'account is signed out, and links that were mailed before are void.',
        )
        .argument('<user name>', 'the customer')
        .addHelpText('after', '\nExample:\n  npx refectory customer password anna')
        .action((userName: string) => resetPassword(context, userName)),
    );

/** More than anybody reads; who looks for somebody searches. */
const MOST_LISTED = 1_000;

const HEADER = ['User name', 'Name', 'E-mail', 'Prices', 'Balance', ''];

function listThem({ withDatabase, tell }: CommandContext, search: string): Promise<void> {
  return withDatabase(async (database) => {
    const found = await listCustomers(database, search, MOST_LISTED + 1);
    if (found.length === 0)
      tell(search === '' ? 'There are no customers yet.' : `No customer has "${search}" in their name.`);
    else {
      const rows = found
        .slice(0, MOST_LISTED)
        .map((customer) => [
          customer.userName,
          customer.companyName ?? [customer.firstName, customer.lastName].filter(Boolean).join(' '),
          customer.email ?? '',
          customer.priceLevel,
          amountText(customer.balance),
          customer.active ? '' : 'blocked',
        ]);
      for (const line of table(HEADER, rows)) tell(line);
      if (found.length > MOST_LISTED) tell('There are more: search for some of them.');
    }
  });
}

async function resetPassword(
  { withDatabase, actor, now, tell }: CommandContext,
  name: string,
): Promise<void> {
  const password = newPassword();
  await withDatabase(async (database) => {
    const { id, userName } = await customerOf(database, name);
    await setPassword(database, { customerId: id, actor, now: now() }, await hashPassword(password));
    // Whoever forgot the old one has guessed, and would have to wait with the new one.
    await stepByStep(() => createLoginLimits(database).forget(userName.toLowerCase()));
  });
  tell(`"${name}" has another password, shown only now: ${password}`);
}

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
    if (await findCustomer(database, name)) throw nameTaken(name);
    const stored = createCustomer(database, {
      userName: name,
      passwordHash: await hashPassword(password),
      type: company === undefined ? 'Person' : 'Company',
      companyName: company,
      firstName,
      lastName,
      email,
      priceLevel,
    });
    await stored.catch((error: unknown) => {
      // Somebody else has just added one of this name.
      throw isDuplicate(error, 'customer_user_name') ? nameTaken(name, error) : error;
    });
  });
  tell(`Customer "${name}" was added. The password, shown only now: ${password}`);
}

const nameTaken = (name: string, cause?: unknown) =>
  new CommandError(`There is already a customer "${name}": choose another user name.`, { cause });

/** Signs that are not mistaken for one another when written down. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 12;

function newPassword(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
