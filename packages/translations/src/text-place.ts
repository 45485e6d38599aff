/** Areas of every page whose texts the specification also knows by their bare names, like `messageServerUnavailable`. */
export const bareNamesOfBase = ['Toasts', 'Error'] as const;
const bareNamesOf = [...bareNamesOfBase, 'Form', 'Profile'] as const;

/** Texts by area and name. */
export type Areas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Where a text stands that a configuration names: `shell.menu`, or `messageServerUnavailable` alone, which is looked for
 * in the areas that are given.
 */
export function placeOf(key: string, areas: Areas): readonly [area: string | undefined, name: string] {
  const [area, ...rest] = key.split('.');
  if (rest.length > 0) return [area, rest.join('.')];
  return [bareNamesOf.find((owner) => Object.hasOwn(areas[owner] ?? {}, key)), key];
}
