import {
  addLoyaltySystem,
  findLoyaltySystem,
  isConfirmationUrl,
  pairingOutcomes,
  requestPairing,
  withdrawPairing,
  type LoyaltySystem,
} from '@refectory/database/pairings';
import type { Database } from '@refectory/database/database';
import { Command, InvalidArgumentError } from 'commander';

import { countOption, type CommandContext, type MakeCommand } from './command.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';
import { nameOption, textOption } from './typed-text.ts';

const HOUR_MS = 60 * 60_000;
const MOST_HOURS = 24 * 365;
const SYSTEM = ['<system>', 'the loyalty system', nameOption] as const;

type AskOptions = {
  readonly name?: string;
  readonly note?: string;
  readonly continueAt?: string;
  readonly hours: number;
};

/** `refectory pairing` */
export const pairingCommand: MakeCommand = (context) =>
  new Command('pairing')
    .summary('asks customers to pair their account with a loyalty system')
    .description(
      'Does what a loyalty system does: asks customers to pair their account with it, sees what became of that, and ' +
        'withdraws it. The system is told nothing of a customer but what it sent itself.',
    )
    .addCommand(
      new Command('add-system')
        .summary('adds a loyalty system')
        .description('Adds a loyalty system, and where it may lead customers after they confirm.')
        .argument(...SYSTEM)
        .option(
          '--origin <address>',
          'where it may lead customers, such as https://club.example.org',
          originOption,
        )
        .addHelpText(
          'after',
          '\nExample:\n  npx refectory pairing add-system "Book club" --origin https://club.example.org',
        )
        .action((name: string, { origin }: { readonly origin?: string }) => addSystem(context, name, origin)),
    )
    .addCommand(
      new Command('ask')
        .summary('asks a customer for a pairing')
        .description(
          'Asks a customer to pair their account, and shows the paths that the loyalty system sends them: one for the ' +
            'customer who is signed in, and one each to confirm and decline without signing in, shown only now.',
        )
        .argument(...SYSTEM)
        .argument('<user name>', 'the customer')
        .option('--name <text>', "the customer's name in the loyalty system", nameOption)
        .option('--note <text>', 'what the request says', textOption(500))
        .option('--continue-at <address>', 'where the customer is led after confirming', textOption(2000))
        .option('--hours <number>', 'how long it can be answered', countOption(MOST_HOURS), 72)
        .addHelpText('after', '\nExample:\n  npx refectory pairing ask "Book club" anna --name "Anna M."')
        .action((name: string, userName: string, options: AskOptions) =>
          ask(context, name, userName, options),
        ),
    )
    .addCommand(
      new Command('list')
        .summary('shows what became of the requests')
        .description('Shows what became of the requests of a loyalty system, the newest first.')
        .argument(...SYSTEM)
        .addHelpText('after', '\nExample:\n  npx refectory pairing list "Book club"')
        .action((name: string) => list(context, name)),
    )
    .addCommand(
      new Command('withdraw')
        .summary('ends a pairing or a request')
        .description('Ends a pairing, or a request that nobody has answered, by the token that "list" shows.')
        .argument(...SYSTEM)
        .argument('<token>', 'the token of the pairing', textOption(100))
        .addHelpText('after', '\nExample:\n  npx refectory pairing withdraw "Book club" b3JhbmdlLWp1aWNl')
        .action((name: string, token: string) => withdraw(context, name, token)),
    );

/** Reads the origin of a site; without encryption only on this machine. */
function originOption(typed: string): string {
  const address = URL.canParse(typed) ? new URL(typed) : undefined;
  const isOwn = address?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(address.hostname);
  if (
    address !== undefined &&
    (address.protocol === 'https:' || isOwn) &&
    `${address.origin}/` === address.href
  )
    return address.origin;
  throw new InvalidArgumentError('It has to be the address of a site, such as https://club.example.org.');
}

async function systemOf(database: Database, name: string): Promise<LoyaltySystem> {
  const found = await findLoyaltySystem(database, name);
  if (found) return found;
  throw new CommandError(
    `There is no loyalty system "${name}": add it with "npx refectory pairing add-system".`,
  );
}

async function addSystem(
  { withDatabase, now, tell }: CommandContext,
  name: string,
  origin: string | undefined,
): Promise<void> {
  if (!(await withDatabase((database) => addLoyaltySystem(database, { name, origin, now: now() }))))
    throw new CommandError(`There is already a loyalty system "${name}".`);
  tell(`The loyalty system "${name}" was added.`);
}

async function ask(
  { withDatabase, now, tell }: CommandContext,
  name: string,
  userName: string,
  { name: externalCustomerName, note, continueAt, hours }: AskOptions,
): Promise<void> {
  const { token, text } = await withDatabase(async (database) => {
    const system = await systemOf(database, name);
    if (continueAt !== undefined && !isConfirmationUrl(continueAt, system.origin))
      throw new CommandError(
        system.origin === null
          ? `"${system.name}" may not lead customers to any address: it was added without --origin.`
          : `"${system.name}" may only lead customers to addresses of ${system.origin}.`,
      );
    const { id: customerId } = await customerOf(database, userName);
    return requestPairing(database, {
      customerId,
      loyaltySystemId: system.id,
      externalCustomerName,
      note,
      confirmationUrl: continueAt,
      validTill: now() + hours * HOUR_MS,
      now: now(),
    });
  });
  tell(`"${userName}" was asked. Signed in, they answer at /pairing/${token}`);
  tell(`Without signing in they confirm at /pairingconfirm/${text}`);
  tell(`and decline at /pairingreject/${text}`);
}

async function list({ withDatabase, now, tell }: CommandContext, name: string): Promise<void> {
  const outcomes = await withDatabase(async (database) =>
    pairingOutcomes(database, (await systemOf(database, name)).id, now()),
  );
  if (outcomes.length === 0) {
    tell('There are no requests: make one with "npx refectory pairing ask".');
    return;
  }
  const rows = outcomes.map(({ token, status, externalCustomerName, requestedAt }) => [
    token,
    status,
    externalCustomerName ?? '',
    new Date(requestedAt).toISOString(),
  ]);
  for (const line of table(['token', 'status', 'name', 'asked'], rows)) tell(line);
}

async function withdraw(
  { withDatabase, now, tell }: CommandContext,
  name: string,
  token: string,
): Promise<void> {
  const isWithdrawn = await withDatabase(async (database) =>
    withdrawPairing(database, { loyaltySystemId: (await systemOf(database, name)).id, token, now: now() }),
  );
  if (!isWithdrawn)
    throw new CommandError(`There is nothing to withdraw: "npx refectory pairing list" shows the requests.`);
  tell('The pairing was withdrawn.');
}
