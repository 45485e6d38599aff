import { readFile } from 'node:fs/promises';

import { Command } from 'commander';

import { checkConfig, type ConfigFinding } from '../config/check-config.ts';
import { whyNotSentBeside } from '../read-settings.ts';
import { whyNotRead } from '../why-not-read.ts';
import type { MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';

/** Of mistakes so many are told, and as many notes: nobody reads more before the first ones are mended. */
const MOST_TOLD = 100;

/** `refectory check-config` */
export const checkConfigCommand: MakeCommand = ({ tell }) =>
  new Command('check-config')
    .summary('says what is wrong with a configuration file')
    .description(
      'Reads a configuration of the application, "config.json", and says what is wrong in it, each with its line ' +
        'and column. Changes nothing and needs no database. docs/settings.md lists every entry.',
    )
    .argument('<file>', 'the configuration file')
    .addHelpText('after', '\nExample:\n  npx refectory check-config config.json')
    .action((file: string) => checkConfigFile(file, tell));

/** Tells line by line what is wrong in a configuration file; throws `CommandError` where something is. */
async function checkConfigFile(file: string, tell: (line: string) => void): Promise<void> {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be read: ${whyNotRead(error)}.`, { cause: error });
  }
  const { mistakes, notes } = await checkConfig(text, whyNotSentBeside(file));
  const tellSome = (kind: string, findings: readonly ConfigFinding[]) => {
    for (const { line, column, text: words } of findings.slice(0, MOST_TOLD))
      tell(`${kind}: ${file}:${line}:${column}: ${words}`);
    if (findings.length > MOST_TOLD) tell(`${kind}: and ${findings.length - MOST_TOLD} more`);
  };
  tellSome('Mistake', mistakes);
  tellSome('Note', notes);
  const count = `mistakes: ${mistakes.length}, notes: ${notes.length}`;
  if (mistakes.length > 0) throw new CommandError(`${file} is not a usable configuration; ${count}.`);
  tell(`${file} is a usable configuration; ${count}.`);
}
