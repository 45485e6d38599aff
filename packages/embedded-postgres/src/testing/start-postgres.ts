import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { EmbeddedPostgresError } from '../embedded-postgres-error.ts';

/**
 * A program of its own for the launcher's tests: starts PostgreSQL on the folder it is given, says how
 * that went as lines of JSON, and ends when its input does, by itself and without a stop.
 */
const [dataDir = '', source] = process.argv.slice(2);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const started = await startEmbeddedPostgres({
    dataDir,
    log: (message) => say({ log: message }),
    ...(source === 'package' || source === 'system' ? { source } : {}),
  });
  say({ connection: started.connection, dataDir: started.dataDir });
  process.stdin.resume().once('end', () => process.exit());
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  say({ code: error.code, message: error.message });
}
