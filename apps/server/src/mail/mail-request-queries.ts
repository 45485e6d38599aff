import type { Database } from '@refectory/database/database';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import { makeLink } from '../links/mailed-link-queries.ts';
import { isResetBy } from '../email/email-queries.ts';
import { mayGetMail } from './mail-count.ts';
import type { MailContent, SentKind } from './mail-kinds.ts';
import { queueMail, type OutboxRow } from './outbox-queries.ts';

/** The mails with a link that anybody can have sent to an address, counted together. */
const LINK_KINDS = [
  'registration',
  'registration-known',
  'registration-name-taken',
  'password-reset',
] as const satisfies readonly SentKind[];
/** Customers who share an address and get a link each. */
const MOST_SHARING = 5;

/** By which address, in which language and when something was asked for. */
type Asked = { readonly recipient: string; readonly language: OutboxRow['language']; readonly now: Instant };

/**
 * The SQL of what was asked for. Whether an address is known is looked up here, after the call was answered, so that
 * neither the answer nor its time tells.
 */
export function mailRequestQueries(database: Database) {
  async function writeRegistration(
    transaction: Transaction,
    { form, origin }: MailContent['registration-asked'],
    { recipient, language, now }: Asked,
  ): Promise<void> {
    const common = { recipient, now, ...(language && { language }) };
    const userName = form.userName || recipient;
    const { rows } = await transaction.query<{ hasAddress: boolean }>(
      `select ${isResetBy('$1', '$3')} is true as "hasAddress" from customer
        where ${isResetBy('$1', '$3')} or lower(user_name) = lower($2) order by 1 desc limit 1`,
      [recipient, userName, new Date(now)],
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
      const { token, until } = await makeLink(transaction, owner, now);
      const content = { link: `${origin}/registration/${token}`, until };
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
      `select id, user_name as "userName", case when recovery_until > $2 then recovery_email else email end as email,
           additional_data @> '[{"variableId": "language"}]' as "hasLanguage"
         from customer where ${isResetBy('$1', '$2')} and active order by id limit $3`,
      [recipient, new Date(now), MOST_SHARING],
    );
    for (const { id: customerId, userName, email, hasLanguage } of rows) {
      const owner = { purpose: 'password-reset', customerId, recipient: email } as const;
      const { token, until } = await makeLink(transaction, owner, now);
      await queueMail(transaction, {
        kind: 'password-reset',
        content: { userName, link: `${origin}/password-reset/${token}`, until },
        customerId,
        // To the address of the account, as it is written there.
        recipient: email,
        // The customer's own language, else that of the call.
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
        if (!(await mayGetMail(transaction, row.recipient, LINK_KINDS, now))) return;
        const mail = { recipient: row.recipient, language: row.language, now };
        // The content of a kind is what was queued for it.
        if (row.kind === 'registration-asked')
          await writeRegistration(transaction, row.content as MailContent['registration-asked'], mail);
        else await writeReset(transaction, row.content as MailContent['password-reset-asked'], mail);
      }),
  };
}
