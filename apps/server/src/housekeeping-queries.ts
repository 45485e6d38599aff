import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';

/** Rows that go by their age: the table, and which of its rows are old at the moment `$1`. */
const AGED = {
  session: 'expires_at <= $1',
  change_made: 'made_at < $1',
  mailed_link: 'expires_at <= $1',
  used_link: 'used_at < $1',
  card_token: 'expires_at <= $1',
  outbox: 'created_at < $1',
  idempotency_answer: 'created_at < $1',
} as const;

/** A table whose rows go by their age. */
export type AgedTable = keyof typeof AGED;

/** The SQL of what is cleared away. Rows that another process is at are passed over, so that none waits for another. */
export function housekeepingQueries({ pool }: Database) {
  /** Removes the rows that a query finds by their places in a table; answers how many. */
  async function remove(table: AgedTable, name: string, places: string, values: unknown[]): Promise<number> {
    const { rowCount } = await pool.query({
      name: `housekeeping-${name}`,
      text: `delete from ${table} where ctid = any(array(${places} limit $2 for update skip locked))`,
      values,
    });
    return rowCount ?? 0;
  }

  return {
    /** Removes some rows that are old at a moment; answers how many. */
    removeOld: (table: AgedTable, moment: Instant, atMost: number): Promise<number> =>
      remove(table, table, `select ctid from ${table} where ${AGED[table]}`, [new Date(moment), atMost]),

    /** Removes some answers of customers who have more than so many, the oldest first; answers how many. */
    removeAnswersBeyond: (kept: number, atMost: number): Promise<number> =>
      remove(
        'idempotency_answer',
        'answers-beyond',
        `select ctid from idempotency_answer where (customer_id, key) in (
           select many.customer_id, answer.key
             from (select customer_id from idempotency_answer group by customer_id having count(*) > $1) many
             cross join lateral (
               select key from idempotency_answer
                where customer_id = many.customer_id order by created_at desc, key offset $1) answer)`,
        [kept, atMost],
      ),
  };
}
