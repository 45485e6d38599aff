import type { Database } from '@refectory/database/database';
import type { IdempotencyKey } from '@refectory/database/order-functions';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

/** What is known of a key: nothing, that its change was made, or that it was used for another one. */
export type KeyVerdict = 'new' | 'made' | 'reused';

/** The SQL of changes that are made once for each key. */
export function changeOnceQueries(database: Database) {
  async function find(
    caller: string,
    { key, requestHash }: IdempotencyKey,
    queries: Transaction = database.pool,
  ): Promise<KeyVerdict> {
    const { rows } = await queries.query<{ isSame: boolean }>({
      name: 'change-once-find',
      text: 'select request_hash = $3 as "isSame" from change_made where caller = $1 and key = $2',
      values: [caller, key, requestHash],
    });
    const [made] = rows;
    if (made === undefined) return 'new';
    return made.isSame ? 'made' : 'reused';
  }

  return {
    /** What is known of a caller's key. */
    find: (caller: string, idempotency: IdempotencyKey) => find(caller, idempotency),

    /** Makes a change together with the note that it was made, unless its key is known; answers what was known before. */
    make: (
      caller: string,
      { key, requestHash }: IdempotencyKey,
      now: Instant,
      change: (transaction: Transaction) => Promise<void>,
    ): Promise<KeyVerdict> =>
      inTransaction(database, async (transaction) => {
        const { rowCount } = await transaction.query({
          name: 'change-once-make',
          text: `insert into change_made (caller, key, request_hash, made_at) values ($1, $2, $3, $4)
                 on conflict do nothing`,
          values: [caller, key, requestHash, new Date(now)],
        });
        // Another process made it meanwhile.
        if (rowCount === 0) return find(caller, { key, requestHash }, transaction);
        await change(transaction);
        return 'new';
      }),
  };
}
