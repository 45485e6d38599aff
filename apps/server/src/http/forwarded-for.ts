import type { FastifyInstance } from 'fastify';

/**
 * Says once in the log that a program sends `X-Forwarded-For` and is not believed: where it is a proxy that the start
 * does not name, everybody behind it is limited as one network.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && request.raw.headers['x-forwarded-for'] !== undefined) {
      const sender = request.socket.remoteAddress;
      if (request.ip === sender) {
        isTold = true;
        request.log.warn(
          { sender },
          'X-Forwarded-For comes from an address that TRUST_PROXY does not name: it is not believed, and all people behind it count as one network',
        );
      }
    }
    done();
  });
}
