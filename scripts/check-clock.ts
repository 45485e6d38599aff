import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { clockReads } from './clock-reads.ts';

// The clock is an argument: no code in packages may read the time of the machine. `performance.now` is allowed, since it
// only measures how long something takes.

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'packages'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file) && existsSync(file));

for (const file of files) {
  for (const place of clockReads(file, readFileSync(file, 'utf8'))) {
    process.stdout.write(`${file}:${place} asks the machine for the time\n`);
    process.exitCode = 1;
  }
}
