import type { Database } from '@refectory/database/database';

/** Settings of PostgreSQL without which an acknowledged order can be lost in a crash. */
const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Which of the settings that keep acknowledged orders safe are off in a database. */
export async function missingDurability({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    [NEEDED],
  );
  return rows.map(({ name }) => name);
}
