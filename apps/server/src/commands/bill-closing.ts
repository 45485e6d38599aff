import { setBillClosing } from '@refectory/database/canteens';
import { billClosings, type BillClosing } from '@refectory/database/schema';
import { Argument, Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { canteenOf } from './command-canteen.ts';

const WHEN: Readonly<Record<BillClosing, string>> = {
  'hand-out': 'when meals are handed out; meals that nobody fetches are on no bill',
  'day-end': 'at the end of the day, one for all meals of a customer',
  either: 'when meals are handed out, and at the end of the day for meals that nobody fetched',
};

/** `refectory canteen bill-closing` */
export const billClosingCommand: MakeCommand = ({ withDatabase, tell, now }) =>
  new Command('bill-closing')
    .summary('shows and sets when bills close')
    .description(
      'Shows and sets when the bills of a canteen close: "hand-out" when meals are handed out, "day-end" at the end ' +
        'of their day, or "either" at the hand-out, and at the end of the day for meals that nobody fetched. Only with ' +
        '"hand-out" such meals are on no bill, and somebody can still hand them out later. Closed bills stay as they are.',
    )
    .argument('<canteen>', 'the key of the canteen')
    .addArgument(new Argument('[when]', 'when they close').choices(billClosings))
    .addHelpText('after', '\nExample:\n  npx refectory canteen bill-closing main day-end')
    .action((key: string, when: BillClosing | undefined) =>
      withDatabase(async (database) => {
        const canteen = await canteenOf(database, key);
        if (when !== undefined) await setBillClosing(database, canteen, when, now());
        tell(`Bills of "${key}" close ${WHEN[when ?? canteen.billClosing]}.`);
      }),
    );
