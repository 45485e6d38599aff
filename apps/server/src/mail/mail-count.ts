import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import type { TryLimit } from '../http/refuse-try.ts';
import type { MailKind, SentKind } from './mail-kinds.ts';

const HOUR_MS = 60 * 60_000;
/** The mails of some kinds that one address gets, unless told. */
export const MOST_MAILS: TryLimit = { most: 3, withinMs: HOUR_MS };
/**
 * The mails about an address that a customer wants. They are counted apart, so that nobody who is signed in keeps links to
 * register or to reset a password from others.
 */
export const EMAIL_KINDS = ['email-change', 'email-known'] as const satisfies readonly SentKind[];
/** The mails to an address that customers want: more than one of them can cause. */
export const MOST_EMAIL_LINKS: TryLimit = { most: 10, withinMs: HOUR_MS };

/** Mails of some kinds to an address; of one customer alone where they are named. */
type Counted = {
  readonly recipient: string;
  readonly kinds: readonly MailKind[];
  readonly customerId?: number;
};

/** Has whoever else counts the mails to an address wait until the transaction has ended. */
export async function lockMails(transaction: Transaction, recipient: string): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock(7302, hashtext(lower($1)))', [recipient]);
}

/** When the nth of some mails was written, counted back from the newest; nothing where there are fewer. */
export async function timeOfMail(
  transaction: Transaction,
  { recipient, kinds, customerId }: Counted,
  nth: number,
): Promise<Instant | undefined> {
  const { rows } = await transaction.query<{ createdAt: Instant }>(
    `select created_at as "createdAt" from outbox
      where lower(recipient) = lower($1) and kind = any($2) and ($3::bigint is null or customer_id = $3)
      order by created_at desc offset $4 limit 1`,
    [recipient, kinds, customerId ?? null, nth - 1],
  );
  return rows[0]?.createdAt;
}

/** Whether an address may get another mail of some kinds; whoever asked for one is not told. */
export async function mayGetMail(
  transaction: Transaction,
  counted: Counted,
  { most, withinMs }: TryLimit,
  now: Instant,
): Promise<boolean> {
  await lockMails(transaction, counted.recipient);
  const time = await timeOfMail(transaction, counted, most);
  return time === undefined || time + withinMs <= now;
}
