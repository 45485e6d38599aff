import * as z from 'zod/mini';

import type { MenuFileDay, MenuFileDish } from './menu-file.ts';
import { MenuFileError } from './menu-file-error.ts';
import { FileDate, FileDish, FileTexts } from './menu-file-schema.ts';
import { plannedModifierGroups } from './modifier-groups.ts';
import { readJson } from './read-json.ts';

const FileDay = z.strictObject(
  {
    date: FileDate,
    closed: z.optional(FileTexts),
    dishes: z.optional(z.array(FileDish, { error: 'a list of dishes' })),
  },
  { error: 'a day such as { "date": "2026-11-30", "dishes": [] }' },
);

const MenuJson = z.strictObject(
  { days: z.array(FileDay, { error: 'a list of days' }) },
  { error: 'a menu such as { "days": [] }' },
);

/** A dish of our own formats as every menu file has it; `lineOf` gives the line of a part of the dish. */
export function menuFileDish(
  lineOf: (path: readonly PropertyKey[]) => number,
  { price, notes, modifierGroups, ...dish }: FileDish,
): MenuFileDish {
  return {
    line: lineOf([]),
    ...dish,
    ...(modifierGroups && {
      modifierGroups: plannedModifierGroups(modifierGroups, (path) => lineOf(['modifierGroups', ...path])),
    }),
    prices: price ?? {},
    notes: notes ?? [],
  };
}

/** Reads a menu in our JSON (docs/menus.md) into its days, in the order of the file. */
export function readMenuJson(text: string): MenuFileDay[] {
  const { value, lineOf } = readJson(text, MenuJson);
  const dates = new Set<string>();
  return value.days.map(({ date, closed, dishes }, index) => {
    const line = lineOf(['days', index]);
    if (dates.has(date)) throw new MenuFileError(line, { code: 'duplicate-day', date });
    dates.add(date);
    if (closed === undefined) {
      if (dishes === undefined) throw new MenuFileError(line, { code: 'missing-field', field: 'dishes' });
      return {
        line,
        date,
        dishes: dishes.map((dish, place) =>
          menuFileDish((path) => lineOf(['days', index, 'dishes', place, ...path]), dish),
        ),
      };
    }
    if (dishes?.length) throw new MenuFileError(line, { code: 'closed-with-dishes', date });
    return { line, date, closed };
  });
}
