import { formFindings } from '@refectory/contract/form-findings';
import { positionOf, positionOfMistake } from '@refectory/contract/json-position';
import { Settings } from '@refectory/contract/settings';
import { settingsSchema, type JsonSchema } from '@refectory/contract/settings-schema';
import { featuresWithoutParameters } from '@refectory/contract/features';
import * as z from 'zod/mini';

/** Something wrong in a configuration file, or worth knowing; the place is counted from 1. */
export type ConfigFinding = { readonly line: number; readonly column: number; readonly text: string };

/** Entries that editors and people put into a file for themselves. */
const FOR_EDITORS: ReadonlySet<string> = new Set(['$schema']);

/** Paths of the entries of a value that its schema does not know: most often they are misspelt. */
function unknownEntries(value: unknown, schema: JsonSchema, path: readonly (string | number)[]): Path[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => unknownEntries(item, schema.items ?? {}, [...path, index]));
  const known = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties;
  if (typeof value !== 'object' || value === null || !known) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const own = [...path, name];
    const inner = Object.hasOwn(known, name) ? known[name] : undefined;
    return inner ? unknownEntries(child, inner, own) : [own];
  });
}
type Path = (string | number)[];

/** What is wrong in the text of a configuration, and what is worth knowing about it. */
export function checkConfig(text: string): {
  readonly mistakes: readonly ConfigFinding[];
  readonly notes: readonly ConfigFinding[];
} {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {
      mistakes: [{ ...positionOfMistake(text), text: 'the file is no JSON from here on' }],
      notes: [],
    };
  }
  const finding = (path: Path, words: string): ConfigFinding => ({
    ...positionOf(text, path),
    text: path.length === 0 ? words : `${path.join('.')}: ${words}`,
  });
  const notes = unknownEntries(json, settingsSchema('inline'), [])
    .filter((path) => !FOR_EDITORS.has(path.join('.')))
    .map((path) => finding(path, 'there is no such entry; it is ignored'));
  const parsed = z.safeParse(Settings, json, { error: z.locales.en().localeError });
  if (!parsed.success)
    return {
      mistakes: parsed.error.issues.map(({ path, message }) => finding(path as Path, message)),
      notes,
    };
  const mistakes = featuresWithoutParameters(parsed.data).map(({ feature, parameter }) =>
    finding([feature], `it is on, but ${parameter} is missing or cannot be used`),
  );
  const ofForms = formFindings(parsed.data).map(({ path, text: words }) => finding([...path], words));
  return { mistakes, notes: [...notes, ...ofForms] };
}
