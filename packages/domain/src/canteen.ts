/** What of a canteen decides which one is shown. */
type KnownCanteen = { readonly id: number; readonly key?: string | undefined };

/** Whether the configured default names this canteen, as text, by its key or its id. */
function isNamed(canteen: KnownCanteen, configured: string | number): boolean {
  return canteen.key === String(configured) || String(canteen.id) === String(configured);
}

/** The canteen that the configured default names: a key goes before an id. */
export function defaultCanteen<Canteen extends KnownCanteen>(
  canteens: readonly Canteen[],
  configured: string | number | undefined,
): Canteen | undefined {
  if (configured === undefined) return undefined;
  const named = canteens.filter((canteen) => isNamed(canteen, configured));
  return named.find(({ key }) => key === String(configured)) ?? named[0];
}

/**
 * The canteen whose menu is shown: the first of the chosen ones that exists, else the configured default, else the
 * only one there is; undefined where it has to be asked for.
 */
export function canteenToShow<Canteen extends KnownCanteen>(
  canteens: readonly Canteen[],
  chosen: readonly (number | undefined)[],
  configured: string | number | undefined,
): Canteen | undefined {
  for (const wanted of chosen) {
    const found = canteens.find(({ id }) => id === wanted);
    if (found) return found;
  }
  return defaultCanteen(canteens, configured) ?? (canteens.length === 1 ? canteens[0] : undefined);
}
