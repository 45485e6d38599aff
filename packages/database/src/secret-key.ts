import type { Database } from './database.ts';

/**
 * The secret of a database, which never changes: it signs the sessions of guests and the answers to questions, and what is
 * stored of card numbers is made by it.
 */
export async function secretKey({
  pool,
}: {
  readonly pool: Pick<Database['pool'], 'query'>;
}): Promise<Buffer> {
  const { rows } = await pool.query<{ key: Buffer }>('select key from guest_key');
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no secret key');
  return row.key;
}
