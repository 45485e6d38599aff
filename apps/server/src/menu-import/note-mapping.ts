import { allergenCodes, type AllergenCode } from '@refectory/domain/allergen';
import { healthIndexes, type HealthIndex } from '@refectory/domain/dish';
import { DISH_FILTERS, type DishFilter } from '@refectory/domain/dish-filter';
import type { PlannedProperty } from '@refectory/domain/menu-plan';
import type { Language } from '@refectory/domain/texts';
import * as z from 'zod/mini';

import { FileAllergens, FileFilters, FileHealthIndex, FileTexts } from './menu-file-schema.ts';
import defaultNotes from './note-mapping.json';
import { readJson } from './read-json.ts';

/** What a note of a menu file means. */
const NoteMeaning = z.strictObject(
  {
    healthIndex: z.optional(FileHealthIndex),
    filters: z.optional(FileFilters),
    allergens: z.optional(FileAllergens),
    additive: z.optional(FileTexts),
    mark: z.optional(FileTexts),
  },
  { error: 'a meaning such as { "allergens": ["7"] }, or {} to leave the note out' },
);
type NoteMeaning = z.output<typeof NoteMeaning>;

const MappingFile = z.strictObject(
  { notes: z.record(z.string(), NoteMeaning, { error: 'notes with their meanings' }) },
  { error: 'a mapping such as { "notes": { "milk": { "allergens": ["7"] } } }' },
);

/** Meanings of notes, by the note as `normalized` has it. */
export type NoteMapping = ReadonlyMap<string, NoteMeaning>;

/** Upper and lower case, and white space, make no other note. */
const normalized = (note: string) => note.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

function mappingOf({ notes }: z.output<typeof MappingFile>): NoteMapping {
  return new Map(Object.entries(notes).map(([note, meaning]) => [normalized(note), meaning]));
}

/** A meaning of the mapping that is built in: other mappings may leave languages out. */
type MeaningInEveryLanguage = {
  readonly additive?: Readonly<Record<Language, string>>;
  readonly mark?: Readonly<Record<Language, string>>;
  readonly [other: string]: unknown;
};

const builtIn = defaultNotes satisfies { readonly notes: Readonly<Record<string, MeaningInEveryLanguage>> };

/** The mapping that is built in, for notes that a mapping file of the canteen says nothing of. */
export const defaultMapping: NoteMapping = mappingOf(MappingFile.parse(builtIn));

/** The default with a mapping file over it; throws MenuFileError for any other file. */
export function readMapping(text: string): NoteMapping {
  return new Map([...defaultMapping, ...mappingOf(readJson(text, MappingFile).value)]);
}

/** What notes say of a dish, together. */
export type NotesMeaning = {
  /** Of several the least healthy. */
  readonly healthIndex: HealthIndex | undefined;
  readonly filters: readonly DishFilter[];
  readonly allergens: readonly AllergenCode[];
  readonly additionalData: readonly PlannedProperty[];
  /** Notes the mapping does not know; they are among the additional data as they are. */
  readonly unknown: readonly string[];
};

/** What notes mean, by a mapping. */
export function meaningOf(notes: readonly string[], mapping: NoteMapping): NotesMeaning {
  const known = notes.map((note) => [note, mapping.get(normalized(note))] as const);
  const meanings = known.flatMap(([, meaning]) => meaning ?? []);
  const allergens = new Set(meanings.flatMap((meaning) => meaning.allergens ?? []));
  const filters = new Set(meanings.flatMap((meaning) => meaning.filters ?? []));
  return {
    healthIndex: healthIndexes.find((index) => meanings.some(({ healthIndex }) => healthIndex === index)),
    filters: (Object.keys(DISH_FILTERS) as DishFilter[]).filter((filter) => filters.has(filter)),
    allergens: allergenCodes.filter((code) => allergens.has(code)),
    additionalData: known.flatMap(([note, meaning]): PlannedProperty[] => {
      if (meaning === undefined) return [{ variableId: 'note', value: { und: note } }];
      const { additive, mark } = meaning;
      return [
        ...(mark ? [{ variableId: 'mark', value: mark }] : []),
        ...(additive ? [{ variableId: 'additive', value: additive }] : []),
      ];
    }),
    unknown: known.flatMap(([note, meaning]) => (meaning ? [] : [note])),
  };
}
