import type { Database } from './database.ts';

/**
 * What a database signs with, which never changes: the sessions of guests, the answers to questions, the cookies of known
 * devices, and what is stored of card numbers.
 */
export async function signingKey({
  pool,
}: {
  readonly pool: Pick<Database['pool'], 'query'>;
}): Promise<Buffer> {
  const { rows } = await pool.query<{ key: Buffer }>('select key from signing_key');
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no signing key');
  return row.key;
}
