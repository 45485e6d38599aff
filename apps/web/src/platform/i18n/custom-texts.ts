import { lateAreas } from '@refectory/translations/late-areas';
import compile from 'icu-minify/compile';

import { warnOperator } from '#platform/settings/warn-operator.ts';

/** Areas whose texts the specification also knows by their bare names, like `messageServerUnavailable`. */
const BARE_NAMES_OF_BASE = ['Toasts', 'Error'];
const BARE_NAMES_OF = [...BARE_NAMES_OF_BASE, 'Form', 'Profile'];

/** What the bare names look like; one of an area that loads late cannot be told from one that is nowhere. */
const BARE_NAME = /^message[A-Z]/;

type Texts = Readonly<Record<string, unknown>>;
type Areas = Readonly<Record<string, Texts>>;

/** Where a text stands that a configuration names: `shell.menu`, or `messageServerUnavailable` alone. */
function placeOf(key: string, areas: Areas): readonly [area: string | undefined, name: string] {
  const [area, ...rest] = key.split('.');
  if (rest.length > 0) return [area, rest.join('.')];
  return [BARE_NAMES_OF.find((owner) => Object.hasOwn(areas[owner] ?? {}, key)), key];
}

/**
 * The texts of areas with a configuration's own over them. A text that replaces none, or that is no ICU message, is
 * left out and told: one of an area that loads late when that area loads, any other with those that every page needs.
 * The parser of messages comes with this module, which loads only where there are such texts.
 */
export function withCustomTexts<Loaded extends object>(
  loaded: Loaded,
  custom: Readonly<Record<string, string>>,
): Loaded {
  let areas = loaded as unknown as Areas;
  const isBase = BARE_NAMES_OF_BASE.every((area) => area in areas);
  for (const [key, text] of Object.entries(custom)) {
    const [area = '', name] = placeOf(key, areas);
    const isHere = Object.hasOwn(areas, area);
    const isElsewhere = !isHere && (!isBase || Object.hasOwn(lateAreas, area) || BARE_NAME.test(key));
    if (isElsewhere) continue;
    if (!isHere || !Object.hasOwn(areas[area] ?? {}, name)) {
      warnOperator(`There is no text "${key}" to replace.`);
      continue;
    }
    try {
      areas = { ...areas, [area]: { ...areas[area], [name]: compile(text) } };
    } catch (error) {
      warnOperator(`The text "${key}" of the configuration is ignored: ${String(error)}`);
    }
  }
  // A text takes the place of one that is there, so that the shape stays.
  return areas as unknown as Loaded;
}
