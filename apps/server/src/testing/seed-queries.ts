import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';

/** Offers an order to others from a moment on. */
export async function offerOrder({ pool }: Database, orderId: number, at: Instant): Promise<void> {
  await pool.query('update orders set offered_at = $2 where id = $1', [orderId, new Date(at)]);
}

/** Has an order's meal collected at a moment. */
export async function collectOrder({ pool }: Database, orderId: number, at: Instant): Promise<void> {
  await pool.query('update orders set collected_at = $2 where id = $1', [orderId, new Date(at)]);
}

/** Ends every session of a customer. */
export async function endSessions({ pool }: Database, customerId: number): Promise<void> {
  await pool.query('delete from session where customer_id = $1', [customerId]);
}
