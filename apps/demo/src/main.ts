import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { StartRefusal } from '@refectory/contract/environment';
import { isDatabaseOutage, wordsOfPostgres } from '@refectory/database/outage';
import { damageIn } from '@refectory/embedded-postgres/damage';
import { EmbeddedPostgresError } from '@refectory/embedded-postgres/embedded-postgres-error';

import { DemoRefusal } from './demo-refusal.ts';
import { runDemo } from './run-demo.ts';

/** Starts the demo as `npm start` does; a refusal is one sentence and exit code 1. */
export async function startDemo(args: readonly string[]): Promise<void> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { reset: { type: 'boolean', default: false } },
    });
    const { env } = process;
    // Listened for once and for all: a signal that comes while one listener takes the place of another
    // is lost. Nothing is to be stopped in order yet, but a database that was started ends with an `exit`.
    let stop = (): void => process.exit(130);
    process.once('SIGINT', () => stop());
    process.once('SIGTERM', () => stop());
    const say = (line: string) => process.stdout.write(`${line}\n`);
    const demo = await runDemo({
      port: portFrom(env['PORT']),
      host: env['HOST'] ?? 'localhost',
      databaseUrl: env['DATABASE_URL'] || undefined,
      dataDir: env['REFECTORY_DATA'] ?? DATA_DIR,
      settingsFile: env['REFECTORY_SETTINGS'] || undefined,
      clock: clockFrom(env['REFECTORY_NOW']),
      reset: values.reset,
      say,
    });
    stop = () => {
      // A connection that does not end does not delay the stop.
      setTimeout(() => process.exit(0), STOP_MS).unref();
      void demo.stop().then(() => process.exit(0));
    };
    // A program that reads that the demo is ready may stop it at once.
    for (const line of demo.greeting) say(line);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
    // Whatever was half started must not keep a refused start alive.
    process.exit();
  }
}

function sentenceOf(error: unknown): string {
  const isRefusal = [DemoRefusal, StartRefusal, EmbeddedPostgresError].some((kind) => error instanceof kind);
  if (isRefusal && error instanceof Error) return error.message;
  const damage = damageIn(error);
  if (damage !== undefined)
    return `The database is damaged (PostgreSQL says: ${damage}): restore it from a backup, or start over with "npm start -- --reset".`;
  if (isDatabaseOutage(error)) {
    const words = wordsOfPostgres(error);
    const said = words === undefined ? '' : ` (PostgreSQL says: ${words})`;
    return `The database was lost while the demo started${said}: start it again with "npm start".`;
  }
  const isUnknownOption =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isUnknownOption) return `${error.message} The only option is --reset.`;
  return `The demo could not be started: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** `data` in the checkout, from `src` and from `dist` alike. */
const DATA_DIR = fileURLToPath(new URL('../../../data', import.meta.url));
const DEFAULT_PORT = 4300;
const STOP_MS = 10_000;

function portFrom(text: string | undefined): number {
  const port = Number(text ?? DEFAULT_PORT);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new DemoRefusal(`PORT has to be a number from 1 to 65535, and is "${text}".`);
}

/** The machine's clock, shifted so that it began at `REFECTORY_NOW` when that is given. */
function clockFrom(text: string | undefined): () => number {
  if (text === undefined) return () => Date.now();
  const begin = Date.parse(text);
  if (Number.isNaN(begin))
    throw new DemoRefusal(
      `REFECTORY_NOW has to be a moment like 2026-11-24T08:00:00+01:00, and is "${text}".`,
    );
  const offset = begin - Date.now();
  return () => Date.now() + offset;
}
