import { distance } from 'fastest-levenshtein';

/** A name that differs in more than this share of its letters is another word, no slip. */
const MOST_CHANGED = 1 / 3;

/** The name that is meant by one that is misspelt; undefined where none is near. */
export function nearestName(misspelt: string, names: Iterable<string>): string | undefined {
  // Capitals are what most often goes wrong, as in `allowguests`.
  const far = (name: string) => distance(misspelt.toLowerCase(), name.toLowerCase());
  let nearest: { readonly name: string; readonly changes: number } | undefined;
  for (const name of names) {
    const changes = far(name);
    const isNear = changes <= Math.max(misspelt.length, name.length) * MOST_CHANGED;
    if (isNear && (nearest === undefined || changes < nearest.changes)) nearest = { name, changes };
  }
  return nearest?.name;
}

/** ` (did you mean allowGuests?)`; nothing where no name is near. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? '' : ` (did you mean ${name}?)`;
}
