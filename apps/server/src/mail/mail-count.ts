import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import type { SentKind } from './mail-kinds.ts';

/** The most mails of some kinds that one address gets in an hour; a caller who asks for more is not told. */
const MOST_IN_AN_HOUR = 3;
const HOUR_MS = 60 * 60_000;

/** Whether an address may get another mail of some kinds; concurrent callers wait for each other. */
export async function mayGetMail(
  transaction: Transaction,
  recipient: string,
  kinds: readonly SentKind[],
  now: Instant,
): Promise<boolean> {
  await transaction.query('select pg_advisory_xact_lock(7302, hashtext(lower($1)))', [recipient]);
  const { rows } = await transaction.query<{ sent: number }>(
    `select count(*)::int as sent from outbox
      where lower(recipient) = lower($1) and created_at > $2 and kind = any($3)`,
    [recipient, new Date(now - HOUR_MS), kinds],
  );
  return (rows[0]?.sent ?? 0) < MOST_IN_AN_HOUR;
}
