import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Demo } from './demo.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command on a demo's database, as a canteen's manager does, at the moment it is in the demo. */
export function refectory({ dataDir, now }: Demo, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'apps/server/bin/refectory.js'), ...args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      REFECTORY_DATA: dataDir,
      REFECTORY_NOW: now().toISOString(),
    },
  });
}

/** Runs a command that has to succeed; gives what it prints. */
export function manage(demo: Demo, ...args: string[]): string {
  const { status, stdout, stderr } = refectory(demo, ...args);
  if (status !== 0 || stderr !== '') throw new Error(`refectory ${args.join(' ')}: ${status}, ${stderr}`);
  return stdout;
}
