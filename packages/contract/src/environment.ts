import * as z from 'zod/mini';

/** The environment that a program is started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A start that is refused; the message is one sentence for whoever started it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}

/** The text of a variable; `what` says in the refusal what it is for, as in "names the PostgreSQL server to use". */
export function requiredVariable(environment: Environment, variable: string, what: string): string {
  const text = environment[variable];
  if (!text) throw new StartRefusal(`${variable} is missing: it ${what}.`);
  return text;
}

/** The origin that people reach the application at, by `PUBLIC_URL`. */
export function publicOrigin(environment: Environment): string {
  const text = requiredVariable(environment, 'PUBLIC_URL', 'is the address people reach the application at');
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new StartRefusal(`PUBLIC_URL has to be an http or https address, not "${text}".`);
  return new URL(text).origin;
}

/** Where a program listens, by `PORT` and `HOST`; the machine alone unless told. */
export function listeningPlace(
  { PORT, HOST }: Environment,
  usualPort: number,
): { readonly port: number; readonly host: string } {
  const text = PORT ?? String(usualPort);
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new StartRefusal(`PORT has to be a number up to 65535, not "${text}".`);
  return { port: Number(text), host: HOST ?? '127.0.0.1' };
}

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'] as const;

/** An address (`10.0.0.1`), a range (`10.0.0.0/8`) or a range of a known name. */
const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(NAMED_RANGES)]);

/** Proxies whose `X-Forwarded-For` is believed, by `TRUST_PROXY`, parted by commas; nobody's without. */
export function trustedProxies({ TRUST_PROXY }: Environment): string | undefined {
  const wrong = TRUST_PROXY?.split(',').find((part) => !z.safeParse(AddressRange, part.trim()).success);
  if (wrong !== undefined)
    throw new StartRefusal(
      `TRUST_PROXY has to name the addresses of proxies, like 10.0.0.7 or 10.0.0.0/8, not "${wrong.trim()}".`,
    );
  return TRUST_PROXY;
}

/** Why a program that wanted to listen there could not, in one sentence. */
export function whyNotListening(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use: stop what uses it, or choose another, as in PORT=4301.`;
    case 'EACCES':
      return `This account may not listen on port ${port}: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST has to be a name or an address of this machine, not "${host}".`;
    default:
      return `Refectory cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
