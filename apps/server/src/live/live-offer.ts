import type { OutgoingHttpHeaders } from 'node:http';

import type { Database } from '@refectory/database/database';
import type { Instant } from '@refectory/domain/day';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

import { answerDirectly } from '../http/direct-answer.ts';
import { OwnAnswer, type AnswerHead } from '../http/own-answer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { Sessions } from '../session/sessions.ts';
import { createLiveFeed } from './live-feed.ts';
import { liveQueries } from './live-queries.ts';
import { createLiveStreams, customerOf, type LiveReader } from './live-streams.ts';

/** Often enough that no proxy takes a stream for a dead one; most wait for a minute. */
const BEAT_MS = 20_000;

/** The changes of the offer, sent to every client that has it open. */
export type LiveOffer = {
  /** Begins to hear of changes. A failure is logged: the next stream tries again. */
  readonly open: () => Promise<void>;
  /** The stream for a reader who knows what was told up to a moment. Throws when there is nothing to be heard. */
  readonly stream: (reader: LiveReader, since: Instant | undefined) => Promise<OwnAnswer>;
  /**
   * An order came about, or changed by its customer. That is told to its customer in a moment, and to everybody how many
   * portions of its dish are left, where they are few.
   */
  readonly orderChanged: (orderId: number) => void;
  readonly endStreams: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A stream of events in place of an answer that ends. */
class LiveAnswer extends OwnAnswer {
  readonly #begin: (reply: FastifyReply, headers: OutgoingHttpHeaders) => void;

  constructor(begin: (reply: FastifyReply, headers: OutgoingHttpHeaders) => void) {
    super();
    this.#begin = begin;
  }

  override send(request: FastifyRequest, reply: FastifyReply, head: AnswerHead): void {
    const headers = {
      ...head,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // No proxy keeps events back, and the connection ends with the stream.
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    };
    if (request.method === 'HEAD') answerDirectly(reply, 200, headers);
    else this.#begin(reply, headers);
  }
}

/** The live offer over a database. It beats from its opening until it is closed. */
export function createLiveOffer(services: {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly menuCache: MenuCache;
  readonly clock: () => Instant;
  readonly log: FastifyBaseLogger;
  readonly beatMs?: number | undefined;
}): LiveOffer {
  const { database, sessions, menuCache, clock, log, beatMs = BEAT_MS } = services;
  const streams = createLiveStreams();
  const feed = createLiveFeed({
    queries: liveQueries(database),
    menuCache,
    clock,
    log,
    write: streams.write,
  });
  let beating: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    feed.beat();
    try {
      await streams.endWithout(sessions.isAlive, clock());
    } catch (error) {
      log.error({ err: error }, 'the sessions of streams are checked later');
    }
  }

  async function open(): Promise<void> {
    await feed.open();
    beating ??= setInterval(() => void beat(), beatMs).unref();
  }

  return {
    async open() {
      try {
        await open();
      } catch (error) {
        log.error({ err: error }, 'changes of the offer are not heard yet');
      }
    },
    async stream(reader, since) {
      await open();
      return new LiveAnswer((reply, headers) => {
        streams.add(reply.raw, reader);
        reply.hijack();
        reply.raw.writeHead(200, headers).write(feed.beginning(since, customerOf(reader)));
      });
    },
    orderChanged: feed.orderChanged,
    async endStreams() {
      streams.close();
    },
    async close() {
      clearInterval(beating);
      await feed.close();
    },
  };
}
