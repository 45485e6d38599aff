import type { Texts } from '@refectory/domain/texts';

import { UNSTORABLE_TEXT } from '../http/unstorable.ts';
import type { MenuFileDay, MenuFileDish } from './menu-file.ts';
import { MenuFileError } from './menu-file-error.ts';

/** Group and name tell a dish from others, in an index whose entries are limited to 2,704 bytes. */
const MAXIMUM_NAME = 200;
const MAXIMUM_TEXT = 5_000;

/** Throws MenuFileError for a text that cannot be stored or shown, whatever the format of the file. */
export function checkTexts(days: readonly MenuFileDay[]): void {
  for (const day of days) {
    if ('closed' in day) checkText(day.line, 'closed', day.closed, MAXIMUM_NAME);
    else for (const dish of day.dishes) checkDish(dish);
  }
}

function checkDish(dish: MenuFileDish): void {
  const { line, id, name, group, description, size, image, notes, modifierGroups = [] } = dish;
  const short = { id, name, group, size };
  const long = { description, image };
  for (const [field, text] of Object.entries(short)) checkText(line, field, text, MAXIMUM_NAME);
  for (const [field, text] of Object.entries(long)) checkText(line, field, text, MAXIMUM_TEXT);
  for (const chosenOf of modifierGroups)
    for (const part of [chosenOf, ...chosenOf.options]) {
      checkText(line, 'id', part.id, MAXIMUM_NAME);
      checkText(line, 'name', part.name, MAXIMUM_NAME);
    }
  for (const note of notes) checkText(line, 'notes', note, MAXIMUM_TEXT);
}

function checkText(line: number, field: string, found: Texts | string | undefined, limit: number): void {
  for (const text of typeof found === 'string' ? [found] : Object.values(found ?? {})) {
    if (text.length > limit) throw new MenuFileError(line, { code: 'too-long', field, limit });
    if (UNSTORABLE_TEXT.test(text)) throw new MenuFileError(line, { code: 'unreadable-sign', field });
  }
}
