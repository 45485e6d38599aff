import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer in place of the output, which knows itself how it is sent. */
export abstract class OwnAnswer {
  /** Answers a request with it. */
  abstract send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}
