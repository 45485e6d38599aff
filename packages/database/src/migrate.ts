import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { PoolClient } from 'pg';

import type { Database } from './database.ts';
import { inTurn } from './in-turn.ts';

/** A database that cannot be brought up to date; the message is one sentence. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Brings the database to the newest schema; answers the names of the migrations it applied. */
export function migrate(database: Database, folder = migrationsFolder()): Promise<string[]> {
  return inTurn(database, 'migrate', (client) => applyNew(client, folder));
}

/** A production build has the files beside its one file, the source beside its folder. */
function migrationsFolder(): string {
  const beside = fileURLToPath(new URL('./migrations/', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../migrations/', import.meta.url));
}

async function applyNew(client: PoolClient, folder: string): Promise<string[]> {
  await client.query(
    `create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration',
  );
  const checksums = new Map(rows.map(({ name, checksum }) => [name, checksum]));

  const applied: string[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    const sql = await readFile(join(folder, name), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    const known = checksums.get(name);
    if (known === checksum) continue;
    if (known !== undefined) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied to this database: write a new one.`,
      );
    }
    await applyOne(client, { name, sql, checksum });
    applied.push(name);
  }
  return applied;
}

async function applyOne(
  client: PoolClient,
  { name, sql, checksum }: { name: string; sql: string; checksum: string },
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${name} failed and left nothing behind: ${reason}.`, {
      cause: error,
    });
  }
}
