import type { FastifyInstance } from 'fastify';

import { refuse } from './refusal.ts';

/** More than any body of the API needs. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Where the type a body claims is kept for the parser. */
const CONTENT_TYPE = 'contentType';

const JSON_TYPE = /^application\/json(?:\s*;|\s*$)/i;

/**
 * Bodies are JSON. An empty one is fine with any content type, since clients differ in what they
 * send with a POST that has no data.
 */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest(CONTENT_TYPE, undefined);
  // Without the header Fastify asks the parser below for every body and leaves empty ones alone,
  // whatever type they claim.
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined) {
      request.setDecorator(CONTENT_TYPE, type);
      // Not deleted, which would make every later look at the headers slower.
      request.raw.headers['content-type'] = undefined;
    }
    done();
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') return done(null, undefined);
    if (!JSON_TYPE.test(request.getDecorator<string | undefined>(CONTENT_TYPE) ?? ''))
      return done(refuse('notJson'), undefined);
    return parseJson(request, text, done);
  });
}
