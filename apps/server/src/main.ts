import { MigrationError } from '@refectory/database/migrate';

import { isDatabaseOutage } from './http/database-outage.ts';
import { StartRefusal } from './start-settings.ts';
import { startServer } from './start-server.ts';

try {
  const server = await startServer(process.env);
  process.once('SIGTERM', () => void server.stop());
  process.once('SIGINT', () => void server.stop());
} catch (error) {
  if (error instanceof StartRefusal || error instanceof MigrationError) console.error(error.message);
  else if (isDatabaseOutage(error)) console.error(`The database cannot be reached: ${String(error)}.`);
  else throw error;
  process.exitCode = 1;
}
