import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import { Settings } from '@refectory/contract/settings';
import { openDatabase, type Database } from '@refectory/database/database';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@refectory/database/embedded-postgres';
import { migrate } from '@refectory/database/migrate';
import { createApp } from '@refectory/server/app';
import * as z from 'zod/mini';

import canteenSettings from '../settings/canteen.json';
import { seedHistory } from './history.ts';
import { demoAccounts, seedDemo } from './seed.ts';

/** A reason not to start that a person can do something about, in one sentence. */
export class DemoRefusal extends Error {}

/** What the demo is started with. */
export type DemoOptions = {
  readonly port: number;
  /** A name or an address; `localhost` listens on both loopback addresses. */
  readonly host: string;
  readonly databaseUrl: string | undefined;
  /** Folder of the embedded cluster. */
  readonly dataDir: string;
  readonly clock: () => number;
  /** Start over with an empty database. */
  readonly reset: boolean;
  readonly say: (line: string) => void;
};

/** The built web application and the drawn plates, from `src` and from `dist` alike. */
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));
const PLATES_ROOT = fileURLToPath(new URL('../../server/plates', import.meta.url));

/** Composes database, server and web application on one port. Throws `DemoRefusal`. */
export async function runDemo(options: DemoOptions): Promise<{ readonly stop: () => Promise<void> }> {
  const { port, host, clock, say } = options;
  // Before the database is started, which takes a while.
  await refuseUsedPort(port, host);
  const store = await openStore(options);
  try {
    await migrate(store.database);
    await seedDemo(store.database, clock());
    await seedHistory(store.database, clock());
    const settings = z.parse(Settings, canteenSettings);
    const app = await createApp({
      database: store.database,
      settings,
      clock,
      webRoot: WEB_ROOT,
      platesRoot: PLATES_ROOT,
    });
    await app.listen({ port, host });
    for (const line of greeting(port, host)) say(line);
    return {
      stop: async () => {
        await app.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function refuseUsedPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new DemoRefusal(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is already in use: stop what uses it, or choose another with PORT=4301 npm start.`
            : `Refectory cannot listen on ${host}:${port} (${error.code ?? error.message}).`,
        ),
      );
    });
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}

async function openStore(options: DemoOptions): Promise<{ database: Database; close: () => Promise<void> }> {
  const { databaseUrl, dataDir, reset, say } = options;
  if (databaseUrl !== undefined) {
    if (reset)
      throw new DemoRefusal(
        '--reset empties the embedded database only; empty the one of DATABASE_URL yourself.',
      );
    const database = openDatabase(databaseUrl);
    await database.pool.query('select 1').catch((error: unknown) => {
      throw new DemoRefusal(
        `The database of DATABASE_URL cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    return { database, close: () => database.close() };
  }
  if (reset) await removeEmbeddedPostgres(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  const database = openDatabase(embedded.connection);
  return {
    database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

function greeting(port: number, host: string): string[] {
  const address = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  const width = Math.max(...demoAccounts.map(({ userName }) => userName.length));
  return [
    '',
    `Refectory is ready: ${address}`,
    '',
    '  Sign in as (password "refectory" for all)',
    ...demoAccounts.map(({ userName, about }) => `    ${userName.padEnd(width)}  ${about}`),
    '',
    '  Stop with Ctrl+C; your data stay. Start over with: npm start -- --reset',
  ];
}
