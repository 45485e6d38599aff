/** What a basic `authorization` header says; the password may hold colons. // spec §7 */
export type BasicCredentials = { readonly userName: string; readonly password: string };

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** The credentials of a basic header, as UTF-8; undefined when it is none (AUTH-01). */
export function basicCredentials(header: string): BasicCredentials | undefined {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined; // Bytes that are no UTF-8 name nobody.
  }
  const colon = text.indexOf(':');
  // PostgreSQL has no NUL in texts, so no name and no password has one either.
  if (colon < 0 || text.includes('\0')) return undefined;
  return { userName: text.slice(0, colon), password: text.slice(colon + 1) };
}
