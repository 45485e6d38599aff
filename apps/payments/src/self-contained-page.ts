import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

export const HTML = 'text/html; charset=utf-8';

/** A text as it stands in a page or in an attribute. */
export const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/**
 * Lets the pages of `app` bring their style along, and nothing else: the policy names the style by its hash. A browser
 * draws nothing of such a page before it has the style, on any line. The headers take the place of those that all
 * answers have. Forms are taken from the pages' own origin alone.
 */
export function serveSelfContainedPages(app: FastifyInstance, style: string): void {
  const headers = {
    'Cache-Control': 'no-store',
    // A page that hides where it is cannot be told apart on plain http, where a browser does not name the site.
    'Referrer-Policy': 'same-origin',
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
  app.addHook('onRequest', async (request, reply) => {
    // Any page of the web could send it, but not in the name of these.
    if (request.method === 'POST' && isForeign(request)) await reply.code(403).send();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.headers(headers);
    done();
  });
}

/** Whether a page of another origin sent it. What names neither its site nor its origin was sent by no page. */
function isForeign({ headers, host }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site !== 'same-origin';
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
