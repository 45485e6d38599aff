import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The demo's clock begins on a Tuesday morning, before every limit of the day. */
const NOW = '2026-11-24T07:30:00+01:00';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starts the built demo on a free port with a folder of its own; the answer stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'refectory-e2e-'));
  // Reachable for the user PostgreSQL runs as; otherwise the cluster would move elsewhere.
  chmodSync(dataDir, 0o755);
  const demo = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), REFECTORY_DATA: join(dataDir, 'data'), REFECTORY_NOW: NOW },
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
  process.env['E2E_ADDRESS'] = `http://localhost:${port}`;
  process.env['E2E_DATA'] = join(dataDir, 'data');
  return async () => {
    const ended = new Promise((resolve) => demo.removeAllListeners('exit').on('exit', resolve));
    demo.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
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
