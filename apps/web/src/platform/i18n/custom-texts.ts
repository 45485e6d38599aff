import { lateAreas } from '@refectory/translations/late-areas';
import { bareNamesOfBase, placeOf, type Areas } from '@refectory/translations/text-place';
import compile from 'icu-minify/compile';

import { warnOperator } from '#platform/settings/warn-operator.ts';

/** What the bare names look like; one of an area that loads late cannot be told from one that is nowhere. */
const BARE_NAME = /^message[A-Z]/;
/** A `#` in a compiled message. */
const POUND = 0;

/**
 * The placeholders and tags of a compiled message as they are written, `{count}` and `<b>`: a node is a list that begins
 * with its name, and the number of its kind comes before its choices. A tag has its content there, which may be a `#`.
 */
function placeholdersIn(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  return message.filter(Array.isArray).flatMap(([first, ...rest]: unknown[]) => {
    const name = String(first);
    const [kind, choices] = rest;
    if (typeof kind === 'number' && kind !== POUND)
      return [`{${name}}`, ...Object.values(choices ?? {}).flatMap(placeholdersIn)];
    return [rest.length === 0 ? `{${name}}` : `<${name}>`, ...placeholdersIn(rest)];
  });
}

/**
 * The texts of areas with a configuration's own over them. A text that replaces none, that is no ICU message, or that has
 * a placeholder the replaced one has not, is left out and told: one of an area that loads late when that area loads, any
 * other with those that every page needs. The parser of messages comes with this module, which loads only where there are
 * such texts.
 */
export function withCustomTexts<Loaded extends object>(
  loaded: Loaded,
  custom: Readonly<Record<string, string>>,
): Loaded {
  let areas = loaded as unknown as Areas;
  const isBase = bareNamesOfBase.every((area) => area in areas);
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
      const message = compile(text);
      const known = placeholdersIn(areas[area]?.[name]);
      const unknown = [...new Set(placeholdersIn(message))].filter(
        (placeholder) => !known.includes(placeholder),
      );
      if (unknown.length > 0)
        warnOperator(
          `The text "${key}" of the configuration is ignored: nothing is known here of ${unknown.join(', ')}.`,
        );
      else areas = { ...areas, [area]: { ...areas[area], [name]: message } };
    } catch (error) {
      warnOperator(`The text "${key}" of the configuration is ignored: ${String(error)}`);
    }
  }
  // A text takes the place of one that is there, so that the shape stays.
  return areas as unknown as Loaded;
}
