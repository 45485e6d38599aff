import type { FastifyReply, FastifyRequest } from 'fastify';

/** What every answer of the API begins with: its security headers, and the time by the app's clock. */
export type AnswerHead = Readonly<Record<string, string>> & { readonly Date: string };

/** An answer in place of the output, which knows itself how it is sent. */
export abstract class OwnAnswer {
  /** Answers a request with it, now or when it is ready. */
  abstract send(request: FastifyRequest, reply: FastifyReply, head: AnswerHead): void | Promise<void>;
}
