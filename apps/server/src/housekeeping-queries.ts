import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';

/** The SQL of what is cleared away. Rows that another process is at are passed over, so that none waits for another. */
export function housekeepingQueries({ pool }: Database) {
  return {
    /** Removes some sessions that had ended by a moment; answers how many. */
    async removeSessions(endedBy: Instant, atMost: number): Promise<number> {
      const { rowCount } = await pool.query({
        name: 'housekeeping-sessions',
        text: `delete from session where ctid = any(array(
                 select ctid from session where expires_at <= $1 limit $2 for update skip locked))`,
        values: [new Date(endedBy), atMost],
      });
      return rowCount ?? 0;
    },

    /** Removes some notes of changes that were made before a moment; answers how many. */
    async removeChanges(madeBefore: Instant, atMost: number): Promise<number> {
      const { rowCount } = await pool.query({
        name: 'housekeeping-changes',
        text: `delete from change_made where ctid = any(array(
                 select ctid from change_made where made_at < $1 limit $2 for update skip locked))`,
        values: [new Date(madeBefore), atMost],
      });
      return rowCount ?? 0;
    },

    /** Removes some mailed links that expired by a moment; answers how many. */
    async removeLinks(expiredBy: Instant, atMost: number): Promise<number> {
      const { rowCount } = await pool.query({
        name: 'housekeeping-links',
        text: `delete from mailed_link where ctid = any(array(
                 select ctid from mailed_link where expires_at <= $1 limit $2 for update skip locked))`,
        values: [new Date(expiredBy), atMost],
      });
      return rowCount ?? 0;
    },

    /** Removes some mails that were written before a moment and were sent or given up; answers how many. */
    async removeMails(writtenBefore: Instant, atMost: number): Promise<number> {
      const { rowCount } = await pool.query({
        name: 'housekeeping-mails',
        text: `delete from outbox where ctid = any(array(
                 select ctid from outbox where created_at < $1 and (sent_at is not null or failure is not null)
                  limit $2 for update skip locked))`,
        values: [new Date(writtenBefore), atMost],
      });
      return rowCount ?? 0;
    },

    /** Removes some answers to calls with a key that were given before a moment; answers how many. */
    async removeAnswers(givenBefore: Instant, atMost: number): Promise<number> {
      const { rowCount } = await pool.query({
        name: 'housekeeping-answers',
        text: `delete from idempotency_answer where ctid = any(array(
                 select ctid from idempotency_answer where created_at < $1 limit $2 for update skip locked))`,
        values: [new Date(givenBefore), atMost],
      });
      return rowCount ?? 0;
    },

    /** Removes some answers of customers who have more than so many, the oldest first; answers how many. */
    async removeAnswersBeyond(kept: number, atMost: number): Promise<number> {
      const { rowCount } = await pool.query({
        name: 'housekeeping-answers-beyond',
        text: `delete from idempotency_answer where ctid = any(array(
                 select ctid from idempotency_answer where (customer_id, key) in (
                   select many.customer_id, answer.key
                     from (select customer_id from idempotency_answer group by customer_id having count(*) > $1) many
                     cross join lateral (
                       select key from idempotency_answer
                        where customer_id = many.customer_id order by created_at desc, key offset $1) answer)
                  limit $2 for update skip locked))`,
        values: [kept, atMost],
      });
      return rowCount ?? 0;
    },
  };
}
