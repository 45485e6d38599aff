import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeTestFolder } from '@refectory/embedded-postgres/testing/test-folder';

const root = fileURLToPath(new URL('..', import.meta.url));

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
  const port = await freePort();
  const folder = await makeTestFolder();
  const dataDir = join(folder, 'data');
  const aheadMs = Date.parse(begin) - Date.now();
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
    stop: async () => {
      const ended = new Promise((resolve) => demo.removeAllListeners('exit').on('exit', resolve));
      demo.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
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
