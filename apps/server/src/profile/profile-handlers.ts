import type { profile } from '@refectory/contract/profile';
import type { Settings } from '@refectory/contract/settings';

import { recordEvent } from '../audit/audit-queries.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { voidLinksOf } from '../links/mailed-link-queries.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import { changedFields, checkedUpdate, refuseWrongComment } from './customer-form.ts';
import { profileQueries as queries } from './profile-queries.ts';

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
      const { session, now, language } = context;
      const { customerId } = session;
      await changeOnce(context, async () => async (transaction) => {
        const stored = await queries.lock(transaction, customerId);
        if (stored === undefined) throw refuse('sessionMissing');
        const wanted = checkedUpdate(settings, stored, body, { now, language });
        const fields = changedFields(stored, wanted);
        if (fields.length === 0) return;
        if (fields.includes('userName') && (await queries.isTaken(transaction, wanted.userName, customerId)))
          throw refuse('userNameTaken');
        await queries.store(transaction, customerId, wanted);
        await recordEvent(transaction, { customerId, kind: 'profile-changed', details: { fields }, now });
        if (!fields.includes('email')) return;
        await voidLinksOf(transaction, customerId);
        await recordEvent(transaction, { customerId, kind: 'email-changed', now });
        const content = { userName: wanted.userName, email: wanted.email ?? '' };
        // Both the old and the new owner of the account are told.
        for (const recipient of [stored.email, wanted.email])
          if (recipient)
            await queueMail(transaction, { kind: 'email-changed', content, customerId, recipient, now });
      });
      return {};
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
