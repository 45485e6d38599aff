import type { MenuFileReason } from './menu-file-error.ts';
import type { ImportWarning } from './open-mensa.ts';

const MEGABYTE = 1024 * 1024;

/** What is wrong with a menu file, in words for a canteen manager. */
export function menuFileReason(reason: MenuFileReason): string {
  switch (reason.code) {
    case 'too-large':
      return `the file is larger than ${Math.floor(reason.limitBytes / MEGABYTE)} MB`;
    case 'not-well-formed':
      return `the file is not well-formed XML (${reason.detail})`;
    case 'not-utf-8':
      return `the file is encoded as ${reason.encoding}, and has to be UTF-8`;
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
    case 'closed-with-dishes':
      return `the day ${reason.date} is closed and has dishes`;
    case 'no-name':
      return `a ${reason.element} has no name`;
    case 'duplicate-name':
      return 'a meal has two names';
    case 'bad-price':
      return `"${reason.found}" is not a price like 1.20`;
    case 'bad-role':
      return `"${reason.found}" is not a role that prices are for`;
    case 'duplicate-price':
      return `a meal has two prices for the role "${reason.role}"`;
    case 'no-open-weekday':
      return 'no weekday in the file is open, so there is nothing to begin with';
  }
}

/** What an import did not take as it stands in the file, in words for a canteen manager. */
export function importWarning(warning: ImportWarning): string {
  const { line, day } = warning;
  switch (warning.code) {
    case 'no-price':
      return `line ${line}: "${warning.name}" on ${day} has no price; it is shown and cannot be ordered`;
    case 'pupil-price':
      return `line ${line}: the price for pupils of "${warning.name}" on ${day} was left out`;
    case 'levels-without-price':
      return `line ${line}: "${warning.name}" on ${day} has no price for: ${warning.levels.join(', ')}`;
    case 'before-start':
      return `line ${line}: the weekend day ${day} with ${warning.dishes} dishes lies before the start and was left out`;
  }
}
