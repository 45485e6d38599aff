/** Half a character and NUL, which PostgreSQL does not store. */
export const UNSTORABLE_TEXT = /\p{Cs}|\0/u;

/** More levels than any value of the API has; those who write JSON go down one call a level. */
const MOST_LEVELS = 32;
/** A field is named by so many steps: a list, a place in it, and a name. What follows is the caller's own. */
const NAMED_STEPS = 3;

type Place = { readonly value: unknown; readonly path: readonly string[] };

/** The first field of a value that cannot be stored as JSON in PostgreSQL; undefined where all of it can. */
export function unstorableField(whole: unknown): string | undefined {
  const places: Place[] = [{ value: whole, path: [] }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path } = place;
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const isUnstorable =
      (typeof value === 'string' && UNSTORABLE_TEXT.test(value)) ||
      // As `1e400` is read.
      (typeof value === 'number' && !Number.isFinite(value)) ||
      entries.some(([name]) => UNSTORABLE_TEXT.test(name)) ||
      path.length > MOST_LEVELS;
    if (isUnstorable) return path.slice(0, NAMED_STEPS).join('.');
    places.push(...entries.toReversed().map(([name, part]) => ({ value: part, path: [...path, name] })));
  }
  return undefined;
}
