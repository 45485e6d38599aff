import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer in place of the output, which knows itself how it is sent. */
export abstract class OwnAnswer {
  /** Answers a request with it, now or when it is ready. */
  abstract send(request: FastifyRequest, reply: FastifyReply): void | Promise<void>;
}
