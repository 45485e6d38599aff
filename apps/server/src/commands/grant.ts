import { grantBonus, grantVoucher } from '@refectory/database/grants';
import { dayAt, type CalendarDay } from '@refectory/domain/day';
import { money, type Money } from '@refectory/domain/money';
import { textIn } from '@refectory/domain/texts';
import { Command, Option } from 'commander';

import {
  amountOption,
  amountText,
  countOption,
  dayOption,
  type CommandContext,
  type MakeCommand,
} from './command.ts';
import { customerOf } from './command-customer.ts';
import { CommandError } from './command-error.ts';
import { nameOption } from './typed-text.ts';

type Days = { readonly from: CalendarDay; readonly to: CalendarDay };
type BonusOptions = Days & {
  readonly maxDiscount?: number;
  readonly minBill?: Money;
  readonly currency: string;
};
type VoucherOptions = Days & { readonly type: string; readonly set: string };

/** `refectory grant` */
export const grantCommand: MakeCommand = (context) =>
  new Command('grant')
    .summary('gives a customer a bonus or a voucher')
    .description('Gives a customer a bonus or a voucher.')
    .addCommand(bonusCommand(context))
    .addCommand(voucherCommand(context));

const withDays = (command: Command) =>
  command
    .requiredOption('--from <day>', 'first day on which it is good', dayOption)
    .requiredOption('--to <day>', 'last day on which it is good', dayOption);

const bonusCommand: MakeCommand = (context) =>
  withDays(new Command('bonus').argument('<user name>', 'the customer'))
    .summary('gives a bonus')
    .description(
      'Gives a customer a bonus: it pays a part of the bills of its days, and what it pays goes back to the account.',
    )
    .argument('<amount>', 'the amount, such as 500 or 49.90', amountOption)
    .addOption(
      new Option('--max-discount <percent>', 'how much of a bill it may pay').argParser(countOption(100)),
    )
    .option('--min-bill <amount>', 'the smallest bill it may be used for', amountOption)
    .option('--currency <format>', 'how its amounts are written, {0} for the number', nameOption, '{0}')
    .addHelpText(
      'after',
      '\nThe currency is that of the first bonus of a customer; later ones are in the same.\n' +
        '\nExample:\n  npx refectory grant bonus anna 200 --from 2026-12-01 --to 2026-12-31 --currency "{0} points"',
    )
    .action((userName: string, amount: Money, options: BonusOptions) =>
      giveBonus(context, userName, amount, options),
    );

const voucherCommand: MakeCommand = (context) =>
  withDays(new Command('voucher').argument('<user name>', 'the customer'))
    .summary('gives a voucher')
    .description('Gives a customer a voucher.')
    .requiredOption('--type <text>', 'what it is for, such as "Lunch"', nameOption)
    .requiredOption('--set <text>', 'what it belongs to, such as "December 2026"', nameOption)
    .addHelpText(
      'after',
      '\nExample:\n  npx refectory grant voucher anna --type Lunch --set "December 2026" --from 2026-12-01 --to 2026-12-31',
    )
    .action((userName: string, options: VoucherOptions) => giveVoucher(context, userName, options));

function checkDays({ from, to }: Days): void {
  if (from > to)
    throw new CommandError(`It would end (${to}) before it begins (${from}): change --from or --to.`);
}

async function giveBonus(
  { withDatabase, now, tell }: CommandContext,
  userName: string,
  amount: Money,
  { from, to, maxDiscount, minBill, currency }: BonusOptions,
): Promise<void> {
  checkDays({ from, to });
  if (maxDiscount === 0)
    throw new CommandError('A bonus that may pay 0 percent pays nothing: choose 1 to 100.');
  await withDatabase(async (database) => {
    const { id } = await customerOf(database, userName);
    const { balance, currencyFormat } = await grantBonus(
      database,
      {
        customerId: id,
        validFrom: from,
        validTo: to,
        maxDiscountPercent: maxDiscount,
        minBillPrice: minBill ?? money(0),
        amount,
        grantedAt: now(),
        currencyFormat: { und: currency },
      },
      dayAt(now(), 'UTC'),
    );
    const amountNow = amountText(balance);
    const text = textIn(currencyFormat, 'en').replace('{0}', amountNow);
    const seen = text === amountNow ? '' : `; the customer sees "${text}"`;
    tell(`The bonus balance of "${userName}" is ${amountNow}${seen}.`);
  });
}

async function giveVoucher(
  { withDatabase, now, tell }: CommandContext,
  userName: string,
  { from, to, type, set }: VoucherOptions,
): Promise<void> {
  checkDays({ from, to });
  await withDatabase(async (database) => {
    const { id } = await customerOf(database, userName);
    await grantVoucher(database, {
      customerId: id,
      voucherSet: set,
      voucherType: type,
      validFrom: from,
      validTo: to,
      createdAt: now(),
    });
    tell(`"${userName}" has a voucher "${type}" from ${from} to ${to}.`);
  });
}
