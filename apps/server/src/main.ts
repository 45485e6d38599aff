import { openDatabase } from '@refectory/database/database';
import { migrate } from '@refectory/database/migrate';
import type { Instant } from '@refectory/domain/day';

import { createApp } from './app.ts';
import { isDatabaseOutage } from './http/database-outage.ts';
import { readSettings } from './read-settings.ts';
import {
  refuseDemoAccounts,
  refuseForgetfulDatabase,
  startSettings,
  StartRefusal,
} from './start-settings.ts';

/** The clock, shifted to begin at `REFECTORY_NOW` where that is set (never in production). */
function startClock(shifted: string | undefined): () => Instant {
  if (shifted === undefined) return Date.now;
  const begin = Date.parse(shifted);
  if (Number.isNaN(begin))
    throw new StartRefusal(`REFECTORY_NOW has to be a moment like 2026-11-30T10:00:00Z, not "${shifted}".`);
  const shift = begin - Date.now();
  return () => Date.now() + shift;
}

async function start(): Promise<void> {
  const { databaseUrl, publicUrl, port, host, settingsFile } = startSettings(process.env);
  const clock = startClock(process.env['REFECTORY_NOW']);
  const settings = await readSettings(settingsFile);
  const trustProxy = process.env['TRUST_PROXY'];
  const database = openDatabase(databaseUrl);
  try {
    const isProduction = process.env['NODE_ENV'] === 'production';
    if (isProduction) await refuseForgetfulDatabase(database);
    await migrate(database);
    if (isProduction) await refuseDemoAccounts(database);
    const app = await createApp({
      database,
      settings,
      clock,
      publicUrl,
      log: true,
      ...(trustProxy !== undefined && { trustProxy }),
    });
    const stop = async () => {
      await app.close();
      await database.close();
    };
    process.once('SIGTERM', () => void stop());
    process.once('SIGINT', () => void stop());
    await app.listen({ port, host });
  } catch (error) {
    await database.close();
    throw error;
  }
}

try {
  await start();
} catch (error) {
  if (error instanceof StartRefusal) console.error(error.message);
  else if (isDatabaseOutage(error)) console.error(`The database cannot be reached: ${String(error)}.`);
  else throw error;
  process.exitCode = 1;
}
