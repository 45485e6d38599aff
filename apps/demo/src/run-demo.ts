import { fileURLToPath } from 'node:url';

import { Settings } from '@refectory/contract/settings';
import {
  openDatabase,
  SERVING_CONNECTIONS,
  SERVING_TIMEOUTS,
  whyUnreachable,
  type Database,
} from '@refectory/database/database';
import type { DatabaseConnection } from '@refectory/database/database-connection';
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@refectory/embedded-postgres/embedded-postgres';
import { inTurn } from '@refectory/database/in-turn';
import { migrate, RUNTIME_ROLE } from '@refectory/database/migrate';
import { createApp } from '@refectory/server/app';
import { startHousekeeping } from '@refectory/server/housekeeping';
import { createMailSender } from '@refectory/server/mail/mail-sender';
import * as z from 'zod/mini';

import canteenSettings from '../settings/canteen.json';
import shopSettings from '../settings/shop.json';
import webcareSettings from '../settings/webcare.json';
import { DemoRefusal } from './demo-refusal.ts';
import { seedHistory } from './history.ts';
import { MAILBOX_PATH, serveMailbox } from './mailbox.ts';
import { demoAccounts, seedDemo } from './seed.ts';
import { refuseUsedPort } from './used-port.ts';

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

/** A demo that runs: what to tell whoever started it, and how to stop it. */
export type RunningDemo = { readonly greeting: readonly string[]; readonly stop: () => Promise<void> };

/** The same build in its three modes (C25). */
const canteen = { basePath: '/', settings: z.parse(Settings, canteenSettings) };
const shop = { basePath: '/shop/', settings: z.parse(Settings, shopSettings) };
const webcare = { basePath: '/webcare/', settings: z.parse(Settings, webcareSettings) };

/** Composes database, server and web application on one port. Throws `DemoRefusal`. */
export async function runDemo(options: DemoOptions): Promise<RunningDemo> {
  const { port, host, clock } = options;
  // Before the database is started, which takes a while.
  await refuseUsedPort(port, host);
  const store = await openStore(options);
  try {
    await prepare(store.connection, clock);
    const database = openDatabase(store.connection, {
      max: SERVING_CONNECTIONS,
      timeouts: SERVING_TIMEOUTS,
      role: RUNTIME_ROLE,
    });
    const app = await createApp({
      database,
      // One API for all of them, by the rules of the canteen.
      settings: canteen.settings,
      applications: [canteen, shop, webcare],
      clock,
      webRoot: WEB_ROOT,
      platesRoot: PLATES_ROOT,
      managerEmail: 'manager@example.org',
      log: { level: 'error' },
    });
    serveMailbox(app, { database, settings: canteen.settings });
    await app.listen({ port, host });
    const housekeeping = startHousekeeping({ database, clock, log: app.log });
    // Without a way to send them mails stay, to be read in the mailbox.
    const mail = createMailSender({ database, settings: canteen.settings, clock, log: app.log });
    mail.start();
    return {
      greeting: greeting(port, host),
      stop: async () => {
        await app.close();
        await mail.stop();
        await housekeeping.stop();
        await database.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function prepare(connection: DatabaseConnection | string, clock: () => number): Promise<void> {
  const database = openDatabase(connection);
  try {
    await fillDemo(database, clock());
  } finally {
    await database.close();
  }
}

/** Brings a database, which may be empty, up to date with the schema and the demo; of several at once one after the other. */
export async function fillDemo(database: Database, now: number): Promise<void> {
  await inTurn(database, 'demo', async () => {
    await migrate(database);
    await seedDemo(database, now);
    await seedHistory(database, now);
  });
}

async function openStore(
  options: DemoOptions,
): Promise<{ connection: DatabaseConnection | string; close: () => Promise<void> }> {
  const { databaseUrl, dataDir, reset, say } = options;
  if (databaseUrl !== undefined) {
    if (reset)
      throw new DemoRefusal(
        '--reset empties the embedded database only; empty the one of DATABASE_URL yourself.',
      );
    await refuseAwayDatabase(databaseUrl);
    return { connection: databaseUrl, close: () => Promise.resolve() };
  }
  if (reset) await removeEmbeddedPostgres(dataDir);
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  return { connection: embedded.connection, close: () => embedded.stop() };
}

async function refuseAwayDatabase(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 });
  try {
    const reason = await whyUnreachable(database);
    if (reason !== undefined)
      throw new DemoRefusal(`The database of DATABASE_URL cannot be reached: ${reason}.`);
  } finally {
    await database.close();
  }
}

function greeting(port: number, host: string): string[] {
  const address = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  const width = Math.max(...demoAccounts.map(({ userName }) => userName.length));
  return [
    '',
    `Refectory is ready: ${address}`,
    '',
    `  Canteen   ${address}${canteen.basePath}`,
    `  Shop      ${address}${shop.basePath}`,
    `  Web care  ${address}${webcare.basePath}`,
    `  Mailbox   ${address}${MAILBOX_PATH}`,
    '',
    '  Sign in as (password "refectory" for all)',
    ...demoAccounts.map(({ userName, about }) => `    ${userName.padEnd(width)}  ${about}`),
    '',
    '  Stop with Ctrl+C; your data stay. Start over with: npm start -- --reset',
  ];
}
