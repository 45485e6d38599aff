import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// Measures, one after the other, the oldest figures of docs/benchmarks.md: orders and menus over HTTP, the import of a
// menu, and the demo's history. The others have programs of their own. The options go to the first. Needs a build.

const root = join(import.meta.dirname, '..');

for (const [program = '', ...options] of [
  ['harness/bench.ts', ...process.argv.slice(2)],
  ['scripts/bench-import.ts'],
  ['scripts/bench-history.ts'],
]) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, program), ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
