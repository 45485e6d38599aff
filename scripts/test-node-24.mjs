// npm run test:node-24: runs rules, api and processes on the current LTS of Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { findNode24, ON_NODE_24 } from './node-24.mjs';
import { refuse, root } from './prepare.mjs';

const node = findNode24() ?? refuse('npm has this Node for Linux on x64 only.');
const projects = ON_NODE_24.flatMap((project) => ['--project', project]);
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(node, [vitest, 'run', ...projects], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
