import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openDatabase } from '@refectory/database/database';
import { findRunningPostgres } from '@refectory/embedded-postgres/embedded-postgres';
import { whyNotListening } from '@refectory/contract/environment';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

// What `npm start` does, by really doing it. The build is made once; the packages are installed.

const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));
const NOBODY = 65_534;
/** A first start makes a cluster and a year of lunches, which a busy machine takes its time for. */
const PATIENT = { timeout: 180_000 };

type Run = {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
};

let folder: string;
const runs: Run[] = [];

/** Where a demo was started for the first time and stopped again. */
let stopped: string;

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'refectory-start-'));
  // Reachable for the user PostgreSQL runs as; otherwise the cluster would move elsewhere.
  chmodSync(made, 0o755);
  return made;
}

async function stopAll(): Promise<void> {
  for (const { child, ended } of runs.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const lastResort = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(lastResort);
  }
}

beforeAll(async () => {
  folder = stopped = newFolder();
  await ready(start({ env: { PORT: String(await freePort()) } }));
  await stopAll();
}, PATIENT.timeout);
afterAll(() => rmSync(stopped, { recursive: true, force: true }));
beforeEach(() => {
  folder = newFolder();
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes the lunches of the stopped demo instead of making them anew. */
function copyStopped(): void {
  execFileSync('cp', ['-a', join(stopped, 'data'), folder]);
}

function start(
  options: {
    script?: string;
    env?: Record<string, string>;
    args?: string[];
    before?: string;
    uid?: number;
  } = {},
): Run {
  const preload = options.before
    ? ['--import', `data:text/javascript,${encodeURIComponent(options.before)}`]
    : [];
  const child = spawn(process.execPath, [...preload, options.script ?? START, ...(options.args ?? [])], {
    env: { ...process.env, REFECTORY_DATA: join(folder, 'data'), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += String(chunk)));
  child.stderr?.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const run = { child, said: () => text, ended };
  runs.push(run);
  return run;
}

/** Waits until the demo says that it is ready; what it said instead when it ends before. */
async function ready(run: Run): Promise<void> {
  const isReady = new Promise<true>((resolve) => {
    run.child.stdout?.on('data', () => run.said().includes('Refectory is ready') && resolve(true));
  });
  const first = await Promise.race([isReady, run.ended]);
  if (first !== true) throw new Error(`it ended: ${run.said()}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}

async function page(port: number): Promise<string> {
  return (await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' } })).text();
}

/** It ended with code 1 and one sentence, which is returned. */
async function refusal(run: Run): Promise<string> {
  expect(await run.ended).toBe(1);
  const lines = run.said().trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test('starts, stops when asked, and keeps its data for the next start', PATIENT, async () => {
  copyStopped();
  const port = await freePort();
  // An address that is empty is none.
  const first = start({ env: { PORT: String(port), DATABASE_URL: '' } });
  await ready(first);
  expect(await page(port)).toContain('refectory-settings');
  // The built page names what the offer needs, found by its manifest.
  expect(await page(port)).toMatch(/modulepreload[^>]+menu-page-/);
  expect(first.said()).toContain(`http://localhost:${port}`);
  expect(first.said()).toContain('jana');
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  const kept = readdirSync(join(folder, 'data')).sort();
  const second = start({ env: { PORT: String(port) } });
  await ready(second);
  expect(readdirSync(join(folder, 'data'))).toEqual(
    expect.arrayContaining(kept.filter((name) => name !== 'postmaster.pid')),
  );
});

test('serves a configuration that it is given, with its files, in place of its own', PATIENT, async () => {
  copyStopped();
  const port = await freePort();
  const portal = { applicationMode: 'webcare', applicationName: 'Mill care', languages: ['en', 'cs'] };
  const settingsFile = join(folder, 'portal.json');
  writeFileSync(settingsFile, JSON.stringify(portal));
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  const run = start({ env: { PORT: String(port), REFECTORY_SETTINGS: settingsFile } });
  await ready(run);
  await expect.poll(run.said).toMatch(new RegExp(`Mill care +http://localhost:${port}/`));
  const address = `http://localhost:${port}`;
  expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject(portal);
  expect((await fetch(`${address}/files/logo.svg`)).status).toBe(200);
  // Nothing of the demo's own applications: below their addresses is the one that was given.
  await expect.poll(run.said).toContain('Stop with Ctrl+C');
  expect(run.said()).not.toContain('/shop/');
  const below = await fetch(`${address}/shop/config.json`);
  expect(below.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await below.text()).toContain('Mill care');
});

test('starts again after it was killed, and starts over when told to', PATIENT, async () => {
  copyStopped();
  const port = await freePort();
  const first = start({ env: { PORT: String(port) } });
  await ready(first);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start({ env: { PORT: String(port) } });
  await ready(second);
  second.child.kill('SIGTERM');
  await second.ended;
  const third = start({ env: { PORT: String(port) }, args: ['--reset'] });
  await ready(third);
  expect(await page(port)).toContain('<div id="root">');
});

test('stops in order for whoever stops it as soon as it says that it is ready', PATIENT, async () => {
  copyStopped();
  // The signal is there before the line that was written is left.
  const before = `
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = (text, ...more) => {
      const done = write(text, ...more);
      if (String(text).includes('Refectory is ready')) process.kill(process.pid, 'SIGTERM');
      return done;
    };`;
  const run = start({ env: { PORT: String(await freePort()) }, before });
  expect(await run.ended).toBe(0);
  expect(await findRunningPostgres(join(folder, 'data'))).toBeUndefined();
});

/** Whether the embedded database of a folder runs and has its tables. */
async function hasTables(data: string): Promise<boolean> {
  const running = existsSync(data) && (await findRunningPostgres(data));
  if (!running) return false;
  const database = openDatabase(running, { max: 1 });
  try {
    const { rows } = await database.pool.query<{ made: boolean }>(
      `select to_regclass('canteen') is not null as made`,
    );
    return rows[0]?.made === true;
  } catch {
    return false; // It begins to answer before it has our database.
  } finally {
    await database.close();
  }
}

test('leaves no database running when it is stopped before it is ready', PATIENT, async () => {
  const data = join(folder, 'data');
  const run = start({ env: { PORT: String(await freePort()) } });
  await expect.poll(() => hasTables(data), { timeout: 30_000, interval: 10 }).toBe(true);
  expect(run.said()).not.toContain('Refectory is ready');
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(130);
  await expect.poll(() => findRunningPostgres(data), { timeout: 10_000 }).toBeUndefined();
});

test('a database that is lost while the demo starts is one sentence', PATIENT, async () => {
  const data = join(folder, 'data');
  const run = start({ env: { PORT: String(await freePort()) } });
  await expect.poll(() => hasTables(data), { timeout: 60_000, interval: 10 }).toBe(true);
  expect(run.said()).not.toContain('Refectory is ready');
  // Its first line is the process.
  process.kill(Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL');
  expect(await run.ended).toBe(1);
  expect(run.said().trim().split('\n').at(-1)).toMatch(
    /^The database was lost while the demo started(?: \(PostgreSQL says: [^()]+\))?: start it again with "npm start"\.$/,
  );
  expect(run.said()).not.toContain('    at ');
});

test.runIf(process.getuid?.() === 0)('starts for an ordinary user too', PATIENT, async () => {
  mkdirSync(join(folder, 'home'));
  chownSync(folder, NOBODY, NOBODY);
  const port = await freePort();
  const run = start({ env: { PORT: String(port), HOME: join(folder, 'home') }, uid: NOBODY });
  await ready(run);
  expect(await page(port)).toContain('refectory-settings');
});

test('a port in use is one sentence, before anything is installed or built', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, 'localhost', resolve);
  });
  const { port } = other.address() as AddressInfo;
  // A checkout with nothing to install: whoever tries to ends without this sentence.
  cpSync(dirname(START), join(folder, 'scripts'), { recursive: true });
  const sentence = await refusal(
    start({ script: join(folder, 'scripts', 'start.mjs'), env: { PORT: String(port) } }),
  );
  other.close();
  expect(sentence).toBe(
    whyNotListening(Object.assign(new Error(), { code: 'EADDRINUSE' }), { port, host: 'localhost' }),
  );
});

