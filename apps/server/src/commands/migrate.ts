import { openDatabase } from '@refectory/database/database';
import { migrate } from '@refectory/database/migrate';
import { Command } from 'commander';

import type { MakeCommand } from './command.ts';
import { withConnection } from './command-database.ts';

/** `refectory migrate` */
export const migrateCommand: MakeCommand = ({ place, tell }) =>
  new Command('migrate')
    .summary('brings the database up to date')
    .description(
      'Gives the database the tables and functions that this version needs. A server does so by itself when it starts; ' +
        'run it before where the server signs in to the database as somebody who may not change tables. It waits for ' +
        'nobody longer than 10 s, and changes nothing where it fails.',
    )
    .addHelpText('after', '\nExample:\n  DATABASE_URL=postgres://owner@db/refectory npx refectory migrate')
    .action(() =>
      withConnection(place, async (connection) => {
        const database = openDatabase(connection, { max: 1 });
        try {
          const applied = await migrate(database);
          tell(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`);
        } finally {
          await database.close();
        }
      }),
    );
