import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

import { bindingTerms, currentTerms, publishTerms } from '@refectory/database/terms';
import { languages, type Language } from '@refectory/domain/texts';
import { Command } from 'commander';

import { whyNotRead } from '../why-not-read.ts';
import type { CommandContext, MakeCommand } from './command.ts';
import { CommandError } from './command-error.ts';

/** The longest text of terms, in characters: some fifty printed pages. */
const LONGEST_TEXT = 200_000;

/** `refectory terms` */
export const termsCommand: MakeCommand = (context) =>
  new Command('terms')
    .summary('publishes the terms of use')
    .description('Looks after the terms of use that customers accept before they order.')
    .addCommand(
      new Command('publish')
        .summary('puts a new version of the terms in force')
        .description(
          'Puts a new version of the terms of use in force. Each file is HTML in one language, which its name says: ' +
            'terms.en.html, terms.cs.html, terms.pl.html, terms.sk.html; a reader whose language is missing gets the ' +
            'English one. Customers order again once they have accepted the new version. With --notice the version is ' +
            'shown once, and nobody has to accept it.',
        )
        .argument('<files...>', 'the text, a file for each language')
        .option('--notice', 'shown once, to be closed; nobody has to accept it')
        .addHelpText('after', '\nExample:\n  npx refectory terms publish terms.en.html terms.cs.html')
        .action((files: string[], { notice = false }: { readonly notice?: boolean }) =>
          publish(context, files, !notice),
        ),
    )
    .addCommand(
      new Command('show')
        .summary('says which version of the terms is in force')
        .description(
          'Says which version of the terms of use is in force, since when, and in which languages.',
        )
        .addHelpText('after', '\nExample:\n  npx refectory terms show')
        .action(() => show(context)),
    );

async function publish(
  { withDatabase, now, tell }: CommandContext,
  files: readonly string[],
  isBinding: boolean,
): Promise<void> {
  const texts: Partial<Record<Language, string>> = {};
  for (const file of files) {
    const language = languageOfFile(file);
    if (texts[language] !== undefined)
      throw new CommandError(`There are two files for the language "${language}": leave one out.`);
    texts[language] = await readText(file);
  }
  await withDatabase(async (database) => {
    const version = await publishTerms(database, { texts, isBinding, now: now() });
    const written = Object.keys(texts).join(', ');
    tell(
      isBinding
        ? `Version ${version} of the terms (${written}) is in force: customers order again once they have accepted it.`
        : `Version ${version} of the terms (${written}) is in force: customers are shown it once.`,
    );
  });
}

function languageOfFile(file: string): Language {
  const [, code] = /\.([a-z]{2})\.html?$/i.exec(basename(file)) ?? [];
  const language = languages.find((one) => one === code?.toLowerCase());
  if (language !== undefined) return language;
  throw new CommandError(
    `The name of "${file}" does not say its language: name it like terms.en.html, with one of ${languages.join(', ')}.`,
  );
}

async function readText(file: string): Promise<string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw new CommandError(
      error instanceof TypeError
        ? `"${file}" is not UTF-8: save it as UTF-8.`
        : `"${file}" cannot be read: ${whyNotRead(error)}.`,
    );
  }
  if (text.trim() === '') throw new CommandError(`"${file}" is empty.`);
  if (text.includes('\0')) throw new CommandError(`"${file}" is not a text.`);
  if (text.length > LONGEST_TEXT)
    throw new CommandError(`"${file}" is longer than ${LONGEST_TEXT} characters: shorten it.`);
  return text;
}

async function show({ withDatabase, tell }: CommandContext): Promise<void> {
  await withDatabase(async (database) => {
    const current = await currentTerms(database);
    if (current === undefined) {
      tell('There are no terms of use: publish them with "npx refectory terms publish".');
      return;
    }
    const since = new Date(current.publishedAt).toISOString();
    const what = current.isBinding ? 'to be accepted' : 'shown once';
    tell(
      `Version ${current.version}, ${what}, in force since ${since}, in ${Object.keys(current.texts).join(', ')}.`,
    );
    const binding = await bindingTerms(database);
    if (binding !== undefined && !current.isBinding)
      tell(`Version ${binding.version} still has to be accepted by customers who have not done so.`);
  });
}
