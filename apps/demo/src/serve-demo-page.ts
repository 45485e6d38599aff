import { HTML, serveSelfContainedPages } from '@refectory/payments/self-contained-page';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { DEMO_STYLE } from './demo-page.ts';
import { refuseForeignHosts } from './own-host.ts';

/** Serves a page of the demo alone, which forms of its own are sent to. `draw` gets the values of the form that was sent. */
export async function serveDemoPage(
  app: FastifyInstance,
  path: string,
  draw: (sent: URLSearchParams | undefined) => Promise<string>,
): Promise<void> {
  await app.register(async (pages) => {
    refuseForeignHosts(pages);
    pages.removeAllContentTypeParsers();
    // Whatever type it claims, it is read as a form.
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    serveSelfContainedPages(pages, DEMO_STYLE);
    pages.get(path, async (_request, reply) => reply.type(HTML).send(await draw(undefined)));
    pages.post<{ Body: URLSearchParams }>(path, async (request, reply) => {
      // Any page of the web could send it, but not in the name of this one.
      if (isForeign(request)) return reply.code(403).send();
      return reply.type(HTML).send(await draw(request.body));
    });
  });
}

/** Whether a page of another origin sent it. What names neither its site nor its origin was sent by no page. */
function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return true;
  // A page that hides where it is sends `null`; the site tells it apart.
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
