import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { StartRefusal, whyNotListening } from '@refectory/contract/environment';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { createCustomer, factoryNow } from '@refectory/database/factories';
import { underAdvisoryLock } from '@refectory/database/advisory-lock';
import { MigrationError } from '@refectory/database/migrate';
import { creditAccount } from '@refectory/database/ledger';
import { inTransaction, WAITING, waitingForLock } from '@refectory/database/testing/held-order';
import { createTestDatabase, startTestCluster } from '@refectory/database/testing/test-cluster';
import { useTestDatabase } from '@refectory/database/testing/use-test-database';
import { money } from '@refectory/domain/money';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { startServer } from './start-server.ts';
import { addressOf } from './testing/run-refectory.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/webcare/config.json', import.meta.url));

// A server for real orders refuses a database that does not wait for the disk.
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
beforeAll(async () => {
  cluster = await startTestCluster({ isDurable: true });
});
afterAll(() => cluster.stop());
const database = useTestDatabase({ max: 1, cluster: () => cluster });
let folder: string;
let databaseUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refectory-main-'));
  databaseUrl = addressOf(database.current.connection);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a start was told, on top of what is right. */
const told = (environment: Record<string, string>) => ({
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://lunch.example',
  ...environment,
});

/** The sentence a start was refused with. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const error: unknown = await startServer(told(environment)).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(StartRefusal);
  const { message } = error as StartRefusal;
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
}

async function settingsFile(settings: object): Promise<string> {
  const file = join(folder, 'settings.json');
  await writeFile(file, JSON.stringify(settings));
  return file;
}

/** Something that listens on a port of this machine. */
async function listener(): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** A database of a test's own. */
async function ownDatabase() {
  const own = await createTestDatabase(cluster, { max: 2 });
  onTestFinished(() => own.drop());
  return { ...own, url: addressOf(own.connection) };
}

/** The server as a program of its own, and how it ends. */
function startProgram(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...told(environment) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = new Promise<{ code: number | null; signal: string | null; said: string }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, said }));
  });
  return { child, ended };
}

test('a start that is refused says one sentence and ends with 1', async () => {
  const other = await listener();
  const { code, said } = await startProgram({ PORT: String(other.port) }).ended;
  other.close();
  expect(said).toBe(
    `Port ${other.port} is already in use: stop what uses it, or choose another, as in PORT=4301.\n`,
  );
  expect(code).toBe(1);
});

test.each([
  ['EACCES', 'This account may not listen on port 80: set PORT to one above 1023.'],
  ['EADDRNOTAVAIL', 'HOST has to be a name or an address of this machine, not "here".'],
  ['ENOTFOUND', 'HOST has to be a name or an address of this machine, not "here".'],
  ['EAI_AGAIN', 'HOST has to be a name or an address of this machine, not "here".'],
  ['EMFILE', 'Refectory cannot listen on here:80: too many files.'],
])('why nothing can be listened on is one sentence: %s', (code, sentence) => {
  const error = Object.assign(new Error('too many files'), { code });
  expect(whyNotListening(error, { host: 'here', port: 80 })).toBe(sentence);
});

/** What real orders must not lie on, and how a database comes to be it. */
const notForReal = [
  [
    'that may lose what it acknowledges',
    ({ pool }: Database, name: string) => pool.query(`alter database ${name} set synchronous_commit = off`),
    'The database has synchronous_commit off, so a crash could lose orders that were confirmed: switch it on, or set NODE_ENV=development.',
  ],
  [
    'with the accounts of the demo',
    async (own: Database) => {
      const { id: customerId } = await createCustomer(own);
      const opening = { kind: 'top-up', reference: 'demo opening jana', actor: 'demo' } as const;
      await creditAccount(own, { customerId, amount: money(100), ...opening, now: factoryNow });
    },
    'The database has the accounts of the demo, whose password everybody knows: use one without, or set NODE_ENV=development.',
  ],
] as const;

test.each(notForReal)(
  'a database %s is refused, unless the start says that it is for development',
  async (_, make, why) => {
    const own = await ownDatabase();
    await make(own, own.connection.database);
    expect(await refusal({ DATABASE_URL: own.url, PORT: '0' })).toBe(why);
    const server = await startServer(told({ DATABASE_URL: own.url, PORT: '0', NODE_ENV: 'development' }));
    await server.stop();
  },
);

test('a database that was migrated by a newer version is refused in one sentence', async () => {
  const own = await ownDatabase();
  await own.pool.query(`insert into migration (name, checksum) values ('9999-later.sql', '')`);
  const sentence =
    'This database belongs to a newer version of Refectory (it has 9999-later.sql): run that version, or a later one.';
  const environment = { DATABASE_URL: own.url, PORT: '0' };
  await expect(startServer(told(environment))).rejects.toThrow(new MigrationError(sentence));
  expect(await startProgram(environment).ended).toEqual({ code: 1, signal: null, said: `${sentence}\n` });
});

/** So that a start has something to do to the database. */
const makeMissing = ({ pool }: Database) =>
  pool.query(`update applied_function set checksum = '' where name = 'pause_point.sql'`);

// By a code of its own: the signal itself would not end the first process of a container.
test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends a start that is not through yet', async (signal, code) => {
  const own = await ownDatabase();
  const environment = { DATABASE_URL: own.url, PORT: '0' };
  await makeMissing(own);
  await underAdvisoryLock(own, 'migrate', async () => {
    const { child, ended } = startProgram(environment);
    const waiting = async () => (await own.pool.query(WAITING)).rowCount;
    await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
    child.kill(signal);
    expect(await ended).toEqual({ code, signal: null, said: '' });
  });
  const server = await startServer(told(environment));
  await server.stop();
});

