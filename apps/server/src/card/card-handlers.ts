import type { card } from '@refectory/contract/card';
import type { Settings } from '@refectory/contract/settings';
import {
  cardDigest,
  cardStatusOf,
  endCardSignIns,
  giveCard,
  revokeCard,
  setCardBlocked,
} from '@refectory/database/cards';
import type { Database } from '@refectory/database/database';
import { tokenHash } from '@refectory/database/session-token';
import { inTransaction, type Transaction } from '@refectory/database/transaction';
import type { Instant } from '@refectory/domain/day';
import { cardNumberErrors, normalCardNumber } from '@refectory/domain/card';

import { recordEvent, timeOfEvent } from '../audit/audit-queries.ts';
import type { CallContexts } from '../http/call-context.ts';
import type { ChangeOnce } from '../http/change-once.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import { refuseTry, type TryLimit } from '../http/refuse-try.ts';
import {
  mailedLinkQueries,
  makeLink,
  refusalOfLink,
  voidLinksOf,
  type LinkOwner,
} from '../links/mailed-link-queries.ts';
import { lockMails, MOST_MAILS, timeOfMail } from '../mail/mail-count.ts';
import type { MailContent } from '../mail/mail-kinds.ts';
import { queueMail } from '../mail/outbox-queries.ts';
import { cardQueries as queries, type CardOwner } from './card-queries.ts';

/** Virtual cards that a customer can have made in a day. */
const MOST_VIRTUAL_CARDS: TryLimit = { most: 20, withinMs: 24 * 60 * 60_000 };
/** The mails with a link about a card, counted together. */
const LINK_KINDS = ['card-change', 'card-revocation'] as const;
type CardLinkPurpose = (typeof LINK_KINDS)[number];

/** The page of the application that each link leads to. */
const LINK_PAGES: Readonly<Record<CardLinkPurpose, string>> = {
  'card-change': 'card-change',
  'card-revocation': 'card-revoke',
};

