import { isIP } from 'node:net';
import { hostname } from 'node:os';

import type { FastifyInstance } from 'fastify';

/**
 * Whether a `Host` is one of this machine: an address by its number, `localhost`, or the machine's own name. A page of the
 * web can have its own name lead here (DNS rebinding), and then looks like a page of the demo.
 */
export function isOwnHost(host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname.toLowerCase();
  const own = hostname().toLowerCase();
  return (
    isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === own ||
    name === `${own}.local`
  );
}

/** Serves what is declared in `pages` to hosts of this machine alone; any other is told so, with 421. */
export function refuseForeignHosts(pages: FastifyInstance): void {
  pages.addHook('onRequest', async (request, reply) => {
    if (isOwnHost(request.headers.host)) return;
    await reply
      .code(421)
      .type('text/plain; charset=utf-8')
      .send('The pages of the demo are reached by the name or the address of this machine only.\n');
  });
}
