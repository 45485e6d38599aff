import { resolve } from 'node:path';

import { checkCopyTarget, copyCluster } from '@refectory/embedded-postgres/copy-cluster';
import { Command } from 'commander';

import type { CommandContext, MakeCommand } from './command.ts';
import { withCluster } from './command-database.ts';
import { CommandError } from './command-error.ts';

/** `refectory backup` */
export const backupCommand: MakeCommand = (context) =>
  new Command('backup')
    .summary('copies the whole database to a folder')
    .description(
      'Copies the whole database of "npm start" to a new folder, with everything that was done until the copy ' +
        'ended. Nobody has to stop working. A copy is used by naming it: REFECTORY_DATA=<folder> npm start. A ' +
        'database that DATABASE_URL names is copied by the tools of PostgreSQL, such as pg_dump.',
    )
    .argument('<folder>', 'the folder to make; it must not be there yet')
    .addHelpText('after', '\nExample:\n  npx refectory backup backups/2026-11-24')
    .action((folder: string) => backUp(context, resolve(folder)));

async function backUp({ place, tell }: CommandContext, folder: string): Promise<void> {
  if (place.url !== undefined)
    throw new CommandError(
      'DATABASE_URL names a server, which this command does not copy: use pg_dump, or unset DATABASE_URL.',
    );
  // Before a database that does not run is started for the copy.
  await checkCopyTarget(place.dataDir, folder);
  await withCluster(place.dataDir, (connection) => copyCluster(place.dataDir, connection, folder));
  tell(`The database was copied to ${folder}. To use the copy: REFECTORY_DATA=${folder} npm start`);
}
