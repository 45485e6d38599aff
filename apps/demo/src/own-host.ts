import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

import type { FastifyInstance } from 'fastify';

/**
 * Whether a `Host` is one of this machine: an address by its number, `localhost`, or the machine's own name. A page of the
 * web can have its own name lead here (DNS rebinding), and then looks like a page of the demo.
 */
export function isOwnHost(host: string | undefined): boolean {
  const name = nameOf(host);
  if (name === undefined) return false;
  const own = hostname().toLowerCase();
  return (
    isIP(name) !== 0 ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === own ||
    name === `${own}.local`
  );
}

/** The name in a `Host`, without its port; undefined for what no browser sends, such as a path behind it. */
function nameOf(host: string | undefined): string | undefined {
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const url = new URL(`http://${host}`);
  // An address leaves the port of its protocol out, a header may have it.
  return [url.host, `${url.hostname}:80`].includes(host.toLowerCase())
    ? url.hostname.replace(/^\[(.*)\]$/, '$1')
    : undefined;
}

/**
 * The host that links in mails name: that of the call where it is one of this machine, else where the demo listens. A number
 * has to be one that this machine has: any program can name another.
 */
export function hostForLinks(listens: string): (host: string) => string {
  const numbers = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map(({ address }) => address) ?? [],
  );
  const isHere = (name: string) => isIP(name) === 0 || name.startsWith('127.') || numbers.includes(name);
  return (host) => (isOwnHost(host) && isHere(nameOf(host) ?? '') ? host : listens);
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