/** The handlers of a card. */
export function cardHandlers(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly changeOnce: ChangeOnce;
}): ServerHandlers<typeof card> {
  const { database, settings, changeOnce } = services;
  const links = mailedLinkQueries(database);

  function refuseSwitchedOff(): void {
    if (!settings.allowCardAdministration) throw refuse('switchedOff');
  }

  /** Whom a link is mailed to; refuses a customer without an address, and one link too many. */
  async function receiver(transaction: Transaction, customerId: number, now: Instant) {
    const customer = await queries.lockOwner(transaction, customerId, now);
    if (customer === undefined) throw refuse('sessionMissing');
    const { userName, email: recipient } = customer;
    if (recipient === null) throw refuse('noEmailAddress');
    await lockMails(transaction, recipient);
    const nth = await timeOfMail(transaction, { recipient, kinds: LINK_KINDS }, MOST_MAILS.most);
    refuseTry([{ limit: MOST_MAILS, nth }], now);
    return { userName, recipient };
  }

  /** Sends the link that a change is confirmed by. */
  async function sendLink(
    transaction: Transaction,
    { session, applicationUrl, language, now }: CallContexts['customer'],
    wanted:
      | { readonly purpose: 'card-revocation' }
      | { readonly purpose: 'card-change'; readonly cardDigest: Buffer },
  ): Promise<void> {
    const { customerId } = session;
    const { userName, recipient } = await receiver(transaction, customerId, now);
    const owner: LinkOwner = { ...wanted, customerId, recipient };
    const { token, until } = await makeLink(transaction, owner, now);
    const content = { userName, link: `${applicationUrl}/${LINK_PAGES[wanted.purpose]}/${token}`, until };
    await queueMail(transaction, { kind: wanted.purpose, content, customerId, recipient, language, now });
  }

  /** Tells the owner of a card by mail that it changed. */
  async function tellOwner(
    transaction: Transaction,
    { language, now }: CallContexts['session'],
    change: {
      readonly customerId: number;
      readonly owner: CardOwner;
      readonly kind: 'card-changed' | 'card-revoked' | 'card-unblocked';
    },
  ): Promise<void> {
    const { customerId, owner, kind } = change;
    if (owner.email === null) return;
    const content: MailContent[typeof kind] = { userName: owner.userName };
    await queueMail(transaction, { kind, content, customerId, recipient: owner.email, language, now });
  }

  /**
   * Makes the change that a mailed link stands for, and uses the link up. Sign-ins by the card before end. Only the session
   * that opened the link goes on: whoever has the mail is the owner.
   */
  async function finish(
    context: CallContexts['session'],
    purpose: CardLinkPurpose,
    token: string,
    change: (transaction: Transaction, customerId: number, cardDigest: Buffer | null) => Promise<void>,
  ): Promise<void> {
    const { now } = context;
    refuseSwitchedOff();
    await changeOnce(context, async () => {
      const link = await links.find(purpose, token, now);
      if (!link?.customerId) throw await refusalOfLink(database, purpose, token);
      const { customerId, cardDigest: digest } = link;
      return async (transaction) => {
        // The customer first, as everywhere: whoever shuts them out waits, or is waited for.
        const owner = await queries.lockOwner(transaction, customerId, now);
        if (owner === undefined || !(await links.use(transaction, purpose, token, now)))
          throw await refusalOfLink({ pool: transaction }, purpose, token);
        await change(transaction, customerId, digest);
        // The other link was about the card before.
        await voidLinksOf(transaction, customerId, LINK_KINDS);
        const kind = purpose === 'card-change' ? 'card-changed' : 'card-revoked';
        await tellOwner(transaction, context, { customerId, owner, kind });
      };
    });
  }

  return {
    async startCardChange(context, { body }) {
      refuseSwitchedOff();
      if (cardNumberErrors(body.cardNumber, settings.cardNumberCheck).length > 0)
        throw refuse('fieldInvalid', { field: 'cardNumber' });
      const number = normalCardNumber(body.cardNumber);
      const digest = await cardDigest(database, number);
      // Only the use of the link reveals whether another customer has the card; trying numbers here does not.
      await changeOnce(
        context,
        async () => {
          // Also before the slow digest of the number: a call that is refused costs next to nothing.
          const { session, now } = context;
          await inTransaction(database, (transaction) => receiver(transaction, session.customerId, now));
          return (transaction) =>
            sendLink(transaction, context, { purpose: 'card-change', cardDigest: digest });
        },
        { cardNumber: number },
      );
      return { token: undefined };
    },

    async finishCardChange(context, { body }) {
      const { now } = context;
      const change = { actor: 'customer', now, keptSession: tokenHash(context.session.token) };
      await finish(context, 'card-change', body.token, async (transaction, customerId, digest) => {
        if (digest === null) throw refuse('linkInvalid');
        if (!(await giveCard(transaction, { ...change, customerId, digest }))) throw refuse('cardTaken');
      });
      return {};
    },

    async startCardRevocation(context) {
      refuseSwitchedOff();
      await changeOnce(context, async () => {
        const status = await cardStatusOf(database, context.session.customerId);
        if (status !== 'USED') throw refuse(status === 'NONE' ? 'noCard' : 'cardBlocked');
        return (transaction) => sendLink(transaction, context, { purpose: 'card-revocation' });
      });
      return { token: undefined };
    },

    async finishCardRevocation(context, { body }) {
      const { now } = context;
      const change = { actor: 'customer', now, keptSession: tokenHash(context.session.token) };
      await finish(context, 'card-revocation', body.token, async (transaction, customerId) => {
        if (await revokeCard(transaction, { ...change, customerId })) return;
        throw refuse(
          (await cardStatusOf({ pool: transaction }, customerId)) === 'NONE' ? 'noCard' : 'cardBlocked',
        );
      });
      return {};
    },

    async unblockCard(context) {
      const { session, now } = context;
      const { customerId } = session;
      refuseSwitchedOff();
      await changeOnce(context, async () => async (transaction) => {
        const owner = await queries.lockOwner(transaction, customerId, now);
        if (owner === undefined) throw refuse('sessionMissing');
        if (!(await setCardBlocked(transaction, { customerId, isBlocked: false, actor: 'customer', now })))
          throw refuse('cardNotBlocked');
        await tellOwner(transaction, context, { customerId, owner, kind: 'card-unblocked' });
      });
      return {};
    },

    async resetVirtualCard(context) {
      const { session, now } = context;
      const { customerId } = session;
      if (!settings.virtualCard) throw refuse('switchedOff');
      await changeOnce(context, async () => async (transaction) => {
        if ((await queries.lockOwner(transaction, customerId, now)) === undefined)
          throw refuse('sessionMissing');
        const kind = 'virtual-card-made';
        const nth = await timeOfEvent(transaction, { customerId, kind, nth: MOST_VIRTUAL_CARDS.most });
        refuseTry([{ limit: MOST_VIRTUAL_CARDS, nth }], now);
        await queries.makeVirtualCard(transaction, customerId, now);
        // The code before proves nothing any more. Only the session that asks for another one goes on.
        await endCardSignIns(transaction, customerId, tokenHash(session.token));
        await recordEvent(transaction, { customerId, kind, now });
      });
      return { webidentcode: await queries.virtualCardOf(database, customerId) };
    },
  };
}
