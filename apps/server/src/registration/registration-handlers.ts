import type { registration } from '@refectory/contract/registration';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';

import { recordEvent } from '../audit/audit-queries.ts';
import { emailQueries, lockAddress } from '../email/email-queries.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { mailedLinkQueries, makeLink, refusalOfLink } from '../links/mailed-link-queries.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import { whyRefused } from '../password/password-strength.ts';
import { checkedRegistration } from '../profile/customer-form.ts';
import type { NetworkLimit } from '../session/login-limits.ts';
import { hashPassword } from '../session/password-hash.ts';
import type { SignInTurns } from '../session/sign-in-turns.ts';
import { openAccount } from './registration-queries.ts';

/** The handlers of registration. */
export function registrationHandlers(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
  readonly mailLimit: NetworkLimit;
  readonly turns: SignInTurns;
}): ServerHandlers<typeof registration> {
  const { database, settings, changeOnce, mailLimit, turns } = services;
  const links = mailedLinkQueries(database);

  /**
   * Whether somebody proved the address since the mail was written: whoever does so first has it. Without a mail nobody
   * proves one.
   */
  async function isTaken(
    transaction: Transaction,
    email: string | undefined,
    now: Instant,
  ): Promise<boolean> {
    if (settings.registrationWithoutMail || email === undefined) return false;
    return emailQueries.hasAccount(transaction, email, now);
  }

  return {
    async startRegistration(context, { body }) {
      const { address, applicationUrl, language, now } = context;
      if (!settings.allowRegistration) throw refuse('switchedOff');
      const form = checkedRegistration(settings, body, { now, language });
      await mailLimit(address);
      if (settings.registrationWithoutMail) {
        // A repeat makes another token, and the one before is void: a token is not kept to be answered again.
        const owner = { purpose: 'registration', form } as const;
        const { token } = await inTransaction(database, (transaction) => makeLink(transaction, owner, now));
        return { token };
      }
      // The same for every address: who has it is looked up later, when nobody waits.
      await changeOnce(context, async () => async (transaction) => {
        const recipient = form.email;
        const content = { form, applicationUrl };
        await queueMail(transaction, { kind: 'registration-asked', content, recipient, language, now });
      });
      return { token: undefined };
    },

    async getRegistration({ now }, { body }) {
      const purpose = 'registration';
      const form = (await links.find(purpose, body.token, now))?.form;
      if (!form) {
        const { code } = await refusalOfLink(database, purpose, body.token);
        return { isFinished: code === 'linkUsed', refusal: code };
      }
      const taken = await inTransaction(database, (transaction) => isTaken(transaction, form.email, now));
      return { isFinished: false, refusal: taken ? 'emailTaken' : undefined };
    },

    async finishRegistration(context, { body }) {
      const { namedLanguage: language, now } = context;
      const purpose = 'registration';
      await changeOnce(
        context,
        async () => {
          const form = (await links.find(purpose, body.token, now))?.form;
          if (!form) throw await refusalOfLink(database, purpose, body.token);
          const userName = form.userName || form.email || '';
          const refusal = await whyRefused(body.password, { userName, email: form.email }, settings);
          if (refusal) throw refusal;
          // Also before the slow hash: a call that is refused costs next to nothing.
          if (await inTransaction(database, (transaction) => isTaken(transaction, form.email, now)))
            throw refuse('emailTaken');
          const passwordHash = await turns(() => hashPassword(body.password));
          return async (transaction) => {
            if (!(await links.use(transaction, purpose, body.token, now)))
              throw await refusalOfLink({ pool: transaction }, purpose, body.token);
            if (!settings.registrationWithoutMail && form.email !== undefined)
              await lockAddress(transaction, form.email);
            if (await isTaken(transaction, form.email, now)) throw refuse('emailTaken');
            const customerId = await openAccount(transaction, { ...form, userName, passwordHash, language });
            if (customerId === undefined) throw refuse('userNameTaken');
            await recordEvent(transaction, { customerId, kind: 'registered', now });
          };
        },
        body,
      );
      return {};
    },
  };
}
