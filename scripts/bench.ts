import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// Every figure of docs/benchmarks.md that needs no fresh clone, one after the other: orders and menus over HTTP, which
// get the options, then the import of a menu and the demo's history. Needs a build.

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
