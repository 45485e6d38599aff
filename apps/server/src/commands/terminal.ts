import { addTerminal, listTerminals, removeTerminal } from '@refectory/database/terminals';
import { Command } from 'commander';

import type { CommandContext, MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';
import { textOption } from './typed-text.ts';

/** `refectory terminal` */
export const terminalCommand: MakeCommand = (context) =>
  new Command('terminal')
    .summary('registers the kiosks where people sign in with a card')
    .description(
      'Looks after the kiosks where people sign in with a card. Once a kiosk is added, cards are only accepted at kiosks. ' +
        'A customer who signed in with a card has to enter the password before they change the password, the card or ' +
        'the profile, and before a top-up.',
    )
    .addCommand(
      new Command('add')
        .summary('adds a kiosk and shows its credential')
        .description(
          'Adds a kiosk and shows its credential, once. The card reader of the kiosk is set up with it.',
        )
        .argument('<name>', 'what the kiosk is called', textOption(100))
        .addHelpText('after', '\nExample:\n  npx refectory terminal add "Entrance hall"')
        .action((name: string) => add(context, name)),
    )
    .addCommand(
      new Command('remove')
        .summary('removes a kiosk')
        .description(
          'Removes a kiosk: cards are refused there from now on. Cards stay bound to kiosks, also when the last one is gone.',
        )
        .argument('<name>', 'the kiosk', textOption(100))
        .addHelpText('after', '\nExample:\n  npx refectory terminal remove "Entrance hall"')
        .action((name: string) => remove(context, name)),
    )
    .addCommand(
      new Command('list')
        .summary('shows the kiosks')
        .description('Shows the kiosks, and since when they are there.')
        .addHelpText('after', '\nExample:\n  npx refectory terminal list')
        .action(() => list(context)),
    );

async function add({ withDatabase, now, tell }: CommandContext, name: string): Promise<void> {
  const credential = await withDatabase((database) => addTerminal(database, name, now()));
  if (credential === undefined)
    throw new CommandError(`There is already a terminal "${name}": choose another name, or remove it first.`);
  tell(`Terminal "${name}" was added. Its credential, shown only now: ${credential}`);
}

async function remove({ withDatabase, now, tell }: CommandContext, name: string): Promise<void> {
  await withDatabase(async (database) => {
    if (!(await removeTerminal(database, name, now())))
      throw new CommandError(`There is no terminal "${name}": "npx refectory terminal list" shows them.`);
    const left = (await listTerminals(database)).filter(({ removedAt }) => removedAt === null).length;
    tell(
      left > 0
        ? `Terminal "${name}" was removed.`
        : `Terminal "${name}" was removed. It was the last one: nobody can sign in with a card until another one is added.`,
    );
  });
}

async function list({ withDatabase, tell }: CommandContext): Promise<void> {
  const terminals = (await withDatabase(listTerminals)).filter(({ removedAt }) => removedAt === null);
  if (terminals.length === 0) {
    tell('There are no terminals: add one with "npx refectory terminal add".');
    return;
  }
  const rows = terminals.map(({ name, addedAt }) => [name, new Date(addedAt).toISOString()]);
  for (const line of table(['name', 'added'], rows)) tell(line);
}
