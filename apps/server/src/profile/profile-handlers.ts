import type { profile } from '@refectory/contract/profile';
import type { Settings } from '@refectory/contract/settings';
import type { Transaction } from '@refectory/database/transaction';
import { LANGUAGE_ENTRY } from '@refectory/domain/customer';

import { recordEvent } from '../audit/audit-queries.ts';
import { changeEmail, countWanted, wantEmail } from '../email/change-email.ts';
import { emailQueries } from '../email/email-queries.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import { isDuplicate } from '../http/duplicate.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { voidLinksOf } from '../links/mailed-link-queries.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import { changedFields, checkedUpdate, refuseWrongComment } from './customer-form.ts';
import { profileQueries as queries, type StoredProfile } from './profile-queries.ts';

const MINUTE_MS = 60_000;

/** The handlers of the customer's own profile. */
export function profileHandlers(services: {
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
  /** Where comments are sent. */
  readonly managerEmail: string | undefined;
}): ServerHandlers<typeof profile> {
  const { settings, changeOnce, managerEmail } = services;

  return {
    async updateCustomer(context, { body }) {
      const { session, now, language, applicationUrl } = context;
      const { customerId } = session;
      await changeOnce(context, async () => saveProfile);
      return {};

      async function saveProfile(transaction: Transaction): Promise<void> {
        const stored = await queries.lock(transaction, customerId);
        if (stored === undefined) throw refuse('sessionMissing');
        const { profile, wantedEmail } = checkedUpdate(settings, stored, body, { now, language });
        const fields = changedFields(stored, profile);
        if (fields.length === 0 && wantedEmail === undefined) return;
        // After a sign-in by card, the language can be changed without the password.
        if (
          session.needsPassword &&
          (wantedEmail !== undefined || fields.some((field) => field !== LANGUAGE_ENTRY))
        )
          throw refuse('passwordRequired');
        if (fields.length > 0) {
          await queries.store(transaction, customerId, profile).catch((error: unknown) => {
            throw isDuplicate(error, 'customer_user_name') ? refuse('userNameTaken') : error;
          });
          await recordEvent(transaction, { customerId, kind: 'profile-changed', details: { fields }, now });
        }
        if (wantedEmail !== undefined)
          await wantEmail(transaction, wantedEmail, { customerId, applicationUrl, language, now });
        else if (fields.includes('email')) await saveOwnEmail(transaction, profile);
      }

      /** Removes an address, or writes it with other capitals: nobody has to prove that. */
      async function saveOwnEmail(
        transaction: Transaction,
        { userName, email }: StoredProfile,
      ): Promise<void> {
        if (email !== null) return emailQueries.respell(transaction, customerId, email);
        await countWanted(transaction, customerId, now);
        await voidLinksOf(transaction, customerId, ['email-change']);
        const canReset = settings.allowPasswordRecovery;
        return changeEmail(transaction, { customerId, userName, email, applicationUrl, canReset, now });
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
