import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import { LANGUAGE_ENTRY } from '@refectory/domain/customer';
import type { Instant } from '@refectory/domain/day';

import { emailQueries, isAddressOf, isResetBy, recoveryAddress } from '../email/email-queries.ts';
import { lockLink, makeLink, renewLink } from '../links/mailed-link-queries.ts';
import { EMAIL_KINDS, mayGetMail, MOST_EMAIL_LINKS, MOST_MAILS } from './mail-count.ts';
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
const HAS_LANGUAGE = `(language is not null or additional_data @> '[{"variableId": "${LANGUAGE_ENTRY}"}]') as "hasLanguage"`;

/** By which address, in which language and when something was asked for. */
type Asked = { readonly recipient: string; readonly language: OutboxRow['language']; readonly now: Instant };

/**
 * The SQL of what was asked for. Whether an address is known is looked up here, after the call was answered, so that
 * neither the answer nor its time tells.
 */
export function mailRequestQueries(services: { readonly database: Database; readonly settings: Settings }) {
  const { database, settings } = services;

  /** Where the password of the account with an address is set anew, if that is possible. */
  async function recoveryLink(
    transaction: Transaction,
    applicationUrl: string,
    { recipient, now }: Asked,
  ): Promise<string | undefined> {
    const canReset =
      settings.allowPasswordRecovery && (await emailQueries.canReset(transaction, recipient, now));
    return canReset ? `${applicationUrl}/forgotten-password` : undefined;
  }

  async function writeRegistration(
    transaction: Transaction,
    { form, applicationUrl }: MailContent['registration-asked'],
    asked: Asked,
  ): Promise<void> {
    const { recipient, language, now } = asked;
    const common = { recipient, now, ...(language && { language }) };
    const userName = form.userName || recipient;
    const { rows } = await transaction.query<{ hasAddress: boolean }>(
      `select ${isAddressOf('$1', '$3')} is true as "hasAddress" from customer
        where ${isAddressOf('$1', '$3')} or lower(user_name) = lower($2) order by 1 desc limit 1`,
      [recipient, userName, new Date(now)],
    );
    const [known] = rows;
    if (known?.hasAddress) {
      const content = { link: await recoveryLink(transaction, applicationUrl, asked) };
      await queueMail(transaction, { kind: 'registration-known', content, ...common });
    } else if (known) {
      const content = { userName, link: `${applicationUrl}/registration` };
      await queueMail(transaction, { kind: 'registration-name-taken', content, ...common });
    } else {
      const owner = { purpose: 'registration', form: { ...form, email: recipient } } as const;
      const { token, until } = await makeLink(transaction, owner, now);
      const content = { link: `${applicationUrl}/registration/${token}`, until, userName };
      await queueMail(transaction, { kind: 'registration', content, ...common });
    }
  }

  async function writeReset(
    transaction: Transaction,
    { applicationUrl }: MailContent['password-reset-asked'],
    { recipient, language, now }: Asked,
  ): Promise<void> {
    const { rows } = await transaction.query<{
      id: number;
      userName: string;
      email: string;
      hasLanguage: boolean;
    }>(
      `select id, user_name as "userName", ${recoveryAddress('$2')} as email, ${HAS_LANGUAGE}
         from customer where ${isResetBy('$1', '$2')} and active order by id limit $3`,
      [recipient, new Date(now), MOST_SHARING],
    );
    for (const { id: customerId, userName, email, hasLanguage } of rows) {
      const owner = { purpose: 'password-reset', customerId, recipient: email } as const;
      const { token, until } = await makeLink(transaction, owner, now);
      await queueMail(transaction, {
        kind: 'password-reset',
        content: { userName, link: `${applicationUrl}/password-reset/${token}`, until },
        customerId,
        // To the address of the account, as it is written there.
        recipient: email,
        // The customer's own language, else that of the call.
        ...(!hasLanguage && language && { language }),
        now,
      });
    }
  }

  async function writeEmailChange(
    transaction: Transaction,
    { customerId, applicationUrl }: MailContent['email-change-asked'],
    asked: Asked,
  ): Promise<void> {
    const { recipient, language, now } = asked;
    const { rows } = await transaction.query<{ hasLanguage: boolean }>(
      `select ${HAS_LANGUAGE} from customer where id = $1 and active`,
      [customerId],
    );
    const [customer] = rows;
    if (customer === undefined) return;
    const owner = { purpose: 'email-change', customerId, recipient } as const;
    const common = {
      customerId,
      recipient,
      // The customer's own language, else that of the call.
      ...(!customer.hasLanguage && language && { language }),
      now,
    };
    // The customer gave it up, or wants yet another one. Asked first: else a mail would tell whether somebody has it.
    if (!(await lockLink(transaction, owner, now))) return;
    if (await emailQueries.isOfAnother(transaction, customerId, recipient, now)) {
      const content = { link: await recoveryLink(transaction, applicationUrl, asked) };
      await queueMail(transaction, { kind: 'email-known', content, ...common });
      return;
    }
    const link = await renewLink(transaction, owner, now);
    if (link === undefined) return;
    const content = { link: `${applicationUrl}/email-change/${link.token}`, until: link.until };
    await queueMail(transaction, { kind: 'email-change', content, ...common });
  }

  return {
    /** Decides what becomes of what was asked for, and writes the mail; it is gone from the outbox then. */
    answer: (row: OutboxRow, now: Instant): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const { rowCount } = await transaction.query('delete from outbox where id = $1', [row.id]);
        // Another process was faster.
        if (rowCount === 0 || row.recipient === null) return;
        const { recipient, language } = row;
        const mail = { recipient, language, now };
        // The content of a kind is what was queued for it.
        if (row.kind === 'email-change-asked') {
          if (await mayGetMail(transaction, { recipient, kinds: EMAIL_KINDS }, MOST_EMAIL_LINKS, now))
            await writeEmailChange(transaction, row.content as MailContent['email-change-asked'], mail);
          return;
        }
        if (!(await mayGetMail(transaction, { recipient, kinds: LINK_KINDS }, MOST_MAILS, now))) return;
        if (row.kind === 'registration-asked')
          await writeRegistration(transaction, row.content as MailContent['registration-asked'], mail);
        else await writeReset(transaction, row.content as MailContent['password-reset-asked'], mail);
      }),
  };
}
