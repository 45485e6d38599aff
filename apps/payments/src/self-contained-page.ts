import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

export const HTML = 'text/html; charset=utf-8';

/**
 * Lets the pages of `app` bring their style along, and nothing else: the policy names the style by its hash. A browser
 * draws nothing of such a page before it has the style, on any line. The headers take the place of those that all
 * answers have.
 */
export function serveSelfContainedPages(app: FastifyInstance, style: string): void {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(headers);
    done();
  });
}
