import type { Database } from '@refectory/database/database';
import type { Transaction } from '@refectory/database/transaction';
import { LANGUAGE_ENTRY } from '@refectory/domain/customer';
import type { Instant } from '@refectory/domain/day';
import { languages, type Language } from '@refectory/domain/texts';

import type { MailContent, MailKind } from './mail-kinds.ts';

/** A mail to be written; without a recipient it goes to the customer's own address, in their own language. */
export type NewMail<Kind extends MailKind = MailKind> = {
  readonly kind: Kind;
  readonly content: MailContent[Kind];
  readonly customerId?: number;
  readonly recipient?: string;
  readonly language?: Language;
  readonly now: Instant;
};

/** A mail that is to be sent. */
export type OutboxRow = {
  readonly id: number;
  readonly kind: string;
  readonly content: unknown;
  /** Where it goes; nothing where its customer has no address. */
  readonly recipient: string | null;
  readonly language: Language | null;
  readonly createdAt: Instant;
  /** How often it was tried, this time included. */
  readonly attempts: number;
};

/** Puts a mail into the outbox, in the transaction that it tells of. */
export async function queueMail<Kind extends MailKind>(
  transaction: Transaction,
  { kind, content, customerId, recipient, language, now }: NewMail<Kind>,
): Promise<void> {
  await transaction.query({
    name: 'outbox-queue',
    text: `insert into outbox (customer_id, kind, recipient, language, content, created_at)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [
      customerId ?? null,
      kind,
      recipient ?? null,
      language ?? null,
      JSON.stringify(content),
      new Date(now),
    ],
  });
}

const LANGUAGES = languages.map((language) => `'${language}'`).join(', ');

/** What is read of a mail, whose customer may have changed address and language since it was written. */
const COLUMNS = `o.id, o.kind, o.content, coalesce(o.recipient, c.email) as recipient, o.created_at as "createdAt",
  o.attempts, coalesce(o.language, (
    select entry ->> 'value' from jsonb_array_elements(c.additional_data) entry
     where entry ->> 'variableId' = '${LANGUAGE_ENTRY}' and entry ->> 'value' in (${LANGUAGES}) limit 1),
    c.language) as language`;

/** The SQL of mails on their way. */
export function outboxQueries({ pool }: Database) {
  return {
    /**
     * Takes some mails to send, each for one process: until `busyUntil` nobody else takes them. A process that dies
     * meanwhile leaves them to the next one. Without a way to send them only what was asked for is taken.
     */
    async take(now: Instant, busyUntil: Instant, atMost: number, canSend: boolean): Promise<OutboxRow[]> {
      const { rows } = await pool.query<OutboxRow>({
        name: 'outbox-take',
        text: `with taken as (
                 update outbox set attempts = attempts + 1, try_after = $2
                  where id = any(array(
                    select id from outbox
                     where sent_at is null and failure is null and (try_after is null or try_after <= $1)
                       and ($4 or kind like '%-asked')
                     order by id limit $3 for update skip locked))
                 returning *)
               select ${COLUMNS} from taken o left join customer c on c.id = o.customer_id order by o.id`,
        values: [new Date(now), new Date(busyUntil), atMost, canSend],
      });
      return rows;
    },

    /** Notes that a mail was sent, and forgets what it said: a link in it is a secret. */
    async markSent(id: number, now: Instant): Promise<void> {
      await pool.query({
        name: 'outbox-sent',
        text: `update outbox set sent_at = $2, content = '{}' where id = $1`,
        values: [id, new Date(now)],
      });
    },

    /** Gives a mail up, and forgets what it said. */
    async giveUp(id: number, failure: string): Promise<void> {
      await pool.query({
        name: 'outbox-given-up',
        text: `update outbox set failure = $2, content = '{}' where id = $1`,
        values: [id, failure],
      });
    },

    /** Has a mail tried again from a moment on. */
    async tryAgain(id: number, tryAfter: Instant): Promise<void> {
      await pool.query({
        name: 'outbox-again',
        text: 'update outbox set try_after = $2 where id = $1',
        values: [id, new Date(tryAfter)],
      });
    },

    /** The mails that were written last, the newest first. */
    async latest(atMost: number): Promise<OutboxRow[]> {
      const { rows } = await pool.query<OutboxRow>({
        name: 'outbox-latest',
        text: `select ${COLUMNS} from outbox o left join customer c on c.id = o.customer_id
                where o.kind not like '%-asked' order by o.id desc limit $1`,
        values: [atMost],
      });
      return rows;
    },

    /** The dish of an order, by language, and its day. */
    async dishOf(orderId: number): Promise<{ name: Record<string, string>; day: string } | undefined> {
      const { rows } = await pool.query<{ name: Record<string, string>; day: string }>({
        name: 'outbox-dish',
        text: `select p.name, o.day from orders o
               join offering f on f.id = o.offering_id join product p on p.id = f.product_id
              where o.id = $1`,
        values: [orderId],
      });
      return rows[0];
    },
  };
}
