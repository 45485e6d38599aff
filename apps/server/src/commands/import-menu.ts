import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { Canteen } from '@refectory/database/canteens';
import type { Database } from '@refectory/database/database';
import { giveBackWithdrawn } from '@refectory/database/give-back';
import { releaseCartsOffMenu } from '@refectory/database/held-carts';
import { compareMenu, storeMenu } from '@refectory/database/store-menu';
import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { priceLevels, type PriceLevel } from '@refectory/domain/price-level';
import { Command, Option } from 'commander';

import { describeWarnings } from '../menu-import/describe-warnings.ts';
import { LIMIT_BYTES, menuFileText, readMenuFile } from '../menu-import/read-menu-file.ts';
import { MenuFileError } from '../menu-import/menu-file-error.ts';
import { menuFileReason } from '../menu-import/menu-file-reason.ts';
import { defaultMapping, readMapping } from '../menu-import/note-mapping.ts';
import { planMenu } from '../menu-import/plan-menu.ts';
import { whyNotRead } from '../why-not-read.ts';
import { countOption, dayOption, type CommandContext, type MakeCommand } from './command.ts';
import { CommandError, refuseLeft, stepByStep } from './command-error.ts';
import { givenBackText, releasedCartsText } from './give-back.ts';
import { canteenOf } from './command-canteen.ts';
import { differenceCounts, differenceTable, orderedNotes } from './describe-difference.ts';

type ImportOptions = {
  readonly canteen: string;
  readonly start?: CalendarDay;
  readonly priceRole: PriceLevel;
  readonly portions: number;
  readonly mapping?: string;
  readonly dryRun?: true;
  readonly publish?: true;
};

/** `refectory import-menu` */
export const importMenuCommand: MakeCommand = (context) =>
  new Command('import-menu')
    .summary('reads a menu from a file, shows what it changes, and puts it on sale')
    .description(
      'Reads a menu from a file and shows what it would change in a canteen. With --publish it is put on ' +
        'sale; without, nothing is changed. The ending of the file says what it is: .xml (an OpenMensa feed), ' +
        '.json or .csv, all described in docs/menus.md. The days of the file take the place of what was planned ' +
        'for them; days that are over, other days, and orders stay as they are. Importing the same file again ' +
        'changes nothing. A file with a mistake is refused whole, with the line of the mistake.',
    )
    .argument('<file>', 'the menu file')
    .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
    .option('--publish', 'put the menu on sale')
    .option('--dry-run', 'only show what would change, even beside --publish')
    .option('--start <day>', 'move the menu: its first open weekday falls on this day', dayOption)
    .addOption(
      new Option('--price-role <role>', 'whose price holds for customers a dish has no price for')
        .choices(priceLevels)
        .default('employee'),
    )
    .addOption(
      new Option('--portions <number>', 'portions of a dish whose file does not say how many')
        .argParser(countOption(100_000))
        .default(100),
    )
    .option('--mapping <file>', 'a file that says what the notes of the menu mean')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  npx refectory import-menu menu.csv --canteen main\n' +
        '  npx refectory import-menu menu.csv --canteen main --publish\n' +
        '  npx refectory import-menu feed.xml --canteen main --start 2026-11-30 --publish',
    )
    .action((file: string, options: ImportOptions) => importMenu(context, resolve(file), options));

async function importMenu(context: CommandContext, file: string, options: ImportOptions): Promise<void> {
  const isPublished = options.publish === true && options.dryRun !== true;
  await context.withDatabase(async (database) => {
    const canteen = await canteenOf(database, options.canteen);
    const { days, warnings } = await planOf(file, canteen, options, context.now());
    const difference = await (isPublished ? storeMenu : compareMenu)(database, canteen, days);

    for (const warning of describeWarnings(warnings)) context.tell(`Note: ${warning}.`);
    if (!isPublished) for (const line of differenceTable(difference)) context.tell(line);
    for (const note of orderedNotes(difference, canteen)) context.tell(`Ordered: ${note}.`);
    for (const day of difference.opened)
      context.tell(`Note: ${day} is closed; with dishes of this file it is open again.`);
    const { isNothing, text } = differenceCounts(difference);
    const menu = `the menu of "${canteen.key}" from ${days[0]?.day} to ${days.at(-1)?.day}`;
    if (isNothing) context.tell(`Nothing to change: ${menu} is as the file has it (${text}).`);
    else if (isPublished) context.tell(`On sale: ${menu} (${text}).`);
    else
      context.tell(`Nothing was changed yet: ${menu} would have ${text}. Add --publish to put it on sale.`);
    // The menu is on sale by now, and that was told, whatever becomes of what follows.
    if (isPublished) await stepByStep(() => clearUp(database, context));
  });
}

/** Gives back what customers have of dishes that went off the menu; also what an earlier command left. */
async function clearUp(database: Database, { actor, now, tell }: CommandContext): Promise<void> {
  const by = { actor, now: now() };
  const carts = await releaseCartsOffMenu(database, by);
  if (carts.released > 0) tell(releasedCartsText(carts.released));
  const given = await giveBackWithdrawn(database, by);
  if (given.orders > 0) tell(givenBackText(given));
  refuseLeft({ carts: carts.left, orders: given.left });
}

async function planOf(
  file: string,
  canteen: Canteen,
  { start, priceRole, portions, mapping }: ImportOptions,
  now: number,
) {
  const known = mapping === undefined ? defaultMapping : await refusing(resolve(mapping), readMappingFile);
  return refusing(file, async (name) =>
    planMenu(readMenuFile(name, await bytesOf(name)), {
      start,
      today: dayAt(now, canteen.timeZone),
      priceRole,
      portions,
      mapping: known,
    }),
  );
}

const readMappingFile = async (name: string) => readMapping(menuFileText(await bytesOf(name)));

/** The bytes of a file; one that is too large, or no file, is not even read. */
async function bytesOf(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(cannotBeRead(file));
  if (!found.isFile()) throw new CommandError(`${file} is not a file.`);
  if (found.size > LIMIT_BYTES) throw new MenuFileError(1, { code: 'too-large', limitBytes: LIMIT_BYTES });
  return readFile(file).catch(cannotBeRead(file));
}

const cannotBeRead = (file: string) => (error: unknown) => {
  throw new CommandError(`The file ${file} cannot be read: ${whyNotRead(error)}.`, { cause: error });
};

/** Whatever is wrong with a file as a sentence with its line. */
async function refusing<T>(file: string, read: (file: string) => Promise<T>): Promise<T> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof MenuFileError)) throw error;
    throw new CommandError(
      `Nothing was imported: ${file}, line ${error.line}: ${menuFileReason(error.reason)}.`,
      { cause: error },
    );
  }
}
