import { giveBackNotDelivered, setGivesBack, type GivenBack } from '@refectory/database/give-back';
import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { Command } from 'commander';

import { amountText, dayOption, type CommandContext, type MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { customerOf } from './command-customer.ts';
import { CommandError, refuseLeft, stepByStep } from './command-error.ts';
import { sharedCode } from './shared-code.ts';

type GiveBackOptions = {
  readonly canteen: string;
  readonly day: CalendarDay;
  readonly code?: string;
  readonly customer?: string;
};

/** `refectory give-back` */
export const giveBackCommand: MakeCommand = (context) =>
  new Command('give-back')
    .summary('refunds meals that were not delivered')
    .description(
      'Cancels the orders of a day that were not handed out, or those of one pickup code, and gives the money back ' +
        'at once. The customers are told by mail that their meals could not be delivered. Money that was paid by ' +
        'card also returns to the account. A future day is refused: "refectory close-day" is for a day on which nothing ' +
        'will be cooked. Where meals of two customers have the same code, --customer says whose.',
    )
    .requiredOption('--canteen <key>', 'key of the canteen, such as "main"')
    .requiredOption('--day <day>', 'the day, such as 2026-11-30', dayOption)
    .option('--code <code>', 'only the orders of one pickup code')
    .option('--customer <user name>', 'only the orders of this customer')
    .addHelpText('after', '\nExample:\n  npx refectory give-back --canteen main --day 2026-11-30 --code K7')
    .action((options: GiveBackOptions) => give(context, options));

async function give(
  { withDatabase, now, tell, actor }: CommandContext,
  { canteen: key, day, code, customer: userName }: GiveBackOptions,
): Promise<void> {
  await withDatabase(async (database) => {
    const canteen = await canteenOf(database, key);
    const moment = now();
    const today = dayAt(moment, canteen.timeZone);
    if (day > today)
      throw new CommandError(
        `The meals of ${day} are not cooked yet: today is ${today}. For a day on which nothing will be cooked there is "npx refectory close-day".`,
      );
    const pickupCode = code?.toUpperCase();
    const customerId = userName === undefined ? undefined : (await customerOf(database, userName)).id;
    const given = await stepByStep(() =>
      giveBackNotDelivered(database, {
        canteenId: canteen.id,
        day,
        pickupCode,
        customerId,
        actor,
        now: moment,
      }),
    );
    if ('customers' in given) throw sharedCode(pickupCode, given.customers);
    if (given.orders + given.left === 0)
      throw new CommandError(
        `No meals are waiting in "${key}" on ${day}${code === undefined ? '' : ` under the code ${code}`}${userName === undefined ? '' : ` for "${userName}"`}: nothing was given back.`,
      );
    if (given.orders > 0) tell(givenBackText(given));
    refuseLeft({ orders: given.left });
  });
}

/** What was given back, as every command says it. */
export function givenBackText({ orders, refunded }: Pick<GivenBack, 'orders' | 'refunded'>): string {
  return `Orders given back: ${orders}, ${amountText(refunded)} in all; the customers are told by mail.`;
}

/** How many carts that waited for their payment were released, as every command says it. */
export function releasedCartsText(carts: number): string {
  return `Carts that were being paid by card and are released, so that they can no longer be paid: ${carts}.`;
}

/** `refectory canteen give-back` */
export const canteenGiveBackCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('give-back')
    .summary('sets whether orders of closed days and removed dishes are given back')
    .description(
      'Shows and sets whether the canteen cancels orders and gives their money back when it closes their day or takes their ' +
        'dish off the menu. Otherwise the orders stay, and somebody cancels them by hand.',
    )
    .argument('<canteen>', 'the key of the canteen')
    .option('--on', 'give them back')
    .option('--off', 'leave the orders as they are')
    .addHelpText('after', '\nExample:\n  npx refectory canteen give-back main --on')
    .action((key: string, { on = false, off = false }: { on?: boolean; off?: boolean }) =>
      withDatabase(async (database) => {
        if (on && off) throw new CommandError('Say either --on or --off.');
        const canteen = await canteenOf(database, key);
        if (on || off) await setGivesBack(database, canteen, on);
        const isOn = on || (!off && canteen.givesBack);
        tell(
          isOn
            ? `"${key}" gives back the orders of days that it closes and of dishes that it takes off the menu.`
            : `"${key}" keeps the orders of days that it closes and of dishes that it takes off the menu.`,
        );
      }),
    );
