// First, as in the application: the order of the layers is that of their first mention.
import '#ui/styles/index.css';

import { createClient } from '@refectory/contract/client';
import { customer } from '@refectory/contract/customer';
import { Settings } from '@refectory/contract/settings';
import type { Language } from '@refectory/domain/texts';
import { createMemoryHistory, type RouterHistory } from '@tanstack/history';
import { afterEach } from 'vitest';
import * as z from 'zod/mini';

import { startApp, startPage, type RunningApp } from '#app/start.tsx';
import { forgetBrowserRun, rememberBrowserRun } from '#platform/storage/browser-run.ts';
import { emptySnapshot, snapshotKey, type Snapshot } from '#platform/storage/snapshot.ts';

// A test leaves the device as it found it.
import './device.ts';
import { memoryStorage } from './storage.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The password of every customer a test logs in. */
export const PASSWORD = 'secret sauce';

/** The snapshot as it stands in a storage. */
export function storedSnapshot(storage: Storage): Snapshot {
  const text = storage.getItem(snapshotKey('canteen', '/'));
  return text === null ? emptySnapshot : (JSON.parse(text) as { state: Snapshot }).state;
}

/** A storage in which such a snapshot stands, of the application of a mode. */
export function storageWith(
  snapshot: Partial<Snapshot>,
  mode: Settings['applicationMode'] = 'canteen',
  basePath = '/',
): Storage {
  const state = { ...emptySnapshot, ...snapshot };
  return memoryStorage({ [snapshotKey(mode, basePath)]: JSON.stringify({ state, version: 1 }) });
}

/** Returns the session of a seeded customer as a browser would have stored it. */
async function sessionOf(
  server: TestServer,
  userName: string,
  keepLogged: boolean,
  announced: Snapshot['session']['capabilities'],
): Promise<Snapshot['session']> {
  const sessionToken = await server.signIn(userName);
  const client = createClient(customer, {
    baseUrl: server.apiUrl,
    fetch: (address, init) => fetch(address, init),
    language: () => 'en',
    token: () => sessionToken,
  });
  const { customerId, id, capabilities } = await client.getCustomer();
  return {
    auth: true,
    authentication: { sessionToken },
    keepLogged,
    ...(keepLogged && { loggedInAt: Date.now() }),
    customerId: String(customerId ?? id),
    capabilities: {
      withdrawOffer: capabilities?.withdrawOffer,
      emailChange: capabilities?.emailChange,
      ...announced,
    },
  };
}

/** The application on a page, with its real server. */
export type RenderedApp = {
  readonly server: TestServer;
  readonly storage: Storage;
  readonly history: RouterHistory;
  readonly platform: RunningApp['platform'];
  /** The other sites that the browser was sent to. */
  readonly left: readonly string[];
  /** Leaves the page and opens it again at its address, as a reload does. */
  readonly reload: () => Promise<RenderedApp>;
};

const running: { stop: () => void }[] = [];
const servers = new Set<TestServer>();

afterEach(async () => {
  for (const { stop } of running.splice(0)) stop();
  for (const server of servers) await server.close();
  servers.clear();
});

/** Settings of a canteen that has everything the application shows so far. */
const baseSettings = {
  allowShopping: true,
  allowGuests: true,
  timeZone: 'Europe/Prague',
  currencyFormat: { cs: '{0} Kč', en: 'CZK {0}', pl: '{0} CZK', sk: '{0} Kč' },
  quantityIsRemaining: true,
};

/**
 * Opens an address of the application before a real server. `as` is the user name of a customer
 * seeded with `PASSWORD`; a guest without it. English unless a language is given.
 */
export async function renderApp(
  path: string,
  options: Parameters<typeof startTestServer>[0] & {
    readonly server?: TestServer;
    readonly as?: string;
    /** The server announced the live stream when the customer logged in. */
    readonly live?: boolean;
    readonly language?: Language;
    readonly storage?: Storage;
    /** The clock of the device; the machine's unless given. */
    readonly deviceNow?: () => number;
    /** Whether somebody logged in since the browser was opened, or as the page before left it. */
    readonly browserRun?: 'same' | 'new' | 'left';
    /** Entries of the page's configuration over the usual ones. */
    readonly config?: Readonly<Record<string, unknown>>;
    /** The path under which the application lies, with a slash at both ends; the address begins with it. */
    readonly basePath?: string;
  } = {},
): Promise<RenderedApp> {
  const {
    server: given,
    as,
    live,
    language = 'en',
    config,
    storage: givenStorage,
    deviceNow = Date.now,
    browserRun = 'same',
    basePath = '/',
    ...serverOptions
  } = options;
  const server = given ?? (await startTestServer(serverOptions));
  servers.add(server);
  const settings = z.parse(Settings, { ...baseSettings, apiUrl: server.apiUrl, ...config });
  const storage =
    givenStorage ??
    storageWith(
      {
        language,
        ...(as !== undefined && {
          // A page below another path does not see the cookie of this run of the browser.
          session: await sessionOf(server, as, basePath !== '/', { live }),
        }),
      },
      settings.applicationMode,
      basePath,
    );
  await server.forgetRequests();

  const container = document.createElement('div');
  document.body.append(container);
  const history = createMemoryHistory({ initialEntries: [path] });
  if (browserRun === 'new') forgetBrowserRun(basePath);
  else if (browserRun === 'same') rememberBrowserRun(basePath);
  const left: string[] = [];
  const leaveFor = (address: string) => void left.push(address);
  const app = await startApp(container, { settings, basePath, storage, history, deviceNow, leaveFor });
  const entry = {
    stop: () => {
      app.stop();
      container.remove();
    },
  };
  running.push(entry);
  return {
    server,
    storage,
    history,
    platform: app.platform,
    left,
    reload: () => {
      running.splice(running.indexOf(entry), 1);
      entry.stop();
      return renderApp(history.location.href, { ...options, server, storage, browserRun: 'left' });
    },
  };
}

/**
 * Opens an address as the page itself does: with the configuration that the server has beside the
 * application. Without a platform it did not start.
 */
export async function openPage(
  path: string,
  server: TestServer,
): Promise<{ readonly platform?: RunningApp['platform'] }> {
  servers.add(server);
  const container = document.createElement('div');
  document.body.append(container);
  const basePath = server.apiUrl.replace(/api$/, '');
  const history = createMemoryHistory({ initialEntries: [`${basePath}${path.slice(1)}`] });
  const page = await startPage(container, {
    basePath,
    storage: storageWith({}),
    history,
    deviceNow: Date.now,
  });
  running.push({
    stop: () => {
      page.stop();
      container.remove();
    },
  });
  return page;
}