test('a database that is lost in the middle of a start is told in one sentence', async () => {
  const own = await ownDatabase();
  await makeMissing(own);
  await underAdvisoryLock(own, 'migrate', async () => {
    const { ended } = startProgram({ DATABASE_URL: own.url, PORT: '0' });
    const isCut = async () =>
      (await own.pool.query(`select pg_terminate_backend(pid) from (${WAITING}) waiting`)).rowCount;
    await expect.poll(isCut, { timeout: 15_000 }).toBe(1);
    const { code, said } = await ended;
    expect(said).toMatch(/^The database cannot be reached: [^\n]+\.\n$/);
    expect(code).toBe(1);
  });
});

test.each([
  ['an address that is not this machine’s', { HOST: '192.0.2.1' }, /^HOST has to be .*192\.0\.2\.1/],
  ['a host that is none', { HOST: 'no host' }, /^HOST has to be .*no host/],
  ['a proxy that is no address', { TRUST_PROXY: '10.0.0.1, true' }, /^TRUST_PROXY has to name .*"true"/],
  ['a port that is none', { PORT: 'lunch' }, /^PORT has to be .*lunch/],
  [
    'a clock that is none',
    { NODE_ENV: 'development', REFECTORY_NOW: 'noon' },
    /^REFECTORY_NOW has to be .*noon/,
  ],
  ['a database that does not answer', { DATABASE_URL: 'postgres://x@127.0.0.1:9/x' }, /cannot be reached/],
  ['a database address that is none', { DATABASE_URL: 'postgres://x@[/y' }, /cannot be reached/],
])('%s is refused in one sentence', async (_, environment, sentence) => {
  expect(await refusal({ PORT: '0', ...environment })).toMatch(sentence);
});

test('a database that does not exist is refused in one sentence', async () => {
  const url = databaseUrl.replace(/\/test_\w+/, '/no_such_database');
  expect(await refusal({ DATABASE_URL: url })).toMatch(/cannot be reached: .*no_such_database/);
});

test.each([
  [{ apiUrl: 'http://' }, /settings\.json:1:2: apiUrl: it has to be a path/],
  [{ apiUrl: 'ftp://lunch.example' }, /: apiUrl: it has to be a path like \/api or an http/],
  [{ timeZone: 'Europe/Nowhere' }, /: timeZone: it has to be the name of a time zone/],
])('the settings %o are refused in one sentence', async (settings, sentence) => {
  expect(await refusal({ REFECTORY_SETTINGS: await settingsFile(settings) })).toMatch(sentence);
});

test('a start that is right serves until it is stopped', async () => {
  const settings = await settingsFile({ apiUrl: 'https://api.example', timeZone: 'Europe/Prague' });
  const { port, close } = await listener();
  close();
  const server = await startServer(
    told({ REFECTORY_SETTINGS: settings, PORT: String(port), TRUST_PROXY: 'loopback,10.0.0.0/8,::1' }),
  );
  const page = await fetch(`http://127.0.0.1:${port}/config.json`);
  expect(await page.json()).toMatchObject({ apiUrl: 'https://api.example' });
  await server.stop();
  await expect(fetch(`http://127.0.0.1:${port}/config.json`)).rejects.toThrow();
});

test('the example of the documents is served with its files', async () => {
  const { port, close } = await listener();
  close();
  const server = await startServer(
    told({
      REFECTORY_SETTINGS: EXAMPLE,
      PORT: String(port),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'a@lunch.example',
    }),
  );
  onTestFinished(() => server.stop());
  const answer = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const settings = (await (await answer('/config.json')).json()) as Settings;
  expect(settings).toMatchObject({ applicationMode: 'webcare', applicationName: 'Havran' });
  const files = [...JSON.stringify(settings).matchAll(/\/files\/[^"]+/g)].map(([path]) => path);
  expect(files).toHaveLength(5);
  for (const path of files)
    expect((await answer(path)).headers.get('content-type'), path).toMatch(
      path.endsWith('.svg') ? /^image\/svg/ : /^text\/html; charset=utf-8/,
    );
});

test('a stop lets an answer that is under way end, and takes no new calls', async () => {
  const { port, close } = await listener();
  close();
  const own = await ownDatabase();
  const server = await startServer(told({ DATABASE_URL: own.url, PORT: String(port) }));
  const address = `http://127.0.0.1:${port}/api`;
  const begun = await fetch(`${address}/authenticate`, { method: 'POST' });
  const { sessionToken } = (await begun.json()) as { sessionToken: string };
  let hasStopped = false;
  const { slow, stopped } = await inTransaction(own, async (client) => {
    await client.query('lock table customer');
    const answer = fetch(`${address}/customer/login`, {
      method: 'POST',
      headers: { 'x-asw-token': sessionToken, authorization: `Basic ${btoa('nobody:refectory')}` },
    });
    await waitingForLock(own);
    const stop = server.stop().then(() => (hasStopped = true));
    await expect.poll(() => fetch(`${address}/canteens`).catch(() => 'refused')).toBe('refused');
    expect(hasStopped).toBe(false);
    return { slow: answer, stopped: stop };
  });
  expect((await slow).status).toBe(401);
  // The connection of the answer is idle now, and does not keep the server up to its limit of 15 s.
  const limit = new Promise((resolve) => setTimeout(() => resolve('too late'), 10_000).unref());
  expect(await Promise.race([stopped, limit])).toBe(true);
});
