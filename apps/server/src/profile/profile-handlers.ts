import type { profile } from '@refectory/contract/profile';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import { recordEvent } from '../audit/audit-queries.ts';
import { changeEmail, countEmailChanges } from '../email/email-queries.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import { isDuplicate } from '../http/duplicate.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { mayGetMail } from '../mail/mail-count.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import type { NetworkLimit } from '../session/login-limits.ts';
import { changedFields, checkedUpdate, LANGUAGE, refuseWrongComment } from './customer-form.ts';
import { profileQueries as queries } from './profile-queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Changes of an address that a customer can make in a day: each has mail sent. */
const MOST_EMAIL_CHANGES_IN_A_DAY = 5;

/** The handlers of the customer's own profile. */
export function profileHandlers(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
  readonly mailLimit: NetworkLimit;
  /** Where comments are sent. */
  readonly managerEmail: string | undefined;
}): ServerHandlers<typeof profile> {
  const { database, settings, changeOnce, mailLimit, managerEmail } = services;

  /** Changes an address; a mail to the earlier address says so, and its reader can undo it. */
  async function saveEmail(
    transaction: Transaction,
    changed: {
      readonly customerId: number;
      readonly userName: string;
      readonly email: string | null;
      readonly origin: string;
      readonly now: Instant;
    },
  ): Promise<void> {
    const { customerId, userName, email, origin, now } = changed;
    if ((await countEmailChanges(transaction, customerId, now - DAY_MS)) >= MOST_EMAIL_CHANGES_IN_A_DAY)
      throw refuse('tooManyTries', { seconds: DAY_MS / 1000 });
    const recovery = await changeEmail(transaction, customerId, email, now);
    await recordEvent(transaction, { customerId, kind: 'email-changed', now });
    const mail = { customerId, now };
    const content = { userName, email: email ?? '–' };
    const isBack = recovery.email?.toLowerCase() === email?.toLowerCase();
    if (recovery.email !== null && !isBack)
      await queueMail(
        transaction,
        settings.allowPasswordRecovery
          ? {
              kind: 'email-replaced',
              content: { ...content, until: recovery.until, link: `${origin}/forgotten-password` },
              recipient: recovery.email,
              ...mail,
            }
          : { kind: 'email-changed', content, recipient: recovery.email, ...mail },
      );
    // A customer can type the address of somebody else, who must not be flooded with mail.
    if (email !== null && (await mayGetMail(transaction, email, ['email-changed'], now)))
      await queueMail(transaction, { kind: 'email-changed', content, recipient: email, ...mail });
  }

  return {
    async updateCustomer(context, { body }) {
      const { session, now, language, address, origin } = context;
      const { customerId } = session;
      await changeOnce(context, async () => {
        if (await queries.hasOtherEmail(database, customerId, body.email)) await mailLimit(address);
        return saveProfile;
      });
      return {};

      async function saveProfile(transaction: Transaction): Promise<void> {
        const stored = await queries.lock(transaction, customerId);
        if (stored === undefined) throw refuse('sessionMissing');
        const wanted = checkedUpdate(settings, stored, body, { now, language });
        const fields = changedFields(stored, wanted);
        if (fields.length === 0) return;
        // After a sign-in by card, the language can be changed without the password.
        if (session.needsPassword && fields.some((field) => field !== LANGUAGE))
          throw refuse('passwordRequired');
        await queries.store(transaction, customerId, wanted).catch((error: unknown) => {
          throw isDuplicate(error, 'customer_user_name') ? refuse('userNameTaken') : error;
        });
        await recordEvent(transaction, { customerId, kind: 'profile-changed', details: { fields }, now });
        if (fields.includes('email'))
          await saveEmail(transaction, {
            customerId,
            userName: wanted.userName,
            email: wanted.email,
            origin,
            now,
          });
      }
    },

    async sendComment(context, { body }) {
      const { session, now } = context;
      const { customerId } = session;
      if (!settings.allowGuestComments) throw refuse('switchedOff');
      const comment = body.comment.trim();
      refuseWrongComment(comment, settings, context);
      const { commentDelayTime: minutes = 0 } = settings;
      await changeOnce(context, async () => async (transaction) => {
        const last = await queries.lastCommentAt(transaction, customerId);
        const waitMs = last === undefined ? 0 : last + minutes * MINUTE_MS - now;
        if (waitMs > 0) throw refuse('commentTooSoon', { seconds: Math.ceil(waitMs / 1000) });
        await queries.storeComment(transaction, customerId, comment, now);
        const writer = await queries.writer(transaction, customerId);
        if (managerEmail === undefined || writer === undefined) return;
        const content = { userName: writer.userName, email: writer.email ?? '', comment };
        const language = settings.languages[0];
        await queueMail(transaction, {
          kind: 'comment',
          content,
          recipient: managerEmail,
          ...(language && { language }),
          now,
        });
      });
      return {};
    },
  };
}
