import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import { repeatedJob } from '@refectory/database/repeated-job';
import type { Instant } from '@refectory/domain/day';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';

import { mailRequestQueries } from './mail-request-queries.ts';
import { outboxQueries, type OutboxRow } from './outbox-queries.ts';
import { htmlText, mailWriter, plainText } from './write-mail.ts';

/** How mail leaves the canteen. */
export type MailRoute = {
  /** The mail server: `smtp://` or `smtps://`, with name and password where it asks for them. */
  readonly smtpUrl: string;
  /** Whom mails are from: an address, or a name with one. */
  readonly from: string;
};

/** How often a process looks for mail. Every look takes the same time after a call, whatever the call asked for. */
const EVERY_MS = 1_000;
/** Mails a process takes at once, and for how long: longer than sending them takes. */
const TAKEN_AT_ONCE = 10;
const TAKEN_FOR_MS = 5 * 60_000;
/** The pause after the first failure; it doubles with every one, up to the longest. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;
/** A mail that could not be sent for so long is given up. */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000;
/** How long the mail server may take for a step of its protocol. */
const STEP_TIMEOUT_MS = 15_000;

/** How long to wait after so many failures, in milliseconds. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS);
}

/** Whether a mail server refused the mail for good: trying again would change nothing. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return Number(error.responseCode) >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(String(error.code));
}

/** Whether what a mail says was true until a moment that has passed, as of a link that has expired. */
function isOver({ content }: OutboxRow, now: Instant): boolean {
  const until =
    typeof content === 'object' && content !== null && 'until' in content ? content.until : now + 1;
  return typeof until === 'number' && until <= now;
}

/** The host of an address, which its Message-ID ends with. */
const hostOf = (from: string) => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';

/** Sends what is in the outbox. */
export function createMailSender(services: {
  readonly database: Database;
  readonly settings: Settings;
  readonly clock: () => Instant;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Without one nothing leaves: what was asked for is decided, and the mails can be read. */
  readonly route?: MailRoute | undefined;
}) {
  const { database, settings, clock, log, route } = services;
  const queries = outboxQueries(database);
  const requests = mailRequestQueries({ database, settings });
  const write = mailWriter({ queries, settings });
  const transport =
    route &&
    createTransport({
      url: route.smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: STEP_TIMEOUT_MS,
      greetingTimeout: STEP_TIMEOUT_MS,
      socketTimeout: STEP_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });

  async function send(row: OutboxRow, { from }: MailRoute): Promise<void> {
    const { id, recipient, createdAt } = row;
    const now = clock();
    if (recipient === null) return queries.giveUp(id, 'the customer has no address');
    // Also one that was never tried: it waited while no mail server was named.
    if (now - createdAt >= GIVEN_UP_AFTER_MS) return queries.giveUp(id, 'it is too old');
    if (isOver(row, now)) return queries.giveUp(id, 'its link has expired');
    const mail = await write(row);
    if (mail === undefined) return queries.giveUp(id, 'there is nothing to tell any more');
    await transport?.sendMail({
      from,
      // As an address alone: nothing in it is read as a second one.
      to: { name: '', address: recipient },
      subject: mail.subject,
      text: plainText(mail),
      html: htmlText(mail),
      // The same for each attempt, so that a mail that arrives twice is known to be one.
      messageId: `<refectory.${id}.${createdAt}@${hostOf(from)}>`,
      date: new Date(createdAt),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return queries.markSent(id, now);
  }

  async function tellFailure({ id, kind, attempts, createdAt }: OutboxRow, error: unknown): Promise<void> {
    const now = clock();
    const isLast = isRefusedForGood(error) || now - createdAt >= GIVEN_UP_AFTER_MS;
    // Neither the address nor what the mail says belongs into a log; a mail server may repeat both.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.warn({ mail: id, kind, attempts, code, isLast }, 'a mail could not be sent');
    if (isLast) await queries.giveUp(id, code);
    else await queries.tryAgain(id, now + pauseAfter(attempts));
  }

  /** Sends what is there to send; answers how many mails and requests it took. */
  async function sendSome(): Promise<number> {
    const now = clock();
    const rows = await queries.take(now, now + TAKEN_FOR_MS, TAKEN_AT_ONCE, route !== undefined);
    for (const row of rows) {
      try {
        if (row.kind.endsWith('-asked')) await requests.answer(row, clock());
        else if (route) await send(row, route);
      } catch (error) {
        // One mail that cannot be written or sent holds up no other.
        await tellFailure(row, error);
      }
    }
    return rows.length;
  }

  const job = repeatedJob({
    everyMs: EVERY_MS,
    run: async (isStopped) => {
      try {
        while (!isStopped() && (await sendSome()) > 0);
      } catch (error) {
        log.error({ err: error }, 'mail could not be looked after and is tried again');
      }
    },
  });

  return {
    sendSome,
    /** Looks for mail from now on, until it is stopped. */
    start: job.start,
    async stop(): Promise<void> {
      await job.stop();
      transport?.close();
    },
  };
}
