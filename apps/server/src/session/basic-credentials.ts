/** What a basic `authorization` header says; the password may hold colons. */
export type BasicCredentials = { readonly userName: string; readonly password: string };

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** The token of a card in an `authorization` header, behind the word of the settings; undefined for any other header. */
export function cardCredentials(header: string, scheme: string): string | undefined {
  const [word = '', token = '', ...more] = header.split(/ +/);
  return word.toLowerCase() === scheme.toLowerCase() && more.length === 0 ? token : undefined;
}

/** The credentials of a basic header, as UTF-8; undefined for any other header. */
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
