import type { Settings } from '@refectory/contract/settings';

import type { NotSent } from '../own-files.ts';
import type { EntryFinding, EntryPath } from './config-entry.ts';

/** Says of a name below `/files/` why the server would not send such a file; nothing where it would. */
export type WhyNotSent = (name: string) => NotSent | undefined;

/** What is said of a file that is not sent, by why. */
const notesOf = {
  missing: (name: string) => `there is no file "${name}" in the folder "files" beside the configuration`,
  elsewhere: (name: string) =>
    `"${name}" in the folder "files" leads out of it, so that it is not sent; put the file itself there`,
  special: (name: string) => `"${name}" in the folder "files" is a pipe or a device, so that it is not sent`,
} satisfies Record<NotSent, (name: string) => string>;

/** The files beside a configuration that it names and that are not sent. */
export function fileNotes(settings: Settings, whyNotSent: WhyNotSent): EntryFinding[] {
  return textsIn(settings, []).flatMap(([path, text]) =>
    [...new Set(filesNamedIn(text))].flatMap((name) => {
      const why = whyNotSent(name);
      return why === undefined ? [] : [{ path, text: notesOf[why](name) }];
    }),
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
