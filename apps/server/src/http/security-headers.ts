import type { Settings } from '@refectory/contract/settings';
import { isNamedOrigin } from '@refectory/domain/web-address';
import type { FastifyInstance } from 'fastify';

/** One year, what browsers ask of sites that are never to be reached without TLS. */
const HSTS_SECONDS = 31_536_000;

/** An API answer opened as a page shows nothing and runs nothing. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The origin of an address that is not on the page's own; undefined for a path. */
function foreignOrigin(address: string, publicUrl: string | undefined): string | undefined {
  if (!/^[a-z]+:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  // Any other would write a directive of its own into the policy.
  if (!isNamedOrigin(origin)) return undefined;
  return publicUrl !== undefined && new URL(publicUrl).origin === origin ? undefined : origin;
}

/** The settings that name what pages connect to. */
type ConnectedSettings = Pick<Settings, 'apiUrl' | 'cardReaderUrl' | 'topUpGateways'>;

/** The policy of the pages: only what comes from this origin, scripts and styles never inline. */
export function pagePolicy(
  { apiUrl, cardReaderUrl, topUpGateways }: ConnectedSettings,
  publicUrl: string | undefined,
): string {
  const addresses = [apiUrl, cardReaderUrl, ...topUpGateways.map(({ url }) => url)];
  const others = new Set(
    addresses
      .map((address) => address && foreignOrigin(address, publicUrl))
      .filter((origin) => origin !== undefined && origin !== ''),
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...others].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types apphtml dompurify',
  ].join('; ');
}

/**
 * The headers of an answer at an address: those of the API have a policy of their own, and pages that of the settings of
 * their application.
 */
export function securityHeaders(options: {
  /** The settings of the application that an address belongs to. */
  settingsAt: (address: string) => ConnectedSettings;
  publicUrl: string | undefined;
}): (address: string) => Readonly<Record<string, string>> {
  const common = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(options.publicUrl?.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
    }),
  };
  const pages = new Map<ConnectedSettings, Readonly<Record<string, string>>>();
  const pageOf = (settings: ConnectedSettings) => {
    const headers = pages.get(settings) ?? {
      ...common,
      'Content-Security-Policy': pagePolicy(settings, options.publicUrl),
    };
    pages.set(settings, headers);
    return headers;
  };
  const api = { ...common, 'Content-Security-Policy': API_POLICY };
  return (address) => (isApiAddress(address) ? api : pageOf(options.settingsAt(address)));
}

/** Whether an address belongs to the API. */
export function isApiAddress(address: string): boolean {
  return /^\/api(?:[/?#]|$)/.test(address);
}

/** Puts the security headers and the time on every answer that the framework sends, its errors included. */
export function addSecurityHeaders(
  app: FastifyInstance,
  headersOf: (address: string) => Readonly<Record<string, string>>,
  dateNow: () => string,
): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // By the route, since an address may be written in several ways.
    reply.headers(headersOf(request.routeOptions.url ?? request.url));
    // A browser refreshes this header of a kept answer with every 304, so the application always learns the
    // server's time, also when the clock is shifted.
    reply.header('Date', dateNow());
    done();
  });
}
