import { hash } from 'node:crypto';

import type { Instant } from '@refectory/domain/day';

import type { Database } from './database.ts';
import { randomText } from './random-text.ts';

/** A kiosk, and until when it was one. */
export type Terminal = {
  readonly id: number;
  readonly name: string;
  readonly addedAt: Instant;
  readonly removedAt: Instant | null;
};

/** What is stored of a credential, so that whoever reads the table cannot use it. */
const hashOf = (credential: string) => hash('sha256', credential, 'buffer');

/** Adds a kiosk; answers its credential, 256 random bits that are not kept, or nothing where the name is taken. */
export async function addTerminal(
  { pool }: Database,
  name: string,
  now: Instant,
): Promise<string | undefined> {
  const credential = randomText(32);
  const { rowCount } = await pool.query(
    `insert into terminal (name, credential_hash, added_at) values ($1, $2, $3) on conflict do nothing`,
    [name, hashOf(credential), new Date(now)],
  );
  return rowCount === 1 ? credential : undefined;
}

/** Removes a kiosk, whose credential is worth nothing from then on; answers false where there is none of the name. */
export async function removeTerminal({ pool }: Database, name: string, now: Instant): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update terminal set removed_at = $2 where lower(name) = lower($1) and removed_at is null',
    [name, new Date(now)],
  );
  return rowCount === 1;
}

/** All kiosks, removed ones too, in the order they were added. */
export async function listTerminals({ pool }: Database): Promise<Terminal[]> {
  const { rows } = await pool.query<Terminal>(
    'select id, name, added_at as "addedAt", removed_at as "removedAt" from terminal order by id',
  );
  return rows;
}

/**
 * Where a card is read: a kiosk by its credential, or anywhere as long as no kiosk was ever added. Nothing where cards are
 * not accepted.
 */
export async function terminalOf(
  { pool }: Database,
  credential: string | undefined,
): Promise<{ readonly id: number | undefined } | undefined> {
  const { rows } = await pool.query<{ id: number | null; hasTerminals: boolean }>({
    name: 'terminal-of',
    text: `select exists (select from terminal) as "hasTerminals",
             (select id from terminal where credential_hash = $1 and removed_at is null) as id`,
    values: [hashOf(credential ?? '')],
  });
  const { id, hasTerminals } = rows[0] ?? { id: null, hasTerminals: true };
  if (id !== null) return { id };
  return hasTerminals ? undefined : { id: undefined };
}
