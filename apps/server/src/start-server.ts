import { StartRefusal, whyNotListening, type Environment } from '@refectory/contract/environment';
import { openDatabase, SERVING_TIMEOUTS, type Database } from '@refectory/database/database';
import { migrate, RUNTIME_ROLE } from '@refectory/database/migrate';
import type { FastifyInstance } from 'fastify';

import { createApp } from './app.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createMailSender } from './mail/mail-sender.ts';
import { filesBeside, readSettings } from './read-settings.ts';
import { startClock } from './start-clock.ts';
import {
  isDevelopment,
  refuseDemoAccounts,
  refuseForgetfulDatabase,
  refuseMissingMail,
  refuseSilentDatabase,
  startSettings,
  type StartSettings,
} from './start-settings.ts';

/** How long a stop waits for answers that are under way. */
const STOP_TIMEOUT_MS = 15_000;
/** Interval at which a stop closes connections that became idle, in ms. */
const IDLE_CHECK_MS = 100;

/** Brings the database up to date, however long it takes; refuses one that real orders must not lie on. */
async function prepare(databaseUrl: string, isForReal: boolean): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 });
  try {
    await refuseSilentDatabase(database);
    if (isForReal) await refuseForgetfulDatabase(database);
    await migrate(database);
    if (isForReal) await refuseDemoAccounts(database);
  } finally {
    await database.close();
  }
}

async function listen(app: FastifyInstance, { port, host }: StartSettings): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    throw new StartRefusal(whyNotListening(error, { port, host }), { cause: error });
  }
}

async function serve(database: Database, environment: Environment, start: StartSettings) {
  const clock = startClock(environment['REFECTORY_NOW']);
  const settings = await readSettings(start.settingsFile);
  if (!isDevelopment(environment)) refuseMissingMail(settings, start);
  await prepare(start.databaseUrl, !isDevelopment(environment));
  const app = await createApp({
    database,
    settings,
    filesRoot: start.settingsFile === undefined ? undefined : filesBeside(start.settingsFile),
    clock,
    publicUrl: start.publicUrl,
    log: true,
    loginLimits: start.loginLimits,
    ...(start.managerEmail !== undefined && { managerEmail: start.managerEmail }),
    ...(start.trustProxy !== undefined && { trustProxy: start.trustProxy }),
  });
  await listen(app, start);
  return { app, clock, settings };
}

/** Starts a server as its environment tells it. Throws `StartRefusal` where something is wrong with that. */
export async function startServer(environment: Environment): Promise<{ readonly stop: () => Promise<void> }> {
  const start = startSettings(environment);
  const database = openDatabase(start.databaseUrl, {
    max: start.databaseConnections,
    timeouts: SERVING_TIMEOUTS,
    role: RUNTIME_ROLE,
  });
  try {
    const { app, clock, settings } = await serve(database, environment, start);
    const housekeeping = startHousekeeping({ database, clock, log: app.log });
    const mail = createMailSender({ database, settings, clock, log: app.log, route: start.mail });
    mail.start();
    return {
      stop: async () => {
        // Answers that are still under way then are cut off, before the process manager kills the whole process.
        const late = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
        // Node closes only the connections that are idle when the close begins.
        const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
        try {
          await app.close();
        } finally {
          clearInterval(idle);
          clearTimeout(late);
        }
        await mail.stop();
        await housekeeping.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
