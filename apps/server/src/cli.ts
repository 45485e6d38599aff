import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { EmbeddedPostgresError } from '@refectory/database/embedded-postgres-error';
import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Command, InvalidArgumentError, Option } from 'commander';

import { reportLedger } from './commands/check-ledger.ts';
import { CommandError } from './commands/command-error.ts';
import { withDatabase } from './commands/command-database.ts';
import { importMenu } from './commands/import-menu.ts';
import { isDatabaseOutage } from './http/database-outage.ts';

/** The embedded cluster of this checkout, from `src` and from a build in `dist` beside it. */
const dataDir = process.env['REFECTORY_DATA'] ?? fileURLToPath(new URL('../../../data', import.meta.url));
const place = { url: process.env['DATABASE_URL'] || undefined, dataDir };

function dayOption(text: string): CalendarDay {
  if (isCalendarDay(text)) return text;
  throw new InvalidArgumentError('It has to be a date like 2026-11-30.');
}

const program = new Command('refectory')
  .description('Looks after a canteen: its menus and its data.')
  .showHelpAfterError('Add --help to see how the command is used.');

program
  .command('import-menu')
  .summary('puts a menu from a file on sale')
  .description(
    'Puts a menu from an OpenMensa file (XML, version 2) on sale in one canteen. The first open weekday\n' +
      'of the file falls on the start day, the days after it follow. Importing the same file again changes\n' +
      'nothing; a file with a mistake is refused whole, with the line of the mistake.',
  )
  .argument('<file>', 'the menu file')
  .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
  .requiredOption('--start <day>', 'day on which the menu begins, such as 2026-11-30', dayOption)
  .addOption(
    new Option('--price-role <role>', 'whose price holds for customers a dish has no price for')
      .choices(priceLevels)
      .default('employee'),
  )
  .addHelpText(
    'after',
    '\nExample:\n  npx refectory import-menu menu.xml --canteen main --start 2026-11-30\n\n' +
      'The database is the one of "npm start" in this folder, running or not. DATABASE_URL names another.',
  )
  .action(async (file: string, options: { canteen: string; start: CalendarDay; priceRole: PriceLevel }) => {
    const { canteen: canteenKey, start, priceRole } = options;
    await withDatabase(place, (database) =>
      importMenu(database, { file: resolve(file), canteenKey, start, priceRole }, console.log),
    );
  });

program
  .command('check-ledger')
  .summary('checks that all money and portions add up')
  .description(
    'Checks that every order was charged once, every cancelled one given back once, that balances are what was\n' +
      'paid in less what was spent, and that no dish was sold more often than there were portions. Changes\n' +
      'nothing, and can be run at any time. Ends with exit code 1 when something does not add up.',
  )
  .action(async () => {
    await withDatabase(place, (database) => reportLedger(database, console.log));
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommandError || error instanceof EmbeddedPostgresError) console.error(error.message);
  else if (isDatabaseOutage(error)) console.error(`The database cannot be reached: ${String(error)}.`);
  else throw error;
  process.exitCode = 1;
}
