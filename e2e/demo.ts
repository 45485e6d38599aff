import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeTestFolder } from '@refectory/embedded-postgres/testing/test-folder';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The moment at which the clock of each worker's demo begins: a Tuesday morning, before all limits of the day. */
export const BEGIN = '2026-11-24T07:30:00+01:00';

/** The variable that names the data folder of the filled demo to the workers. */
export const FILLED_DEMO = 'REFECTORY_FILLED_DEMO';

/** The filled demo is this much older than `BEGIN`, so that a copy holds nothing from the future of its clock. */
const FILL_MS = 600_000;

/** A running demo. */
export type Demo = {
  readonly address: string;
  readonly dataDir: string;
  /** The moment it is in the demo. */
  readonly now: () => Date;
  readonly stop: () => Promise<void>;
};

/** Starts the built demo on a free port with a folder of its own; its clock begins at a moment. */
export async function startDemo(begin: string): Promise<Demo> {
  return startIn(await makeTestFolder(), begin);
}

/** Starts the built demo on a copy of the demo that the global setup filled. */
export async function startFilledDemo(): Promise<Demo> {
  const folder = await makeTestFolder();
  // The copy keeps the owner and the permissions: as root, PostgreSQL runs under another account.
  execFileSync('cp', ['-a', process.env[FILLED_DEMO] ?? '', dataIn(folder)]);
  return startIn(folder, BEGIN);
}

/** Starts a demo once, stops it, and returns its data folder. */
export async function fillDemo(begin: string): Promise<{ dataDir: string; remove: () => void }> {
  const folder = await makeTestFolder();
  const demo = await launch(folder, new Date(Date.parse(begin) - FILL_MS).toISOString());
  await demo.end();
  return { dataDir: demo.dataDir, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const dataIn = (folder: string) => join(folder, 'data');

/** Starts a demo whose stop removes its folder. */
async function startIn(folder: string, begin: string): Promise<Demo> {
  const { end, ...demo } = await launch(folder, begin);
  return {
    ...demo,
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, begin: string) {
  const port = await freePort();
  const aheadMs = Date.parse(begin) - Date.now();
  const dataDir = dataIn(folder);
  const demo = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      REFECTORY_DATA: dataDir,
      REFECTORY_NOW: begin,
      REFECTORY_SETTINGS: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Refectory is ready')) resolve();
    };
    demo.stdout.on('data', hear);
    demo.stderr.on('data', hear);
    demo.on('exit', (code) => reject(new Error(`the demo ended with ${code}: ${said}`)));
  });
  return {
    address: `http://localhost:${port}`,
    dataDir,
    now: () => new Date(Date.now() + aheadMs),
    end: async () => {
      const ended = new Promise((resolve) => demo.removeAllListeners('exit').on('exit', resolve));
      demo.kill('SIGTERM');
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
