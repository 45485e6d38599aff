import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { clockReads } from './clock-reads.ts';

// The clock is an argument: nothing in packages may ask the machine what time it is. Measuring how
// long something takes, by `performance.now`, is no question for the time.

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
