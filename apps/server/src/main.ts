import { constants } from 'node:os';

import { StartRefusal } from '@refectory/contract/environment';
import { MigrationError } from '@refectory/database/migrate';
import { isDatabaseOutage } from '@refectory/database/outage';

import { startServer } from './start-server.ts';

// Listened for from the beginning, since the first process of a container is not sent what it does not listen for, and
// once and for all: a signal that comes while one listener takes the place of another is lost. Until it serves nothing
// is to be stopped in order.
let stop = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
process.once('SIGTERM', (signal) => stop(signal));
process.once('SIGINT', (signal) => stop(signal));

try {
  const server = await startServer(process.env);
  stop = () => void server.stop();
} catch (error) {
  if (error instanceof StartRefusal || error instanceof MigrationError) console.error(error.message);
  else if (isDatabaseOutage(error)) console.error(`The database cannot be reached: ${String(error)}.`);
  else throw error;
  process.exitCode = 1;
}
