import { createCanteen, findCanteen, type Canteen } from '@refectory/database/canteens';
import { groupsOnMenu, setOrderRules } from '@refectory/database/order-rules';
import {
  defaultCutOffRule,
  isGroupCalled,
  withCutOffs,
  withoutCutOffs,
  type CutOff,
  type CutOffRule,
} from '@refectory/domain/cut-off';
import { dayAt, type Weekday } from '@refectory/domain/day';
import { MOST_PORTIONS } from '@refectory/domain/order';
import { textIn } from '@refectory/domain/texts';
import { Command, InvalidArgumentError } from 'commander';

import { billClosingCommand } from './bill-closing.ts';
import { taxCommand } from './canteen-tax.ts';
import type { CommandContext, MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { CommandError } from './command-error.ts';
import { CUT_OFF_FORMS, cutOffRows, parseCutOff, parseWeekday } from './cut-off-words.ts';
import { canteenGiveBackCommand } from './give-back.ts';
import { table } from './table.ts';
import { nameOption } from './typed-text.ts';

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
    .summary('adds a canteen, sets its rules')
    .description('Looks after canteens and their rules.')
    .addCommand(
      new Command('add')
        .summary('adds a canteen')
        .description('Adds a canteen. Customers choose it by its name, commands name it by its key.')
        .argument('<key>', 'a short word for the canteen, such as "main"', keyArgument)
        .requiredOption('--name <text>', 'the name customers see, such as "Main canteen"', nameOption)
        .option('--time-zone <zone>', 'the zone of its clocks', zoneOption, 'Europe/Prague')
        .addHelpText('after', '\nExample:\n  npx refectory canteen add main --name "Main canteen"')
        .action((key: string, options: { name: string; timeZone: string }) =>
          addCanteen(context, key, options),
        ),
    )
    .addCommand(cutOffCommand(context))
    .addCommand(limitsCommand(context))
    .addCommand(mainGroupsCommand(context))
    .addCommand(taxCommand(context))
    .addCommand(billClosingCommand(context))
    .addCommand(canteenGiveBackCommand(context));

function cutOffOption(text: string): CutOff {
  const cutOff = parseCutOff(text);
  if (cutOff) return cutOff;
  throw new InvalidArgumentError(CUT_OFF_FORMS);
}

function weekdayOption(text: string): Weekday {
  const weekday = parseWeekday(text);
  if (weekday !== undefined) return weekday;
  throw new InvalidArgumentError('It has to be a day of the week like Friday.');
}

function groupOption(text: string): string {
  if (text.trim() !== '') return text.trim();
  throw new InvalidArgumentError('It has to be the name of a group of the menu, such as "Soups".');
}

type CutOffOptions = {
  readonly order?: CutOff;
  readonly cancel?: CutOff;
  readonly exchange?: CutOff;
  readonly weekday?: Weekday;
  readonly group?: string;
  readonly remove?: true;
};

/** `refectory canteen cut-off` */
function cutOffCommand(context: CommandContext): Command {
  return new Command('cut-off')
    .summary('shows and sets until when customers can order, cancel and exchange')
    .description(
      'Shows and sets until when customers can order a dish, cancel an order, and offer it to others. A limit ' +
        'is a time on the day itself ("10:00"), on a working day before it ("1 day before 14:00"), or on a day of ' +
        'an earlier week ("Thursday before 12:00", "Thursday 2 weeks before 12:00"). Weekends and closed days are ' +
        'no working days. With --weekday, --group or both the limits are for those meals only. Menus that are on ' +
        'sale follow at once.',
    )
    .argument('<canteen>', 'the key of the canteen')
    .option('--order <limit>', 'until when a dish can be ordered', cutOffOption)
    .option('--cancel <limit>', 'until when an order can be cancelled', cutOffOption)
    .option('--exchange <limit>', 'until when an order can be offered to others', cutOffOption)
    .option('--weekday <day>', 'only for meals of this day of the week, such as Friday', weekdayOption)
    .option('--group <name>', 'only for meals of this group, such as "Soups"', groupOption)
    .option('--remove', 'remove the limits of --weekday and --group')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  npx refectory canteen cut-off main\n' +
        '  npx refectory canteen cut-off main --order "1 day before 14:00" --cancel 08:00 --exchange 11:00\n' +
        '  npx refectory canteen cut-off main --group "Special meals" --order "Thursday before 12:00"',
    )
    .action((key: string, options: CutOffOptions) => showAndSetCutOffs(context, key, options));
}

/** What the options change of a rule; undefined when they change nothing. */
function ruleChange({
  order,
  cancel,
  exchange,
  weekday,
  group,
  remove,
}: CutOffOptions): ((rule: CutOffRule) => CutOffRule) | undefined {
  const meals = { ...(weekday !== undefined && { weekday }), ...(group !== undefined && { group }) };
  const limits = { ...(order && { order }), ...(cancel && { cancel }), ...(exchange && { exchange }) };
  const isForSome = Object.keys(meals).length > 0;
  const isSet = Object.keys(limits).length > 0;
  if (remove) {
    if (!isForSome || isSet)
      throw new CommandError('Say with --weekday or --group alone whose limits to take away.');
    return (rule) => withoutCutOffs(rule, meals);
  }
  if (isForSome && !isSet)
    throw new CommandError('Say with --order, --cancel or --exchange which limit these meals have.');
  return isSet ? (rule) => withCutOffs(rule, meals, limits) : undefined;
}

