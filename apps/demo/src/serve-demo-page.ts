import { HTML, serveSelfContainedPages } from '@refectory/payments/self-contained-page';
import type { FastifyInstance } from 'fastify';

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
    pages.post<{ Body: URLSearchParams }>(path, async (request, reply) =>
      reply.type(HTML).send(await draw(request.body)),
    );
  });
}
