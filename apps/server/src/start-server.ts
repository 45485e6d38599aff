import { openDatabase, SERVING_TIMEOUTS, type Database } from '@refectory/database/database';
import { migrate, RUNTIME_ROLE } from '@refectory/database/migrate';
import type { FastifyInstance } from 'fastify';

import { createApp } from './app.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createMailSender } from './mail/mail-sender.ts';
import { readSettings } from './read-settings.ts';
import { startClock } from './start-clock.ts';
import {
  isDevelopment,
  refuseDemoAccounts,
  refuseForgetfulDatabase,
  refuseMissingMail,
  refuseSilentDatabase,
  startSettings,
  StartRefusal,
  whyNotListening,
  type Environment,
  type StartSettings,
} from './start-settings.ts';

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

async function serve(database: Database, environment: Environment, told: StartSettings) {
  const clock = startClock(environment['REFECTORY_NOW']);
  const settings = await readSettings(told.settingsFile);
  if (!isDevelopment(environment)) refuseMissingMail(settings, told);
  await prepare(told.databaseUrl, !isDevelopment(environment));
  const app = await createApp({
    database,
    settings,
    clock,
    publicUrl: told.publicUrl,
    log: true,
    loginLimits: told.loginLimits,
    ...(told.managerEmail !== undefined && { managerEmail: told.managerEmail }),
    ...(told.trustProxy !== undefined && { trustProxy: told.trustProxy }),
  });
  await listen(app, told);
  return { app, clock, settings };
}

/** Starts a server as its environment tells it. Throws `StartRefusal` where something is wrong with that. */
export async function startServer(environment: Environment): Promise<{ readonly stop: () => Promise<void> }> {
  const told = startSettings(environment);
  const database = openDatabase(told.databaseUrl, {
    max: told.databaseConnections,
    timeouts: SERVING_TIMEOUTS,
    role: RUNTIME_ROLE,
  });
  try {
    const { app, clock, settings } = await serve(database, environment, told);
    const housekeeping = startHousekeeping({ database, clock, log: app.log });
    const mail = createMailSender({ database, settings, clock, log: app.log, route: told.mail });
    mail.start();
    return {
      stop: async () => {
        await app.close();
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
