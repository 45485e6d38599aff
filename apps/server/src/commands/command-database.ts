import { COMMAND_TIMEOUTS, openDatabase, type Database } from '@refectory/database/database';
import type { DatabaseConnection } from '@refectory/database/database-connection';
import {
  findRunningPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@refectory/embedded-postgres/embedded-postgres';
import { requireMigrated } from '@refectory/database/migrate';

import { CommandError } from './command-error.ts';

/** The connections of a command. */
const CONNECTIONS = { max: 2, timeouts: COMMAND_TIMEOUTS };

/** Where a command finds the canteen's database. */
export type DatabasePlace = {
  /** A PostgreSQL server; without one, the embedded cluster. */
  readonly url: string | undefined;
  /** Folder of the embedded cluster. */
  readonly dataDir: string;
};

/**
 * Runs a command on the canteen's database: on the server of the address if one is given, else on
 * the embedded one, joining it where it runs and starting it only for the command where it does not.
 */
export async function withDatabase<T>(
  { url, dataDir }: DatabasePlace,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  return withConnection({ url, dataDir }, (connection) =>
    useDatabase(openDatabase(connection, CONNECTIONS), run),
  );
}

/** Runs something where the canteen's database answers, up to date or not. */
export async function withConnection<T>(
  { url, dataDir }: DatabasePlace,
  run: (connection: DatabaseConnection | string) => Promise<T>,
): Promise<T> {
  return url === undefined ? withCluster(dataDir, run) : run(url);
}

/** Runs something on the embedded cluster, joining it where it runs, else starting it meanwhile. */
export async function withCluster<T>(
  dataDir: string,
  run: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  if (!(await hasEmbeddedPostgres(dataDir)))
    throw new CommandError(
      `There is no database in ${dataDir} yet: run "npm start" once, or name another folder in REFECTORY_DATA or a server in DATABASE_URL.`,
    );
  const running = await findRunningPostgres(dataDir);
  if (running) return run(running);
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    return await run(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

async function useDatabase<T>(database: Database, run: (database: Database) => Promise<T>): Promise<T> {
  try {
    await requireMigrated(database);
    return await run(database);
  } finally {
    await database.close();
  }
}
