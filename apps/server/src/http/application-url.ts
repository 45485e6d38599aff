import type { Settings } from '@refectory/contract/settings';
import type { FastifyRequest } from 'fastify';

/** Where the applications of a server are reached. */
export type ApplicationUrls = {
  /** The origin of all of them; where absent, it is the host that a call names. */
  readonly publicUrl?: string | undefined;
  /** The host to name for the one that a call names, which may be anything. */
  readonly hostFor?: ((host: string) => string) | undefined;
  readonly applications: readonly { readonly basePath: string; readonly settings: Pick<Settings, 'kiosk'> }[];
};

/**
 * Says for a call where its application is reached, without a slash at the end: links in mails begin with it. A call names the
 * path of its application, of which one that is served here counts. Mail is not read at a kiosk: its links lead to the origin.
 */
export function applicationUrl({
  publicUrl,
  hostFor = (host) => host,
  applications,
}: ApplicationUrls): (request: FastifyRequest) => string {
  const paths = new Set<unknown>(
    applications.filter(({ settings }) => !settings.kiosk).map(({ basePath }) => basePath),
  );
  return ({ protocol, host, headers }) => {
    const origin = publicUrl ?? `${protocol}://${hostFor(host)}`;
    const path = headers['x-asw-base-path'];
    return typeof path === 'string' && paths.has(path)
      ? new URL(path, origin).href.replace(/\/$/, '')
      : origin;
  };
}
