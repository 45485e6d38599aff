import type { email } from '@refectory/contract/email';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { followsAddress } from '@refectory/domain/form-customer';

import type { ChangeOnce } from '../http/change-once.ts';
import { isDuplicate } from '../http/duplicate.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { mailedLinkQueries, refusalOfLink, voidLinksOf } from '../links/mailed-link-queries.ts';
import { updateFields } from '../profile/customer-form.ts';
import { profileQueries } from '../profile/profile-queries.ts';
import { changeEmail, repeatEmailLink } from './change-email.ts';
import { emailQueries as queries, lockAddress } from './email-queries.ts';

const PURPOSE = 'email-change';

/** The handlers of addresses that wait for their link. */
export function emailHandlers(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
}): ServerHandlers<typeof email> {
  const { database, settings, changeOnce } = services;
  const links = mailedLinkQueries(database);

  function refuseSwitchedOff(): void {
    if (!settings.allowProfileEdit) throw refuse('switchedOff');
  }

  return {
    async finishEmailChange(context, { body: { token } }) {
      const { session, applicationUrl, now } = context;
      const { customerId } = session;
      refuseSwitchedOff();
      await changeOnce(context, async () => {
        const link = await links.find(PURPOSE, token, now);
        if (link === undefined) throw await refusalOfLink(database, PURPOSE, token);
        // Whoever has the mail but not the account is not its customer, and changes nothing.
        if (link.customerId !== customerId) throw refuse('linkOfAnother');
        const { recipient } = link;
        return async (transaction) => {
          const stored = await profileQueries.lock(transaction, customerId);
          if (stored === undefined) throw refuse('sessionMissing');
          if (!(await links.use(transaction, PURPOSE, token, now)))
            throw await refusalOfLink({ pool: transaction }, PURPOSE, token);
          await lockAddress(transaction, recipient);
          // It may have become somebody's since the mail was written: whoever proves it first has it.
          if (await queries.isOfAnother(transaction, customerId, recipient, now)) throw refuse('emailTaken');
          if (followsAddress(stored, updateFields(settings, stored)))
            await queries.rename(transaction, customerId, recipient).catch((error: unknown) => {
              throw isDuplicate(error, 'customer_user_name') ? refuse('emailTaken') : error;
            });
          await changeEmail(transaction, {
            customerId,
            userName: stored.userName,
            email: recipient,
            applicationUrl,
            canReset: settings.allowPasswordRecovery,
            now,
          });
        };
      });
      return {};
    },

    async repeatEmailChange(context) {
      const { session, applicationUrl, language, now } = context;
      const { customerId } = session;
      refuseSwitchedOff();
      await changeOnce(context, async () => async (transaction) => {
        if ((await queries.lockOwner(transaction, customerId)) === undefined) throw refuse('sessionMissing');
        await repeatEmailLink(transaction, { customerId, applicationUrl, language, now });
      });
      return {};
    },

    async cancelEmailChange(context) {
      const { customerId } = context.session;
      await changeOnce(context, async () => async (transaction) => {
        if ((await queries.lockOwner(transaction, customerId)) === undefined) throw refuse('sessionMissing');
        await voidLinksOf(transaction, customerId, [PURPOSE]);
      });
      return {};
    },
  };
}
