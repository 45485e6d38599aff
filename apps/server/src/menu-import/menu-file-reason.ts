import type { MenuFileReason } from './menu-file-error.ts';

const MEGABYTE = 1024 * 1024;

/** What is wrong with a menu file or a mapping, in words for a canteen manager. */
export function menuFileReason(reason: MenuFileReason): string {
  switch (reason.code) {
    case 'unknown-format':
      return `a menu is a file whose name ends with .xml (OpenMensa), .json or .csv, not with "${reason.found}"`;
    case 'too-large':
      return `the file is larger than ${Math.floor(reason.limitBytes / MEGABYTE)} MB`;
    case 'too-many-days':
      return `the file has more than ${reason.limit} days`;
    case 'too-many-dishes':
      return `the file has more than ${reason.limit} dishes`;
    case 'not-well-formed':
      return `the file is not well-formed ${reason.format} (${reason.detail})`;
    case 'not-utf-8':
      return `the file is ${reason.encoding === undefined ? 'not encoded as UTF-8' : `encoded as ${reason.encoding}, and has to be UTF-8`} (a spreadsheet saves it as "CSV UTF-8")`;
    case 'doctype':
      return 'the file has a DOCTYPE, which a menu does not need';
    case 'not-openmensa-2':
      return `the file is not an OpenMensa feed of version 2 (found ${reason.found})`;
    case 'unexpected-element':
      return `<${reason.element}> does not belong into <${reason.parent}>`;
    case 'unexpected-text':
      return `there is text in <${reason.element}> where none belongs`;
    case 'bad-date':
      return `"${reason.found}" is not a date like 2026-11-30`;
    case 'duplicate-day':
      return `the day ${reason.date} is in the file twice`;
    case 'duplicate-id':
      return `two dishes on ${reason.date} have the id "${reason.id}"`;
    case 'duplicate-modifier-group':
      return `two groups of a dish have the id "${reason.id}"`;
    case 'duplicate-modifier':
      return `two options of a dish have the id "${reason.id}"`;
    case 'modifier-limits':
      return reason.options === 0
        ? `the group "${reason.id}" has no options`
        : `of the group "${reason.id}" at least ${reason.min} and at most ${reason.max} of ${reason.options} are chosen, which nobody can do`;
    case 'too-many-modifiers':
      return `a dish has more than ${reason.limit} options`;
    case 'closed-with-dishes':
      return `the day ${reason.date} is closed and has dishes`;
    case 'no-name':
      return `a ${reason.element} has no name`;
    case 'duplicate-name':
      return 'a meal has two names';
    case 'bad-price':
      return `"${reason.found}" is not a price like 1.20; a dish without one has none`;
    case 'bad-role':
      return `"${reason.found}" is not a role that prices are for`;
    case 'duplicate-price':
      return `a meal has two prices for the role "${reason.role}"`;
    case 'missing-field':
      return `"${reason.field}" is missing`;
    case 'unknown-field':
      return `"${reason.field}" is nothing a menu knows`;
    case 'unknown-column':
      return `"${reason.column}" is no column of a menu; there are: ${reason.known.join(', ')}`;
    case 'no-column':
      return `"${reason.found}" stands in a column that the first line has no name for`;
    case 'cell-count':
      return `the row has ${reason.found} cells, and the first line names ${reason.expected} columns${reason.found > reason.expected ? '; what has the sign between cells in it, such as a price with a comma, stands in quotes' : ''}`;
    case 'duplicate-field':
      return `"${reason.field}" is there twice`;
    case 'bad-field':
      return `${reason.field ? `"${reason.field}"` : 'the file'} has to be ${reason.expected}, and is "${reason.found}"`;
    case 'too-long':
      return `"${reason.field}" is longer than ${reason.limit} characters`;
    case 'unreadable-sign':
      return `"${reason.field}" has a character in it that nobody can read`;
    case 'cut-off-price':
      return `the file ends with the price "${reason.found}" and without a line end, and other prices have ${reason.decimals} decimals: the file may be cut off; end the line if the price is right`;
    case 'no-days':
      return 'there is no day in the file';
    case 'all-past':
      return `every day is over (the last is ${reason.last}); --start moves the menu to days to come`;
    case 'no-open-weekday':
      return 'no weekday in the file is open, so there is nothing to begin with';
  }
}
