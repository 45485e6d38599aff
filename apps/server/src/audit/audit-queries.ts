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
