import type { AuditKind } from '@refectory/database/schema';
import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

/** What was done to an account; `details` hold neither passwords nor tokens. */
export type AuditEvent = {
  readonly customerId: number;
  readonly kind: AuditKind;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly now: Instant;
};

/** Records what a customer did to their account, in the transaction that does it. */
export async function recordEvent(
  transaction: Transaction,
  { customerId, kind, details = {}, now }: AuditEvent,
): Promise<void> {
  await transaction.query({
    name: 'audit-record',
    text: `insert into audit_event (customer_id, kind, actor, details, happened_at)
           values ($1, $2, 'customer', $3, $4)`,
    values: [customerId, kind, JSON.stringify(details), new Date(now)],
  });
}

/** When the nth event of a kind happened to a customer, counted back from the newest; nothing where there are fewer. */
export async function timeOfEvent(
  transaction: Transaction,
  { customerId, kind, nth }: Pick<AuditEvent, 'customerId' | 'kind'> & { readonly nth: number },
): Promise<Instant | undefined> {
  const { rows } = await transaction.query<{ happenedAt: Instant }>({
    name: 'audit-time-of-event',
    text: `select happened_at as "happenedAt" from audit_event
            where customer_id = $1 and kind = $2 order by happened_at desc offset $3 limit 1`,
    values: [customerId, kind, nth - 1],
  });
  return rows[0]?.happenedAt;
}
