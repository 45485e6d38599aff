import { closeDay, openDay, standingOrders } from '@refectory/database/close-day';
import { giveBackClosedDay } from '@refectory/database/give-back';
import { releaseCartsOffMenu } from '@refectory/database/held-carts';
import { addDays, dayAt, type CalendarDay } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { Command } from 'commander';

import { dayOption, type CommandContext, type MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { CommandError, refuseLeft, stepByStep } from './command-error.ts';
import { givenBackText, releasedCartsText } from './give-back.ts';
import { nameOption } from './typed-text.ts';

type DayOptions = { readonly canteen: string; readonly day: CalendarDay };

const onDay = (command: Command) =>
  command
    .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
    .requiredOption('--day <day>', 'the day, such as 2026-11-30', dayOption);

/** `refectory close-day` */
export const closeDayCommand: MakeCommand = (context) =>
  onDay(new Command('close-day'))
    .summary('closes a day, in bad weather or when a pipe has burst')
    .description(
      'Closes a day: its dishes go off the menu at once, and whoever has the offer open is told the reason. Carts ' +
        'with them that are just being paid by card are released. Orders of the day stay as they are, unless "refectory canteen give-back" is on, and customers can cancel them until the ' +
        'usual limit; only "refectory hand-out" counts them as handed out. A closed day is no working day, so limits of ' +
        'later days that are counted in working days move to an earlier day; customers who already ordered for those ' +
        'days can cancel as long as before. "refectory open-day" undoes all of it.',
    )
    .requiredOption('--reason <text>', 'what customers are told, such as "Burst pipe"', nameOption)
    .addHelpText(
      'after',
      '\nExample:\n  npx refectory close-day --canteen main --day 2026-11-30 --reason "Burst pipe"',
    )
    .action((options: DayOptions & { readonly reason: string }) => close(context, options));

/** `refectory open-day` */
export const openDayCommand: MakeCommand = (context) =>
  onDay(new Command('open-day'))
    .summary('opens a closed day again')
    .description(
      'Opens a closed day again. The dishes that "refectory close-day" took off the menu are on sale again; those ' +
        'of a day that a menu file closed are gone, and have to be imported again.',
    )
    .addHelpText('after', '\nExample:\n  npx refectory open-day --canteen main --day 2026-11-30')
    .action((options: DayOptions) => open(context, options));

async function close(
  { withDatabase, now, tell, actor }: CommandContext,
  { canteen: key, day, reason }: DayOptions & { readonly reason: string },
): Promise<void> {
  await withDatabase(async (database) => {
    const canteen = await canteenOf(database, key);
    const moment = now();
    refuseOdd(day, dayAt(moment, canteen.timeZone));
    const closed = await closeDay(database, canteen, { day, reason });
    if (closed) tell(`Closed: "${key}" on ${day}. Dishes taken off the menu: ${closed.dishes}.`);
    await stepByStep(async () => {
      const by = { actor, now: moment };
      // Also of a day that is closed already: an earlier command may have left some.
      const given = canteen.givesBack
        ? await giveBackClosedDay(database, { canteenId: canteen.id, day, ...by })
        : { orders: 0, refunded: money(0), left: 0 };
      if (given.orders > 0) tell(givenBackText(given));
      const carts = await releaseCartsOffMenu(database, by);
      if (carts.released > 0) tell(releasedCartsText(carts.released));
      if (!closed && given.orders + given.left + carts.released + carts.left === 0)
        throw new CommandError(`"${key}" is already closed on ${day}.`);
      const { orders, cancellable } = await standingOrders(database, canteen, day, moment);
      tell(`Orders that remain for that day: ${orders}. Customers can still cancel ${cancellable} of them.`);
      if (closed && closed.laterDishes > 0)
        tell(
          `Dishes of later days that now have earlier limits, since a closed day is no working day: ${closed.laterDishes}.`,
        );
      refuseLeft({ orders: given.left, carts: carts.left });
    });
  });
}

async function open(
  { withDatabase, now, tell }: CommandContext,
  { canteen: key, day }: DayOptions,
): Promise<void> {
  await withDatabase(async (database) => {
    const canteen = await canteenOf(database, key);
    refuseOdd(day, dayAt(now(), canteen.timeZone));
    const dishes = await openDay(database, canteen, day);
    if (dishes === undefined) throw new CommandError(`"${key}" is not closed on ${day}.`);
    tell(
      dishes === 0
        ? `Open again: "${key}" on ${day}. It has no dishes: "npx refectory import-menu" puts them on sale.`
        : `Open again: "${key}" on ${day}. Dishes that are on the menu again: ${dishes}.`,
    );
  });
}

/** A year that is far away was meant to be another. */
const FAR_DAYS = 731;

function refuseOdd(day: CalendarDay, today: CalendarDay): void {
  if (day < today) throw new CommandError(`The day ${day} is over: today is ${today}.`);
  if (day > addDays(today, FAR_DAYS)) throw new CommandError(`The day ${day} is more than two years ahead.`);
}
