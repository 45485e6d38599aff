import { latestComments } from '@refectory/database/comments';
import { Command } from 'commander';

import { countOption, type MakeCommand } from './command.ts';

const MOST_SHOWN = 1_000;

/** `refectory comments` */
export const commentsCommand: MakeCommand = ({ withDatabase, tell }) =>
  new Command('comments')
    .summary('shows what customers wrote to the canteen')
    .description('Shows what customers wrote to the canteen, the newest first.')
    .option('--last <number>', 'how many', countOption(MOST_SHOWN), 20)
    .addHelpText('after', '\nExample:\n  npx refectory comments --last 5')
    .action(({ last }: { readonly last: number }) =>
      withDatabase(async (database) => {
        const comments = await latestComments(database, last);
        if (comments.length === 0) tell('There are no comments.');
        for (const { userName, text, sentAt } of comments) {
          tell(`${userName}, ${new Date(sentAt).toISOString()}:`);
          for (const line of text.split(/\r?\n/)) tell(`  ${line}`);
        }
      }),
    );
