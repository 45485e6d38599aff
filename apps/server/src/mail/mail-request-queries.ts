import type { Database } from '@refectory/database/database';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import { makeLink } from '../links/mailed-link-queries.ts';
import type { MailContent } from './mail-kinds.ts';
import { queueMail, type OutboxRow } from './outbox-queries.ts';

/** Mails with a link that one address gets in an hour; whoever asks for more is not told that none comes. */
const MOST_IN_AN_HOUR = 3;
/** Customers who share an address and get a link each. */
const MOST_SHARING = 5;
const HOUR_MS = 60 * 60_000;

/** By which address, in which language and when something was asked for. */
type Asked = { readonly recipient: string; readonly language: OutboxRow['language']; readonly now: Instant };

/**
 * The SQL of what was asked for. Whether an address is known is looked up here, after the call was answered, so that
 * neither the answer nor its time tells.
 */
export function mailRequestQueries(database: Database) {
  /** Whether an address may get another mail with a link; whoever asks at the same time waits for the answer. */
  async function mayGetMail(transaction: Transaction, recipient: string, now: Instant): Promise<boolean> {
    await transaction.query('select pg_advisory_xact_lock(7302, hashtext(lower($1)))', [recipient]);
    const { rows } = await transaction.query<{ sent: number }>(
      `select count(*)::int as sent from outbox
        where lower(recipient) = lower($1) and created_at > $2
          and kind in ('registration', 'registration-known', 'registration-name-taken', 'password-reset')`,
      [recipient, new Date(now - HOUR_MS)],
    );
    return (rows[0]?.sent ?? 0) < MOST_IN_AN_HOUR;
  }

  async function writeRegistration(
    transaction: Transaction,
    { form, origin }: MailContent['registration-asked'],
    { recipient, language, now }: Asked,
  ): Promise<void> {
    const common = { recipient, now, ...(language && { language }) };
    const userName = form.userName || recipient;
    const { rows } = await transaction.query<{ hasAddress: boolean }>(
      `select lower(email) is not distinct from lower($1) or lower(user_name) = lower($1) as "hasAddress" from customer
        where lower(email) = lower($1) or lower(user_name) in (lower($1), lower($2)) order by 1 desc limit 1`,
      [recipient, userName],
    );
    const [known] = rows;
    if (known?.hasAddress) {
      const content = { link: `${origin}/forgotten-password` };
      await queueMail(transaction, { kind: 'registration-known', content, ...common });
    } else if (known) {
      const content = { userName, link: `${origin}/registration` };
      await queueMail(transaction, { kind: 'registration-name-taken', content, ...common });
    } else {
      const owner = { purpose: 'registration', form: { ...form, email: recipient } } as const;
      const token = await makeLink(transaction, owner, now);
      const content = { link: `${origin}/registration/${token}` };
      await queueMail(transaction, { kind: 'registration', content, ...common });
    }
  }

  async function writeReset(
    transaction: Transaction,
    { origin }: MailContent['password-reset-asked'],
    { recipient, language, now }: Asked,
  ): Promise<void> {
    const { rows } = await transaction.query<{
      id: number;
      userName: string;
      email: string;
      hasLanguage: boolean;
    }>(
      `select id, user_name as "userName", email, additional_data @> '[{"variableId": "language"}]' as "hasLanguage"
         from customer where lower(email) = lower($1) and active order by id limit $2`,
      [recipient, MOST_SHARING],
    );
    for (const { id: customerId, userName, email, hasLanguage } of rows) {
      const token = await makeLink(transaction, { purpose: 'password-reset', customerId }, now);
      await queueMail(transaction, {
        kind: 'password-reset',
        content: { userName, link: `${origin}/password-reset/${token}` },
        customerId,
        // To the address of the account, as it is written there.
        recipient: email,
        // The customer's own language, else that of whoever asked.
        ...(!hasLanguage && language && { language }),
        now,
      });
    }
  }

  return {
    /** Decides what becomes of what was asked for, and writes the mail; it is gone from the outbox then. */
    answer: (row: OutboxRow, now: Instant): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const { rowCount } = await transaction.query('delete from outbox where id = $1', [row.id]);
        // Another process was faster.
        if (rowCount === 0 || row.recipient === null) return;
        if (!(await mayGetMail(transaction, row.recipient, now))) return;
        const mail = { recipient: row.recipient, language: row.language, now };
        // The content of a kind is what was queued for it.
        if (row.kind === 'registration-asked')
          await writeRegistration(transaction, row.content as MailContent['registration-asked'], mail);
        else await writeReset(transaction, row.content as MailContent['password-reset-asked'], mail);
      }),
  };
}
