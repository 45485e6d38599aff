import { createHmac, timingSafeEqual } from 'node:crypto';

/** A device from which somebody signed in before: a signed cookie says so, and nothing is stored. */
const COOKIE = 'refectory-device';
/** Accounts of one device, those that signed in last: a family's, and not all who ever came to a shared one. */
const MOST_ACCOUNTS = 5;
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Too many to guess; 22 characters. */
const SIGNATURE_BYTES = 16;

/** An account that can be signed in to; after a new password its devices are not known any longer. */
export type KnownAccount = { readonly id: number; readonly passwordHash: string };

function signature(key: Buffer, { id, passwordHash }: KnownAccount): string {
  return (
    createHmac('sha256', key)
      // So that it never is the signature of anything else the key vouches for.
      .update(`device ${id} ${passwordHash}`)
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url')
  );
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function signaturesIn(cookies: string | undefined): string[] {
  const pair = (cookies ?? '')
    .split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(`${COOKIE}=`));
  const value = pair?.slice(COOKIE.length + 1) ?? '';
  return value === '' ? [] : value.split('.').slice(0, MOST_ACCOUNTS);
}

/** Whether somebody signed in to an account before from the device that sent these cookies. */
export function isKnownDevice(key: Buffer, cookies: string | undefined, account: KnownAccount): boolean {
  const own = signature(key, account);
  return signaturesIn(cookies).some((signed) => isEqual(signed, own));
}

/** The cookie that makes a device known to an account too, for a `Set-Cookie` header; `path` is that of signing in. */
export function knownDeviceCookie(
  key: Buffer,
  cookies: string | undefined,
  account: KnownAccount,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): string {
  const own = signature(key, account);
  const others = signaturesIn(cookies).filter((signed) => signed !== own && /^[\w-]{22}$/.test(signed));
  const value = [own, ...others].slice(0, MOST_ACCOUNTS).join('.');
  return [
    `${COOKIE}=${value}`,
    `Path=${path}`,
    `Max-Age=${ONE_YEAR_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}
