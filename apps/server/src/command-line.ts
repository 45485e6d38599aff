import { isDatabaseOutage } from '@refectory/database/outage';
import { damageIn } from '@refectory/embedded-postgres/damage';
import { EmbeddedPostgresError } from '@refectory/embedded-postgres/embedded-postgres-error';
import { MigrationError } from '@refectory/database/migrate';
import type { Instant } from '@refectory/domain/day';
import { Command, CommanderError } from 'commander';

import { backupCommand } from './commands/backup.ts';
import { blockCommand, unblockCommand } from './commands/block.ts';
import { cancelCommand } from './commands/cancel.ts';
import { canteenCommand } from './commands/canteen.ts';
import { checkConfigCommand } from './commands/check-config.ts';
import { checkLedgerCommand } from './commands/check-ledger.ts';
import { cardCommand } from './commands/card.ts';
import { closeDayCommand, openDayCommand } from './commands/closed-day.ts';
import type { CommandContext, MakeCommand } from './commands/command.ts';
import { CommandError, HalfDoneError } from './commands/command-error.ts';
import { withDatabase, type DatabasePlace } from './commands/command-database.ts';
import { commentsCommand } from './commands/comments.ts';
import { correctCommand } from './commands/correct.ts';
import { costCenterCommand } from './commands/cost-center.ts';
import { customerCommand } from './commands/customer.ts';
import { debitCommand } from './commands/debit.ts';
import { explainChargeCommand } from './commands/explain-charge.ts';
import { giveBackCommand } from './commands/give-back.ts';
import { grantCommand } from './commands/grant.ts';
import { handOutCommand } from './commands/hand-out.ts';
import { importMenuCommand } from './commands/import-menu.ts';
import { migrateCommand } from './commands/migrate.ts';
import { movementsCommand } from './commands/movements.ts';
import { overdraftCommand } from './commands/overdraft.ts';
import { paymentCommand } from './commands/payment.ts';
import { pairingCommand } from './commands/pairing.ts';
import { portionsCommand } from './commands/portions.ts';
import { priceLevelCommand } from './commands/price-level.ts';
import { refundCommand } from './commands/refund.ts';
import { reverseCommand } from './commands/reverse.ts';
import { terminalCommand } from './commands/terminal.ts';
import { termsCommand } from './commands/terms.ts';
import { topUpCommand } from './commands/top-up.ts';

/** Every command, in the order of the help. */
const commands: readonly MakeCommand[] = [
  canteenCommand,
  importMenuCommand,
  closeDayCommand,
  openDayCommand,
  portionsCommand,
  handOutCommand,
  giveBackCommand,
  customerCommand,
  blockCommand,
  unblockCommand,
  cardCommand,
  terminalCommand,
  pairingCommand,
  topUpCommand,
  refundCommand,
  debitCommand,
  correctCommand,
  reverseCommand,
  movementsCommand,
  paymentCommand,
  cancelCommand,
  explainChargeCommand,
  priceLevelCommand,
  overdraftCommand,
  costCenterCommand,
  grantCommand,
  termsCommand,
  commentsCommand,
  checkLedgerCommand,
  checkConfigCommand,
  backupCommand,
  migrateCommand,
];

/** Where a command line runs, and where its words go. */
export type Terminal = {
  readonly place: DatabasePlace;
  readonly now: () => Instant;
  /** Who typed it: the user of the operating system. */
  readonly userName: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/**
 * Runs what was typed behind `refectory`; answers the exit code. Whatever is refused is one sentence
 * on the error output and the code 1; anything unforeseen is thrown.
 */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const { place, now, userName, out, err } = terminal;
  const context: CommandContext = {
    place,
    withDatabase: (run) => withDatabase(place, run),
    now,
    actor: `command ${userName}`,
    tell: (line) => out(`${printable(line)}\n`),
  };
  const program = new Command('refectory')
    .description('Looks after a canteen: its menus, its customers and its data.')
    .showHelpAfterError(ADD_HELP)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: (text) => err(shortened(text)) })
    .addHelpText(
      'after',
      '\nCommands work on the database of "npm start" in this folder, running or not;\n' +
        'REFECTORY_DATA names another folder, DATABASE_URL a PostgreSQL server.\n' +
        '"npx refectory help <command>" says more.',
    );
  for (const make of commands) addTo(program, make(context));
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has said everything already, on the output that is right for it.
    if (error instanceof CommanderError) return error.exitCode;
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    err(`${printable(sentence)}\n`);
    return 1;
  }
}

const ADD_HELP = 'Add --help to see how the command is used.';

/** What files and databases hold may hold characters that would drive a terminal. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ');

/** What commander says, which repeats what was typed, of any length. */
const shortened = (text: string) =>
  text
    .split('\n')
    .map((line) => printable(line).replaceAll(/\S{200,}/gu, (word) => `${word.slice(0, 60)}…`))
    .join('\n');

/** A command of a command behaves like its parent. */
function addTo(parent: Command, command: Command): void {
  if (!parent.commands.includes(command)) parent.addCommand(command);
  command.copyInheritedSettings(parent);
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  if (required.length > 0) {
    // Commander names them among the options only, and of several that are missing one at a time.
    command.usage([command.usage(), ...required].join(' '));
    command.showHelpAfterError(`Usage: ${command.createHelp().commandUsage(command)}\n${ADD_HELP}`);
  }
  for (const child of command.commands) addTo(command, child);
}

function sentenceOf(error: unknown): string | undefined {
  for (const kind of [CommandError, EmbeddedPostgresError, MigrationError])
    if (error instanceof kind) return error.message;
  if (error instanceof HalfDoneError) {
    const failure = failureOf(error.cause);
    // What a backup brings back is not what was done.
    if (damageIn(error.cause) !== undefined) return `${failure}.`;
    return failure && `${failure}. What was done until then stays done: run the command again.`;
  }
  const failure = failureOf(error);
  // Of what has no answer it is not known what became of it.
  return failure && `${failure}${isDatabaseOutage(error) ? '' : '; nothing was changed'}.`;
}

/** What the database says of why something failed, without the end of the sentence. */
function failureOf(error: unknown): string | undefined {
  const damage = damageIn(error);
  if (damage !== undefined)
    return `The database is damaged (PostgreSQL says: ${damage}): restore it from a backup`;
  if (isDatabaseOutage(error)) return `The database cannot be reached: ${String(error)}`;
  // In its own words alone: the error itself holds the values of the statement, such as the hash of a password.
  const refusal = databaseMessageIn(error);
  return refusal && `The database refused it (PostgreSQL says: ${refusal})`;
}

/** What PostgreSQL said, when that is what an error is about; its errors carry a code of five characters. */
function databaseMessageIn(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('severity' in cause && 'code' in cause) return cause.message;
  return undefined;
}
