import { handOut } from '@refectory/database/hand-out';
import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { Command } from 'commander';

import { dayOption, type CommandContext, type MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';

type HandOutOptions = {
  readonly canteen: string;
  readonly day?: CalendarDay;
  readonly code?: string;
  readonly customer?: string;
};

/** `refectory hand-out` */
export const handOutCommand: MakeCommand = (context) =>
  new Command('hand-out')
    .summary('says that meals were handed out')
    .description(
      'Says that the ordered meals of a day were handed out: all of them, or with --code those of one pick-up ' +
        'code. They can no longer be cancelled or offered to others. A day that is to come is refused, and so is a ' +
        'code that meals of two customers wait under, until --customer says whose are meant. Today is the day of this ' +
        'machine, in the zone of the canteen; for a demo that was started with REFECTORY_NOW give --day, or the same ' +
        'REFECTORY_NOW.',
    )
    .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
    .option(
      '--day <day>',
      'the day of the meals; unless given, today by the clock of this machine',
      dayOption,
    )
    .option('--code <code>', 'pick-up code of the order')
    .option('--customer <user name>', 'whose meals')
    .addHelpText('after', '\nExample:\n  npx refectory hand-out --canteen main --code A7KX')
    .action((options: HandOutOptions) => handOutMeals(context, options));

async function handOutMeals(
  { withDatabase, now, tell }: CommandContext,
  { canteen: key, day: wanted, code, customer: userName }: HandOutOptions,
): Promise<void> {
  await withDatabase(async (database) => {
    const canteen = await canteenOf(database, key);
    const moment = now();
    const today = dayAt(moment, canteen.timeZone);
    const day = wanted ?? today;
    if (day > today) throw new CommandError(`The meals of ${day} are not cooked yet: today is ${today}.`);
    const pickupCode = code?.toUpperCase();
    const customerId = userName === undefined ? undefined : (await customerOf(database, userName)).id;
    const handedOut = await handOut(database, {
      canteenId: canteen.id,
      day,
      pickupCode,
      customerId,
      now: moment,
    });
    if ('customers' in handedOut)
      throw new CommandError(
        `Meals of several customers wait under the code ${pickupCode}: ${handedOut.customers.join(', ')}. Say with --customer whose are meant.`,
      );
    const { portions } = handedOut;
    if (portions === 0 && pickupCode !== undefined)
      throw new CommandError(
        `No meal of "${key}" on ${day} waits under the code ${pickupCode}: it was cancelled or handed out, or the code is another.`,
      );
    tell(`Meals of "${key}" on ${day} that count as handed out now: ${portions}.`);
  });
}
