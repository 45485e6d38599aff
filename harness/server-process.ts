import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { DatabaseConnection } from '@refectory/database/database-connection';
import { factoryNow } from '@refectory/database/factories';

const MAIN = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));
const SETTINGS = fileURLToPath(new URL('../apps/demo/settings/canteen.json', import.meta.url));
const START_LIMIT_MS = 30_000;

/** A built server in a process of its own, which can be killed and restarted at the same address. */
export type ServerProcess = {
  readonly port: number;
  /** Kills it (SIGKILL) and starts it again, repeatedly while the database is down. */
  readonly killAndRestart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  const since = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}: is it built?`);
    try {
      await fetch(`http://127.0.0.1:${port}/api/`);
      return;
    } catch (error) {
      if (performance.now() - since > START_LIMIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Starts a server on a database. Its clock starts at a time at which the dishes of the factories can be ordered. */
export async function startServerProcess({
  host,
  port: databasePort,
  user,
  database,
}: DatabaseConnection): Promise<ServerProcess> {
  const port = await freePort();
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${databasePort}`;
  const start = async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        ...process.env,
        // Development mode allows a shifted clock, and a database without durability in short runs.
        NODE_ENV: 'development',
        DATABASE_URL: url,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        PORT: String(port),
        HOST: '127.0.0.1',
        REFECTORY_SETTINGS: SETTINGS,
        REFECTORY_NOW: new Date(factoryNow).toISOString(),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await answers(port, child);
    return child;
  };
  let child = await start();
  const restart = async () => {
    const since = performance.now();
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (performance.now() - since > START_LIMIT_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    port,
    killAndRestart: async () => {
      await end('SIGKILL');
      child = await restart();
    },
    stop: () => end('SIGTERM'),
  };
}
