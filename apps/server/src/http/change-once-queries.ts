import type { Database } from '@refectory/database/database';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

/** A change that was made: whose key it was, and what stands for what the call wanted. */
export type MadeChange = {
  readonly caller: string;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly now: Instant;
};

/** The SQL of changes that are made once for each key. */
export function changeOnceQueries(database: Database) {
  async function find(
    caller: string,
    key: string,
    queries: Transaction = database.pool,
  ): Promise<Buffer | undefined> {
    const { rows } = await queries.query<{ requestHash: Buffer }>({
      name: 'change-once-find',
      text: 'select request_hash as "requestHash" from change_made where caller = $1 and key = $2',
      values: [caller, key],
    });
    return rows[0]?.requestHash;
  }

  return {
    /** What stands for the call that a caller's key was used for, if it was. */
    find: (caller: string, key: string) => find(caller, key),

    /**
     * Makes a change together with the note that it was made. Where the key is known, it makes none, and answers what
     * stands for the call it was used for.
     */
    make: (
      { caller, key, requestHash, now }: MadeChange,
      change: (transaction: Transaction) => Promise<void>,
    ): Promise<Buffer | undefined> =>
      inTransaction(database, async (transaction) => {
        const { rowCount } = await transaction.query({
          name: 'change-once-make',
          text: `insert into change_made (caller, key, request_hash, made_at) values ($1, $2, $3, $4)
                 on conflict do nothing`,
          values: [caller, key, requestHash, new Date(now)],
        });
        // Another process made it meanwhile.
        if (rowCount === 0) return find(caller, key, transaction);
        await change(transaction);
        return undefined;
      }),
  };
}
