import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';

import { StartRefusal } from '@refectory/contract/environment';

import { runCommandLine } from './command-line.ts';
import { startClock } from './start-clock.ts';
import { refuseShiftedClock } from './start-settings.ts';

/** The embedded cluster of this checkout, from `src` and from a build in `dist` beside it. */
const dataDir = process.env['REFECTORY_DATA'] ?? fileURLToPath(new URL('../../../data', import.meta.url));

/** The user of the operating system, or their number where it has no name. */
function whoRuns(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

try {
  refuseShiftedClock(process.env);
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    place: { url: process.env['DATABASE_URL'] || undefined, dataDir },
    now: startClock(process.env['REFECTORY_NOW']),
    userName: whoRuns(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
