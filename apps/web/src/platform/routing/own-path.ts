/**
 * The path, query and fragment of an address of this application; undefined for any other address,
 * so that a remembered path or a link can never lead to another site.
 */
export function ownPath(address: string | undefined): string | undefined {
  if (!address?.startsWith('/')) return undefined;
  const { origin } = globalThis.location;
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.origin !== origin) return undefined;
  return url.pathname + url.search + url.hash;
}
