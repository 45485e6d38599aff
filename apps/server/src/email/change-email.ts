import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';
import { isSameAddress } from '@refectory/domain/email-address';
import type { Language } from '@refectory/domain/texts';

import { recordEvent, timeOfEvent } from '../audit/audit-queries.ts';
import { refuse } from '../http/refusal.ts';
import { refuseTry, type Tried, type TryLimit } from '../http/refuse-try.ts';
import { makeLink, prolongLink, recipientOfLink } from '../links/mailed-link-queries.ts';
import { EMAIL_KINDS, lockMails, MOST_EMAIL_LINKS, timeOfMail } from '../mail/mail-count.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import { emailQueries as queries } from './email-queries.ts';

const HOUR_MS = 60 * 60_000;
/** Changes of an address that a customer can ask for: each has mail sent. */
const MOST_WANTED: TryLimit = { most: 5, withinMs: 24 * HOUR_MS };
/** Mails that a customer can have sent to an address which may be somebody else's. */
const MOST_OWN_LINKS: TryLimit = { most: 3, withinMs: HOUR_MS };
/** Who wants another address, and where the application is that a mail leads to. */
type Asked = {
  readonly customerId: number;
  readonly applicationUrl: string;
  readonly language: Language;
  readonly now: Instant;
};

/** How often a customer may ask for another address, or none, and the request that the limit counts from. */
async function wantedBefore(transaction: Transaction, customerId: number): Promise<Tried> {
  const nth = await timeOfEvent(transaction, { customerId, kind: 'email-wanted', nth: MOST_WANTED.most });
  return { limit: MOST_WANTED, nth };
}

/**
 * Counts that a customer wants another address, or none. Each customer is counted by themselves, and whoever else has the
 * address makes no difference.
 */
export async function countWanted(transaction: Transaction, customerId: number, now: Instant): Promise<void> {
  refuseTry([await wantedBefore(transaction, customerId)], now);
  await recordEvent(transaction, { customerId, kind: 'email-wanted', now });
}

/**
 * Has a link sent to an address that a customer wants. Whether somebody has the address is looked up when the mail is
 * written: the call does the same for every address. `reserve` keeps the link that is then sent; it comes after the lock of
 * the mails, as where they are written.
 */
async function sendEmailLink(
  transaction: Transaction,
  email: string,
  { customerId, applicationUrl, language, now }: Asked,
  reserve: () => Promise<unknown>,
): Promise<void> {
  await lockMails(transaction, email);
  const counted = { recipient: email, kinds: [...EMAIL_KINDS, 'email-change-asked'] } as const;
  refuseTry(
    [
      await wantedBefore(transaction, customerId),
      {
        limit: MOST_OWN_LINKS,
        nth: await timeOfMail(transaction, { ...counted, customerId }, MOST_OWN_LINKS.most),
      },
      // Nobody waits for a mail that the address would not get.
      { limit: MOST_EMAIL_LINKS, nth: await timeOfMail(transaction, counted, MOST_EMAIL_LINKS.most) },
    ],
    now,
  );
  await recordEvent(transaction, { customerId, kind: 'email-wanted', now });
  await reserve();
  const content = { customerId, applicationUrl };
  await queueMail(transaction, {
    kind: 'email-change-asked',
    content,
    customerId,
    recipient: email,
    language,
    now,
  });
}

/** Keeps the address that a customer wants until they open the link that is mailed to it; the newest one counts. */
export async function wantEmail(transaction: Transaction, email: string, asked: Asked): Promise<void> {
  const { customerId, now } = asked;
  // Nobody is told the token of this link. The mail gets one of its own, where the address is free.
  const owner = { purpose: 'email-change', customerId, recipient: email } as const;
  await sendEmailLink(transaction, email, asked, () => makeLink(transaction, owner, now));
}

/** Has the link to the address that a customer wants sent again; throws where they want none. */
export async function repeatEmailLink(transaction: Transaction, asked: Asked): Promise<void> {
  const link = { purpose: 'email-change', customerId: asked.customerId } as const;
  const wanted = await recipientOfLink(transaction, link, asked.now);
  if (wanted === undefined) throw refuse('noEmailWanted');
  await sendEmailLink(transaction, wanted, asked, () => prolongLink(transaction, link, asked.now));
}

/** Gives a customer another address, or none. A mail to the earlier one says so, and its reader can undo it. */
export async function changeEmail(
  transaction: Transaction,
  changed: {
    readonly customerId: number;
    /** What the customer was called before. */
    readonly userName: string;
    readonly email: string | null;
    readonly applicationUrl: string;
    readonly canReset: boolean;
    readonly now: Instant;
  },
): Promise<void> {
  const { customerId, userName, email, applicationUrl, canReset, now } = changed;
  const recovery = await queries.change(transaction, customerId, email, now);
  await recordEvent(transaction, { customerId, kind: 'email-changed', now });
  if (recovery.email === null || isSameAddress(recovery.email, email)) return;
  const content = { userName, email: email ?? '–' };
  const mail = { customerId, recipient: recovery.email, now };
  await queueMail(
    transaction,
    canReset
      ? {
          kind: 'email-replaced',
          content: { ...content, until: recovery.until, link: `${applicationUrl}/forgotten-password` },
          ...mail,
        }
      : { kind: 'email-changed', content, ...mail },
  );
}
