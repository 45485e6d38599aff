/** An origin that nobody has, to resolve addresses against. */
const OWN = 'http://own.invalid';

/** Whether browsers read an address of a page as one on its own origin, also from its own folder. */
export function isOnOwnOrigin(address: string): boolean {
  return URL.canParse(address, OWN) && new URL(address, OWN).origin === OWN;
}

/**
 * The path, query and fragment of an address of this application; undefined for any other address, so that a remembered
 * path, a link or a picture can never lead to another site. It is read as browsers read it: `/\other.example` and
 * `/.//other.example` are no paths of ours.
 */
export function ownPath(address: string | undefined): string | undefined {
  if (!address?.startsWith('/') || !isOnOwnOrigin(address)) return undefined;
  const { pathname, search, hash } = new URL(address, OWN);
  if (pathname.startsWith('//')) return undefined;
  return pathname + search + hash;
}
