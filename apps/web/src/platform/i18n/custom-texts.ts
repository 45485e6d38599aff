import type { Messages } from '@refectory/translations/messages';
import compile from 'icu-minify/compile';

import { warnOperator } from '#platform/settings/warn-operator.ts';

/** Areas whose texts the specification also knows by their bare names (OQ-98). */
const BARE_NAMES_OF = ['Toasts', 'Error'] as const satisfies readonly (keyof Messages)[];

type Area = Readonly<Record<string, unknown>>;
type Areas = Readonly<Record<string, Area | undefined>>;

/** Where a text stands that a configuration names: `shell.menu`, or `messageServerUnavailable` alone. */
function placeOf(key: string, areas: Areas): readonly [area: string, name: string] | undefined {
  const [area = '', ...rest] = key.split('.');
  if (rest.length > 0) return [area, rest.join('.')];
  const owner = BARE_NAMES_OF.find((name) => Object.hasOwn(areas[name] ?? {}, key));
  return owner && [owner, key];
}

/**
 * The texts of a language with a configuration's own over them; a text that is no ICU message is
 * left out and told. Its parser comes with this module, which loads only where there are such texts.
 */
export function withCustomTexts(messages: Messages, custom: Readonly<Record<string, string>>): Messages {
  let areas = messages as unknown as Areas;
  for (const [key, text] of Object.entries(custom)) {
    const place = placeOf(key, areas);
    if (!place) {
      warnOperator(`There is no text "${key}" to replace.`);
      continue;
    }
    const [area, name] = place;
    try {
      areas = { ...areas, [area]: { ...areas[area], [name]: compile(text) } };
    } catch (error) {
      warnOperator(`The text "${key}" of the configuration is ignored: ${String(error)}`);
    }
  }
  return areas as unknown as Messages;
}
