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
import { addTerminal, removeTerminal } from '@refectory/database/terminals';
import { underAdvisoryLock } from '@refectory/database/advisory-lock';
import { migrate, RUNTIME_ROLE } from '@refectory/database/migrate';
import { servePayments } from '@refectory/payments/app';
import { followPayments } from '@refectory/payments/follow-payments';
import { sandboxGateway } from '@refectory/payments/gateways/sandbox-gateway';
import { createApp } from '@refectory/server/app';
import { startHousekeeping } from '@refectory/server/housekeeping';
import { createMailSender } from '@refectory/server/mail/mail-sender';
import { filesBeside, readSettings } from '@refectory/server/read-settings';
import * as z from 'zod/mini';

import canteenSettings from '../settings/canteen.json';
import shopSettings from '../settings/shop.json';
import webcareSettings from '../settings/webcare.json';
import { DemoRefusal } from './demo-refusal.ts';
import { seedHistory } from './history.ts';
import { hostForLinks } from './own-host.ts';
import { MAILBOX_PATH, serveMailbox } from './mailbox.ts';
import { PARTNER_PATH, servePartner } from './partner.ts';
import { READER_PANEL_PATH, serveSimulatedReader } from './reader-panel.ts';
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
  /** A configuration to try out in place of the demo's own, with its files in `files` beside it. */
  readonly settingsFile: string | undefined;
  readonly clock: () => number;
  /** Start over with an empty database. */
  readonly reset: boolean;
  readonly say: (line: string) => void;
};

/** The built web application and the drawn plates, from `src` and from `dist` alike. */
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));
const PLATES_ROOT = fileURLToPath(new URL('../../server/plates', import.meta.url));
const FILES_ROOT = fileURLToPath(new URL('../settings/files', import.meta.url));

/** Where the demo's settings look for the service of payments, and what its prices are in. */
const PAYMENTS_PATH = '/payments';
const DEMO_CURRENCY = 'CZK';

/** The kiosk that the simulated reader belongs to. */
const TERMINAL = 'Demo kiosk';

/** A running demo: what to tell the person who started it, and how to stop it. */
export type RunningDemo = { readonly greeting: readonly string[]; readonly stop: () => Promise<void> };

/** The same build in its three modes. */
const canteen = { basePath: '/', settings: z.parse(Settings, canteenSettings) };
const shop = { basePath: '/shop/', settings: z.parse(Settings, shopSettings) };
const webcare = { basePath: '/webcare/', settings: z.parse(Settings, webcareSettings) };
/** The canteen as it is on the shared screen in its hall. */
const kiosk = {
  basePath: '/kiosk/',
  settings: z.parse(Settings, {
    ...canteenSettings,
    applicationName: 'Refectory Kiosk',
    kiosk: true,
    autoLogout: 30,
    allowRegistration: false,
  }),
};

/** What is served: the demo's own applications, or the one of a configuration to try out. */
type Served = {
  readonly applications: readonly {
    readonly name: string;
    readonly basePath: string;
    readonly settings: Settings;
  }[];
  /** One API for all of them goes by these. */
  readonly settings: Settings;
  readonly filesRoot: string;
};

async function served(settingsFile: string | undefined): Promise<Served> {
  if (settingsFile !== undefined) {
    const settings = await readSettings(settingsFile);
    const name = settings.applicationName;
    return {
      applications: [{ name, basePath: '/', settings }],
      settings,
      filesRoot: filesBeside(settingsFile),
    };
  }
  return {
    applications: [
      { name: 'Canteen', ...canteen },
      { name: 'Shop', ...shop },
      { name: 'Web care', ...webcare },
      { name: 'Kiosk', ...kiosk },
    ],
    settings: canteen.settings,
    filesRoot: FILES_ROOT,
  };
}

/** Composes database, server and web application on one port. Throws `DemoRefusal` and `StartRefusal`. */
export async function runDemo(options: DemoOptions): Promise<RunningDemo> {
  const { port, host, clock } = options;
  const { applications, settings, filesRoot } = await served(options.settingsFile);
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
      settings,
      applications,
      clock,
      hostFor: hostForLinks(new URL(addressOf(port, host)).host),
      webRoot: WEB_ROOT,
      platesRoot: PLATES_ROOT,
      filesRoot,
      managerEmail: 'manager@example.org',
      log: { level: 'error' },
    });
    await serveMailbox(app, { database, settings });
    await servePartner(app, { database, clock });
    await serveSimulatedReader(app, await registerTerminal(database, clock()));
    const gateways = settings.topUpGateways.map(({ id }) =>
      sandboxGateway({
        id,
        path: PAYMENTS_PATH,
        clock,
        // It takes no money, and its payments outlive a restart by this.
        secret: 'sandbox',
        deliver: ({ headers, body }) =>
          app.inject({ method: 'POST', url: `${PAYMENTS_PATH}/notices/${id}`, headers, body }),
      }),
    );
    await app.register(servePayments({ database, settings, clock, gateways, currency: DEMO_CURRENCY }), {
      prefix: PAYMENTS_PATH,
    });
    await app.listen({ port, host });
    const housekeeping = startHousekeeping({ database, clock, log: app.log });
    // Without a way to send them mails stay, to be read in the mailbox.
    const mail = createMailSender({ database, settings, clock, log: app.log });
    mail.start();
    const payments = followPayments({ database, gateways, clock, log: app.log });
    payments.start();
    return {
      greeting: greeting(addressOf(port, host), applications),
      stop: async () => {
        await app.close();
        await payments.stop();
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

/** The kiosk of the demo. Its credential is shown once, so that each start has another one. */
async function registerTerminal(database: Database, now: number): Promise<string> {
  await removeTerminal(database, TERMINAL, now);
  const credential = await addTerminal(database, TERMINAL, now);
  if (credential === undefined) throw new Error('the terminal of the demo could not be added');
  return credential;
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
  await underAdvisoryLock(database, 'demo', async () => {
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

const addressOf = (port: number, host: string) => `http://${host === '::1' ? '[::1]' : host}:${port}`;

function greeting(address: string, applications: Served['applications']): string[] {
  const nameWidth = Math.max('Partner'.length, ...applications.map(({ name }) => name.length));
  const line = (name: string, path: string) => `  ${name.padEnd(nameWidth)}  ${address}${path}`;
  const width = Math.max(...demoAccounts.map(({ userName }) => userName.length));
  return [
    '',
    `Refectory is ready: ${address}`,
    '',
    ...applications.map(({ name, basePath }) => line(name, basePath)),
    line('Mailbox', MAILBOX_PATH),
    line('Partner', `${PARTNER_PATH}   (a loyalty system to pair accounts with)`),
    line('Reader', `${READER_PANEL_PATH}   (hold a card to it here)`),
    '',
    '  Sign in as (password "refectory" for all)',
    ...demoAccounts.map(({ userName, about }) => `    ${userName.padEnd(width)}  ${about}`),
    '',
    '  Stop with Ctrl+C; your data stay. Start over with: npm start -- --reset',
  ];
}
