import { setTaxRates } from '@refectory/database/canteens';
import { parseDecimal } from '@refectory/domain/money';
import { Command, InvalidArgumentError } from 'commander';

import type { CommandContext } from './command.ts';
import { canteenOf } from './command-canteen.ts';
import { CommandError } from './command-error.ts';
import { nameOption } from './typed-text.ts';

type TaxOptions = { readonly group?: string; readonly remove?: true };

/** A rate that was typed, in hundredths of a percent. */
function rateArgument(text: string): number {
  const rate = /^\d+(?:\.\d{1,2})?$/.test(text) ? parseDecimal(text, 2) : undefined;
  if (rate !== undefined && rate <= 10_000) return rate;
  throw new InvalidArgumentError('It has to be a number of percent from 0 to 100, such as 12 or 5.5.');
}

const rateText = (rate: number | null) => (rate === null ? 'no rate' : `${rate / 100} %`);

/** `refectory canteen tax` */
export function taxCommand({ withDatabase, tell }: CommandContext): Command {
  return new Command('tax')
    .summary('shows and sets the tax included in the prices')
    .description(
      'Shows and sets the rate of the tax that is included in the prices of a canteen, which its bills state. A group ' +
        'of the menu may have a rate of its own. Closed bills stay as they are.',
    )
    .argument('<canteen>', 'the key of the canteen')
    .argument('[percent]', 'the rate, such as 12', rateArgument)
    .option('--group <name>', 'only for dishes of this group, such as "Drinks"', nameOption)
    .option('--remove', 'states no rate, or removes that of --group')
    .addHelpText(
      'after',
      '\nExamples:\n  npx refectory canteen tax main 12\n  npx refectory canteen tax main 21 --group "Drinks"',
    )
    .action((key: string, rate: number | undefined, { group, remove }: TaxOptions) => {
      if (rate !== undefined && remove) throw new CommandError('Give a rate, or --remove.');
      if (group !== undefined && rate === undefined && !remove)
        throw new CommandError('Give the rate of the group, or --remove.');
      return withDatabase(async (database) => {
        const known = await canteenOf(database, key);
        const isSet = rate !== undefined || remove === true;
        const { taxRate, groupTaxRates } = isSet
          ? await setTaxRates(database, known, { group, rate: rate ?? null })
          : known;
        const groups = Object.entries(groupTaxRates).map(([name, own]) => `, "${name}" ${rateText(own)}`);
        tell(`Tax in the prices of "${key}": ${rateText(taxRate)}${groups.join('')}.`);
      });
    });
}
