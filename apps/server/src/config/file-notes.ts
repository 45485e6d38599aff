import type { Settings } from '@refectory/contract/settings';

import type { EntryFinding, EntryPath } from './config-entry.ts';

/** Says of a name below `/files/` whether the server would send such a file. */
export type HasFile = (name: string) => boolean;

/** The files beside a configuration that it names and that are not there. */
export function fileNotes(settings: Settings, hasFile: HasFile): EntryFinding[] {
  return textsIn(settings, []).flatMap(([path, text]) =>
    [...new Set(filesNamedIn(text))]
      .filter((name) => !hasFile(name))
      .map((name) => ({
        path,
        text: `there is no file "${name}" in the folder "files" beside the configuration`,
      })),
  );
}

/** Every text of a value, with its place. */
function textsIn(value: unknown, path: EntryPath): (readonly [EntryPath, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => textsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => textsIn(inner, [...path, name]));
}

/** The files that a text names: as an address by itself, or in the HTML of a page. */
function filesNamedIn(text: string): string[] {
  const addresses = text.matchAll(/(?:^|\b(?:src|href)\s*=\s*["'])\/files\/([^"'?#]+)/gi);
  return [...addresses].map(([, name = '']) => decoded(name));
}

/** A part of an address as the name of a file; as it is written where it is not encoded. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