test.each([
  [
    'a Node that is too old',
    { before: "Object.defineProperty(process.versions,'node',{value:'18.20.4'})" },
    /Node 20\.19 or newer; this is 18\.20\.4/,
  ],
  [
    'a platform without binaries',
    { before: "Object.defineProperty(process,'platform',{value:'freebsd'})" },
    /DATABASE_URL/,
  ],
  ['a port that is none', { env: { PORT: 'lunch' } }, /PORT has to be a number/],
  ['a moment that is none', { env: { REFECTORY_NOW: 'noon' } }, /REFECTORY_NOW has to be a moment/],
  [
    'a configuration that is not there',
    { env: { REFECTORY_SETTINGS: '/nowhere/portal.json' } },
    /^The settings in \/nowhere\/portal\.json cannot be read/,
  ],
  ['an option that does not exist', { args: ['--resett'] }, /--reset/],
  [
    'a database that does not answer',
    { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' } },
    /DATABASE_URL cannot be reached/,
  ],
])('%s is one sentence', async (_, options: Parameters<typeof start>[0], sentence) => {
  const port = await freePort();
  expect(await refusal(start({ ...options, env: { PORT: String(port), ...options?.env } }))).toMatch(
    sentence,
  );
});

test('a damaged data folder is one sentence that names it, and nothing in it is lost', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'holiday.txt'), 'mine');
  const port = await freePort();
  const sentence = await refusal(start({ env: { PORT: String(port) } }));
  expect(sentence).toContain(data);
  expect(readdirSync(data)).toEqual(['holiday.txt']);
});
