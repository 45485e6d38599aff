import { portionsOf } from '@refectory/database/portions';
import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { textIn } from '@refectory/domain/texts';
import { Command } from 'commander';

import { dayOption, type MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { table } from './table.ts';

/** `refectory portions` */
export const portionsCommand: MakeCommand = ({ withDatabase, now, tell }) =>
  new Command('portions')
    .summary('says what to cook: the portions ordered of each dish')
    .description(
      'Says how many portions of each dish of a day are ordered, by what was chosen with them, how many of these were ' +
        'handed out, and how many more are held while their payment by card is awaited. Changes nothing. Today is ' +
        'the day of this machine, in the zone of the canteen.',
    )
    .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
    .option(
      '--day <day>',
      'the day of the meals; unless given, today by the clock of this machine',
      dayOption,
    )
    .addHelpText('after', '\nExample:\n  npx refectory portions --canteen main --day 2026-11-30')
    .action(({ canteen: key, day: wanted }: { canteen: string; day?: CalendarDay }) =>
      withDatabase(async (database) => {
        const canteen = await canteenOf(database, key);
        const day = wanted ?? dayAt(now(), canteen.timeZone);
        const dishes = await portionsOf(database, canteen.id, day);
        if (dishes.length === 0) {
          tell(`Nobody has ordered anything of "${key}" for ${day}.`);
          return;
        }
        const rows = dishes.map(({ group, dish, modifiers, ordered, handedOut, held }) => [
          textIn(group, 'en'),
          textIn(dish, 'en'),
          modifiers.map(({ name }) => textIn(name, 'en')).join(', '),
          String(ordered),
          String(handedOut),
          String(held),
        ]);
        for (const line of table(HEADER, rows)) tell(line);
        const total = dishes.reduce((sum, { ordered }) => sum + ordered, 0);
        tell(`Portions of "${key}" ordered for ${day}: ${total}.`);
      }),
    );

const HEADER = ['Group', 'Dish', 'With', 'Ordered', 'Handed out', 'Held'];