async function showAndSetCutOffs(
  { withDatabase, tell, now }: CommandContext,
  key: string,
  options: CutOffOptions,
): Promise<void> {
  await withDatabase(async (database) => {
    const known = await canteenOf(database, key);
    const change = ruleChange(options);
    const ruleOf = ({ cutOffRule }: Canteen) => cutOffRule ?? defaultCutOffRule;
    const set =
      change &&
      (await setOrderRules(database, known, (canteen) => ({ cutOffRule: change(ruleOf(canteen)) }), now()));
    for (const line of table(
      ['Meals', 'Order until', 'Cancel until', 'Exchange until'],
      cutOffRows(ruleOf(set?.canteen ?? known)),
    ))
      tell(line);
    if (set) tell(`Dishes on the menu that have other limits from now on: ${set.changedDishes}.`);
  });
}

async function addCanteen(
  { withDatabase, tell }: CommandContext,
  key: string,
  { name, timeZone }: { name: string; timeZone: string },
): Promise<void> {
  await withDatabase(async (database) => {
    if (await findCanteen(database, key))
      throw new CommandError(`There is already a canteen "${key}": choose another key.`);
    await createCanteen(database, { key, name: { und: name }, timeZone });
  });
  tell(`Canteen "${key}" was added. Put a menu on sale with "npx refectory import-menu".`);
}

/** A limit of portions that was typed; more than one order can have are no limit. */
function portionsOption(text: string): number | 'none' {
  if (text === 'none') return text;
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_PORTIONS) return Number(text);
  throw new InvalidArgumentError(`It has to be a whole number from 1 to ${MOST_PORTIONS}, or "none".`);
}

type LimitsOptions = { readonly perDish?: number | 'none'; readonly perDay?: number | 'none' };

/** `refectory canteen limits` */
function limitsCommand({ withDatabase, tell, now }: CommandContext): Command {
  const portions = (most: number | null) =>
    most === null ? 'any number of portions' : `at most ${most} ${most === 1 ? 'portion' : 'portions'}`;
  return new Command('limits')
    .summary('shows and sets how many portions a customer can have')
    .description(
      'Shows and sets how many portions a customer can have of one dish, and of all dishes of the canteen on one ' +
        'day. Existing orders stay as they are.',
    )
    .argument('<canteen>', 'the key of the canteen')
    .option('--per-dish <portions>', 'of one dish; "none" means any number', portionsOption)
    .option('--per-day <portions>', 'of all dishes on one day; "none" means any number', portionsOption)
    .addHelpText('after', '\nExample:\n  npx refectory canteen limits main --per-dish 2 --per-day none')
    .action((key: string, { perDish, perDay }: LimitsOptions) =>
      withDatabase(async (database) => {
        const known = await canteenOf(database, key);
        const most = (typed: number | 'none') => (typed === 'none' ? null : typed);
        const rules = {
          ...(perDish !== undefined && { mostOfDish: most(perDish) }),
          ...(perDay !== undefined && { mostOfDay: most(perDay) }),
        };
        const isSet = Object.keys(rules).length > 0;
        const { mostOfDish, mostOfDay } = isSet
          ? (await setOrderRules(database, known, () => rules, now())).canteen
          : known;
        tell(
          `A customer of "${key}" can have ${portions(mostOfDish)} of a dish, and ${portions(mostOfDay)} on a day.`,
        );
      }),
    );
}

/** `refectory canteen main-groups` */
function mainGroupsCommand(context: CommandContext): Command {
  return new Command('main-groups')
    .summary('shows and sets which groups of the menu are main dishes')
    .description(
      'Shows and sets which groups of the menu are main dishes. Customers who order a second main dish for the same ' +
        'time are asked whether they want both. Name all of the groups as the menu does, in any language; with ' +
        '--none nobody is asked.',
    )
    .argument('<canteen>', 'the key of the canteen')
    .argument('[groups...]', 'groups such as "Main courses"')
    .option('--none', 'no group has main dishes')
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  npx refectory canteen main-groups main\n' +
        '  npx refectory canteen main-groups main "Main courses" "Pasta"',
    )
    .action((key: string, groups: string[], { none }: { none?: true }) =>
      showAndSetMainGroups(context, key, groups, none),
    );
}

async function showAndSetMainGroups(
  { withDatabase, tell, now }: CommandContext,
  key: string,
  groups: readonly string[],
  none: true | undefined,
): Promise<void> {
  if (none && groups.length > 0) throw new CommandError('Name the groups, or give --none alone.');
  const wanted = groups.map(groupOption);
  await withDatabase(async (database) => {
    const known = await canteenOf(database, key);
    const isSet = none === true || wanted.length > 0;
    const { mainGroups } = isSet
      ? (await setOrderRules(database, known, () => ({ mainGroups: wanted }), now())).canteen
      : known;
    const fromNow = isSet ? ' from now on' : '';
    if (mainGroups.length === 0) {
      tell(`No group of "${key}" has main dishes${fromNow}: nobody is asked about a second one.`);
      return;
    }
    const onMenu = await groupsOnMenu(database, known, dayAt(now(), known.timeZone));
    const dishes = onMenu
      .filter(({ group }) => mainGroups.some((name) => isGroupCalled(group, name)))
      .reduce((sum, group) => sum + group.dishes, 0);
    tell(
      `Main dishes of "${key}"${fromNow}: ${mainGroups.join(', ')}. Dishes of these groups on the menu: ${dishes}.`,
    );
    const names = onMenu.map(({ group }) => textIn(group, 'en')).join(', ');
    for (const name of mainGroups.filter((main) => !onMenu.some(({ group }) => isGroupCalled(group, main))))
      tell(
        `No dish is in the group "${name}" yet; ${names ? `groups on the menu: ${names}` : 'the menu is empty'}.`,
      );
  });
}
