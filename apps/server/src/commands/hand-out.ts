import { handOut, type HandedOutMeal } from '@refectory/database/hand-out';
import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { textIn } from '@refectory/domain/texts';
import { Command } from 'commander';

import { dayOption, type CommandContext, type MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';
import { HOW_SERVED } from './how-served.ts';
import { sharedCode } from './shared-code.ts';
import { nameOption } from './typed-text.ts';

type HandOutOptions = {
  readonly canteen: string;
  readonly day?: CalendarDay;
  readonly code?: string;
  readonly customer?: string;
  readonly register?: string;
};

/** `refectory hand-out` */
export const handOutCommand: MakeCommand = (context) =>
  new Command('hand-out')
    .summary('records that meals were handed out')
    .description(
      'Records that the ordered meals of a day were handed out: all of them, or with --code those of one pickup code. ' +
        'They can no longer be cancelled or offered to others, and their bills are closed. A future day is refused. ' +
        'With --code it tells what was chosen with each meal, and how it is wanted. ' +
        'Where meals of two customers have the same code, --customer says whose. Today is the day of this machine, ' +
        'in the time zone of the canteen; for a demo that was started with REFECTORY_NOW give --day, or the same ' +
        'REFECTORY_NOW.',
    )
    .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
    .option(
      '--day <day>',
      'the day of the meals; unless given, today by the clock of this machine',
      dayOption,
    )
    .option('--code <code>', 'pickup code of the order')
    .option('--customer <user name>', 'whose meals')
    .option('--register <name>', 'the till, as bills name it', nameOption)
    .addHelpText('after', '\nExample:\n  npx refectory hand-out --canteen main --code A7KX')
    .action((options: HandOutOptions) => handOutMeals(context, options));

async function handOutMeals(
  { withDatabase, now, tell }: CommandContext,
  { canteen: key, day: wanted, code, customer: userName, register }: HandOutOptions,
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
      register,
      now: moment,
    });
    if ('customers' in handedOut) throw sharedCode(pickupCode, handedOut.customers);
    const { meals } = handedOut;
    const portions = meals.reduce((sum, { quantity }) => sum + quantity, 0);
    if (portions === 0 && pickupCode !== undefined)
      throw new CommandError(
        `No meal of "${key}" on ${day} is waiting with the code ${pickupCode}: it was cancelled or handed out, or the code is wrong.`,
      );
    tell(`Meals of "${key}" on ${day} that were handed out: ${portions}.`);
    // At the counter one code is asked for, what was chosen with its meals, and how they are wanted.
    if (pickupCode !== undefined) for (const meal of meals) tellMeal(meal, tell);
  });
}

function tellMeal(
  { dish, quantity, modifiers, delivery }: HandedOutMeal,
  tell: CommandContext['tell'],
): void {
  if (modifiers.length === 0 && delivery === null) return;
  const chosen = modifiers.map(({ name }) => textIn(name, 'en')).join(', ');
  tell(
    `${quantity} × "${textIn(dish, 'en')}"${chosen && ` with: ${chosen}`}.${delivery === null ? '' : ` It ${HOW_SERVED[delivery]}.`}`,
  );
}
