import type { Instant } from '@refectory/domain/day';
import { desc, eq } from 'drizzle-orm';

import type { Database } from './database.ts';
import { comment, customer } from './schema.ts';

/** What a customer wrote to the canteen. */
export type Comment = { readonly userName: string; readonly text: string; readonly sentAt: Instant };

/** The comments that were sent last, the newest first. */
export function latestComments({ orm }: Database, atMost: number): Promise<Comment[]> {
  return orm
    .select({ userName: customer.userName, text: comment.text, sentAt: comment.sentAt })
    .from(comment)
    .innerJoin(customer, eq(customer.id, comment.customerId))
    .orderBy(desc(comment.id))
    .limit(atMost);
}
