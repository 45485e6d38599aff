import type { Database } from '@refectory/database/database';

import { hasDemoAccounts } from './demo-account-queries.ts';
import { missingDurability } from './durability-queries.ts';

/** The environment a start reads. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a start was told, checked. */
export type StartSettings = {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly port: number;
  readonly host: string;
  readonly settingsFile: string | undefined;
};

/** A start that is refused; the message is one sentence for whoever started it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

function webAddress(text: string): string | undefined {
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).origin : undefined;
}

/** What the environment says, or the first reason not to start with it. */
export function startSettings(environment: Environment): StartSettings {
  const { DATABASE_URL, PUBLIC_URL, PORT = '4300', HOST = '127.0.0.1' } = environment;
  if (!DATABASE_URL)
    throw new StartRefusal('DATABASE_URL is missing: it names the PostgreSQL server to use.');
  if (!PUBLIC_URL)
    throw new StartRefusal('PUBLIC_URL is missing: it is the address people reach this server at.');
  const publicUrl = webAddress(PUBLIC_URL);
  if (publicUrl === undefined)
    throw new StartRefusal(`PUBLIC_URL has to be an http or https address, not "${PUBLIC_URL}".`);
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535)
    throw new StartRefusal(`PORT has to be a number up to 65535, not "${PORT}".`);
  if (environment['NODE_ENV'] === 'production' && environment['REFECTORY_NOW'] !== undefined)
    throw new StartRefusal('REFECTORY_NOW shifts the clock for trying things out: production refuses it.');
  return {
    databaseUrl: DATABASE_URL,
    publicUrl,
    port: Number(PORT),
    host: HOST,
    settingsFile: environment['REFECTORY_SETTINGS'],
  };
}

/** Throws when a database may lose what it has acknowledged. */
export async function refuseForgetfulDatabase(database: Database): Promise<void> {
  const missing = await missingDurability(database);
  if (missing.length > 0)
    throw new StartRefusal(
      `The database has ${missing.join(' and ')} off, so a crash could lose orders that were confirmed: switch it on.`,
    );
}

/** Throws when a database has the accounts of the demo, whose password everybody knows. */
export async function refuseDemoAccounts(database: Database): Promise<void> {
  if (await hasDemoAccounts(database))
    throw new StartRefusal(
      'The database has the accounts of the demo, whose password everybody knows: production needs one without.',
    );
}
