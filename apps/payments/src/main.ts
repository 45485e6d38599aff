import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';

import { StartRefusal, whyNotListening, type Environment } from '@refectory/contract/environment';
import { Settings } from '@refectory/contract/settings';
import { openDatabase, SERVING_TIMEOUTS, whyUnreachable } from '@refectory/database/database';
import { MigrationError, requireMigrated, RUNTIME_ROLE } from '@refectory/database/migrate';
import * as z from 'zod/mini';

import { createPaymentsApp } from './app.ts';
import { followPayments } from './follow-payments.ts';
import { gatewaysOf, startSettings } from './start-settings.ts';

/**
 * Connections to the database at once. Of these, five may wait for rows that somebody holds: two notices and one
 * aside, and two of what the job does. The others are for those who begin a payment, or ask what became of it.
 */
const CONNECTIONS = 8;

/** How long a stop waits for answers that are under way. */
const STOP_TIMEOUT_MS = 15_000;

// Listened for from the beginning, since the first process of a container is not sent what it does not listen for.
let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
process.once('SIGTERM', (signal) => stop(signal));
process.once('SIGINT', (signal) => stop(signal));

async function readSettings(file: string): Promise<Settings> {
  try {
    return z.parse(Settings, JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new StartRefusal(
      `The settings in ${file} cannot be used: "npx refectory check-config ${file}" says why.`,
      { cause: error },
    );
  }
}

async function start(environment: Environment): Promise<() => Promise<void>> {
  const { databaseUrl, publicUrl, port, host, settingsFile, trustProxy, currency } =
    startSettings(environment);
  const settings = await readSettings(settingsFile);
  const gateways = gatewaysOf(environment, settings);
  const database = openDatabase(databaseUrl, {
    max: CONNECTIONS,
    timeouts: SERVING_TIMEOUTS,
    role: RUNTIME_ROLE,
  });
  try {
    const reason = await whyUnreachable(database);
    if (reason !== undefined)
      throw new StartRefusal(`The database of DATABASE_URL cannot be reached: ${reason}.`);
    await requireMigrated(database);
    const app = await createPaymentsApp({
      database,
      settings,
      clock: Date.now,
      gateways,
      currency,
      publicUrl,
      log: true,
      ...(trustProxy !== undefined && { trustProxy }),
    });
    try {
      await app.listen({ port, host });
    } catch (error) {
      throw new StartRefusal(whyNotListening(error, { port, host }), { cause: error });
    }
    const followed = followPayments({ database, gateways, clock: Date.now, log: app.log });
    followed.start();
    return async () => {
      // Answers that are still under way then are cut off, before the process manager kills the whole process.
      const late = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
      await app.close();
      clearTimeout(late);
      await followed.stop();
      await database.close();
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

try {
  const end = await start(process.env);
  stop = () => void end();
} catch (error) {
  if (!(error instanceof StartRefusal || error instanceof MigrationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
