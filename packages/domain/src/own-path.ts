/** An origin that nobody has, to resolve addresses against. */
const OWN = 'http://own.invalid';

/**
 * The path, query and fragment of an address of this application; undefined for any other address, so that a remembered
 * path, a link or a picture can never lead to another site. It is read as browsers read it: `/\other.example` and
 * `/.//other.example` are no paths of ours.
 */
export function ownPath(address: string | undefined): string | undefined {
  if (!address?.startsWith('/') || !URL.canParse(address, OWN)) return undefined;
  const { origin, pathname, search, hash } = new URL(address, OWN);
  if (origin !== OWN || pathname.startsWith('//')) return undefined;
  return pathname + search + hash;
}
