import type { password } from '@refectory/contract/password';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import type { Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';
import { isEmailAddress } from '@refectory/domain/email-address';
import type { Language } from '@refectory/domain/texts';

import { recordEvent } from '../audit/audit-queries.ts';
import { emailQueries } from '../email/email-queries.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { mailedLinkQueries, voidLinksOf } from '../links/mailed-link-queries.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import type { LoginLimits, NetworkLimit } from '../session/login-limits.ts';
import { hashPassword, isPassword } from '../session/password-hash.ts';
import { endSessionsOf } from '../session/session-queries.ts';
import { tokenHash } from '@refectory/database/session-token';
import type { SignInTurns } from '../session/sign-in-turns.ts';
import { passwordQueries, type PasswordAccount } from './password-queries.ts';
import { whyRefused } from './password-strength.ts';

/** The handlers of passwords. */
export function passwordHandlers(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
  readonly limits: LoginLimits;
  readonly mailLimit: NetworkLimit;
  readonly turns: SignInTurns;
}): ServerHandlers<typeof password> {
  const { database, settings, changeOnce, limits, mailLimit, turns } = services;
  const queries = passwordQueries(database);
  const links = mailedLinkQueries(database);

  async function refuseWeak(typed: string, account: PasswordAccount): Promise<void> {
    const refusal = await whyRefused(typed, account, settings);
    if (refusal) throw refusal;
  }

  /** Ends the sessions of a customer whose password changed, except one, and tells them by mail. */
  async function tellChanged(
    transaction: Transaction,
    { id: customerId, userName }: PasswordAccount,
    how: {
      readonly kind: 'password-changed' | 'password-reset';
      readonly keptSession?: Buffer;
      /** The one that the mail is written in, where that is not the customer's own. */
      readonly language?: Language;
      readonly applicationUrl: string;
      readonly now: Instant;
    },
  ): Promise<void> {
    const { kind, keptSession, language, applicationUrl, now } = how;
    await endSessionsOf(transaction, customerId, keptSession);
    await recordEvent(transaction, { customerId, kind, now });
    // To the address that another password can be set by; a stranger may have given the account a new one.
    const recipient = await emailQueries.recoveryAddress(transaction, customerId, now);
    const canReset = settings.allowPasswordRecovery && recipient !== null;
    const content = { userName, link: canReset ? `${applicationUrl}/forgotten-password` : undefined };
    await queueMail(transaction, {
      kind: 'password-changed',
      content,
      customerId,
      ...(recipient !== null && { recipient }),
      ...(language && { language }),
      now,
    });
  }

  return {
    async changePassword(context, { body }) {
      const { session, now, address, applicationUrl } = context;
      const { customerId } = session;
      await changeOnce(
        context,
        async () => {
          const account = await queries.find(customerId);
          if (account === undefined) throw refuse('sessionMissing');
          // Counted apart from sign-ins: a stranger at an open session cannot lock its owner out by guessing.
          const isRight = await limits.attempt(
            String(customerId),
            address,
            async () => ((await isPassword(account.passwordHash, body.passwordOld)) ? true : undefined),
            'password-change',
          );
          if (!isRight) throw refuse('wrongPassword');
          await refuseWeak(body.passwordNew, account);
          const newHash = await turns(() => hashPassword(body.passwordNew));
          return async (transaction) => {
            if (!(await queries.replace(transaction, account, newHash))) throw refuse('wrongPassword');
            // An address that is wanted still waits: nobody else can use its link, and the page where the password is
            // changed says so.
            await voidLinksOf(transaction, customerId, ['password-reset', 'card-change', 'card-revocation']);
            const keptSession = tokenHash(session.token);
            await tellChanged(transaction, account, {
              kind: 'password-changed',
              keptSession,
              applicationUrl,
              now,
            });
          };
        },
        body,
      );
      return {};
    },

    async requestPasswordReset(context, { body }) {
      const { address, applicationUrl, language, now } = context;
      if (!settings.allowPasswordRecovery) throw refuse('switchedOff');
      const recipient = body.email.trim();
      if (!isEmailAddress(recipient)) throw refuse('badRequest', { field: 'email' });
      await mailLimit(address);
      // The same for every address: who has it is looked up later, when nobody waits.
      await changeOnce(context, async () => async (transaction) => {
        const content = { applicationUrl };
        await queueMail(transaction, { kind: 'password-reset-asked', content, recipient, language, now });
      });
      return {};
    },

    async getPasswordReset({ now }, { body }) {
      const link = await links.find('password-reset', body.resetKey, now);
      return { refusal: link ? undefined : 'resetLinkInvalid' };
    },

    async resetPassword(context, { body }) {
      const { now, applicationUrl, language } = context;
      const purpose = 'password-reset';
      await changeOnce(
        context,
        async () => {
          const link = await links.find(purpose, body.resetKey, now);
          if (!link?.customerId) throw refuse('resetLinkInvalid');
          const { customerId, recipient } = link;
          const account = await queries.find(customerId);
          if (account === undefined) throw refuse('resetLinkInvalid');
          await refuseWeak(body.passwordNew, account);
          const newHash = await turns(() => hashPassword(body.passwordNew));
          // Strangers' guesses at the old password do not keep the owner out.
          await limits.forget(account.name);
          return async (transaction) => {
            // The customer first, as everywhere: a change of the password makes this link void.
            await emailQueries.lockOwner(transaction, customerId);
            const isUsed = await links.use(transaction, purpose, body.resetKey, now);
            if (!isUsed || !(await queries.replace(transaction, account, newHash)))
              throw refuse('resetLinkInvalid');
            // What a stranger at an open session asked for is void too.
            await voidLinksOf(transaction, customerId);
            // The link was read at the address it went to, which is the account's again if a stranger had changed it.
            if (await emailQueries.restore(transaction, customerId, recipient, now))
              await recordEvent(transaction, {
                customerId,
                kind: 'email-changed',
                details: { isRestored: true },
                now,
              });
            // Whoever reset it read the mail with the link: it is their language.
            await tellChanged(transaction, account, {
              kind: 'password-reset',
              language,
              applicationUrl,
              now,
            });
          };
        },
        body,
      );
      return {};
    },
  };
}
