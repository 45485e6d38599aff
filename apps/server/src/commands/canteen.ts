import { createCanteen, findCanteen } from '@refectory/database/canteens';
import { Command, InvalidArgumentError } from 'commander';

import type { CommandContext, MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';

function keyArgument(text: string): string {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(text)) return text;
  throw new InvalidArgumentError('It has to be small letters, digits and hyphens, such as "main".');
}

function zoneOption(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It has to be the name of a time zone like Europe/Prague.');
  }
}

/** `refectory canteen` */
export const canteenCommand: MakeCommand = (context) =>
  new Command('canteen')
    .summary('adds a canteen')
    .description('Looks after canteens.')
    .addCommand(
      new Command('add')
        .summary('adds a canteen')
        .description('Adds a canteen. Customers choose it by its name, commands name it by its key.')
        .argument('<key>', 'a short word for the canteen, such as "main"', keyArgument)
        .requiredOption('--name <text>', 'the name customers see, such as "Main canteen"')
        .option('--time-zone <zone>', 'the zone of its clocks', zoneOption, 'Europe/Prague')
        .addHelpText('after', '\nExample:\n  npx refectory canteen add main --name "Main canteen"')
        .action((key: string, options: { name: string; timeZone: string }) =>
          addCanteen(context, key, options),
        ),
    );

async function addCanteen(
  { withDatabase, tell }: CommandContext,
  key: string,
  { name, timeZone }: { name: string; timeZone: string },
): Promise<void> {
  if (name.trim() === '') throw new CommandError('The canteen needs a name: give one with --name.');
  await withDatabase(async (database) => {
    if (await findCanteen(database, key))
      throw new CommandError(`There is already a canteen "${key}": choose another key.`);
    await createCanteen(database, { key, name: { und: name.trim() }, timeZone });
  });
  tell(`Canteen "${key}" was added. Put a menu on sale with "npx refectory import-menu".`);
}
