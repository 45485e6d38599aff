import { isAllergenCode } from '@refectory/domain/allergen';
import { isCalendarDay, type TimeOfDay } from '@refectory/domain/day';
import { healthIndexes } from '@refectory/domain/dish';
import { DISH_FILTERS, type DishFilter } from '@refectory/domain/dish-filter';
import { parseUnitPrice, unitPrice, type UnitPrice } from '@refectory/domain/money';
import { priceLevels, type PriceLevel, type Subsidy } from '@refectory/domain/price-level';
import { languages, type Texts } from '@refectory/domain/texts';
import { ownPath } from '@refectory/domain/own-path';
import * as z from 'zod/mini';

const PRICE = /^\d+(?:\.\d{1,4})?$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MAXIMUM_PORTIONS = 100_000;
/** An order names at most 100 options; with all of them at this price, its sum is exact. */
export const MAXIMUM_OPTIONS = 100;
const MAXIMUM_OPTION_PRICE = unitPrice(1_000_000 * 10_000);

/** The exact price that a file writes; undefined for any other text. */
export function unitPriceOf(text: string): UnitPrice | undefined {
  return PRICE.test(text) ? parseUnitPrice(text) : undefined;
}

/** A value of a file; `expected` follows "has to be" in the message. */
function value<T>(expected: string, parse: (found: unknown) => T | undefined) {
  return z.pipe(
    z.unknown(),
    z.transform((found, context): T => {
      const parsed = parse(found);
      if (parsed !== undefined) return parsed;
      context.issues.push({ code: 'custom', message: expected, input: found });
      return z.NEVER;
    }),
  );
}

function wordsOf(found: unknown): string | undefined {
  return typeof found === 'string' ? found.trim() || undefined : undefined;
}

function textsOf(found: unknown): Texts | undefined {
  if (typeof found === 'string') return found.trim() === '' ? undefined : { und: found.trim() };
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
  const entries = Object.entries(found).map(([language, text]) => [language, wordsOf(text)] as const);
  const isFine = ([language, text]: (typeof entries)[number]) =>
    text !== undefined && languages.some((known) => known === language);
  return entries.length > 0 && entries.every(isFine) ? Object.fromEntries(entries) : undefined;
}

function priceOf(found: unknown): UnitPrice | undefined {
  return typeof found === 'string' || typeof found === 'number' ? unitPriceOf(String(found)) : undefined;
}

type Prices = Readonly<Partial<Record<PriceLevel, UnitPrice>>>;

function pricesOf(found: unknown): Prices | undefined {
  if (typeof found !== 'object' || found === null) {
    const price = priceOf(found);
    return price === undefined ? undefined : Object.fromEntries(priceLevels.map((level) => [level, price]));
  }
  const entries = Object.entries(found).map(([level, price]) => [level, priceOf(price)] as const);
  const isFine = ([level, price]: (typeof entries)[number]) =>
    price !== undefined && priceLevels.some((known) => known === level);
  return entries.every(isFine) ? Object.fromEntries(entries) : undefined;
}

type Subsidies = Readonly<Partial<Record<PriceLevel, Subsidy>>>;

function subsidyOf(found: unknown): Subsidy | undefined {
  if (typeof found !== 'object' || found === null) return undefined;
  const parts = Object.entries(found).map(([part, amount]) => [part, priceOf(amount)] as const);
  if (!parts.every(([part, amount]) => (part === 'tax' || part === 'nonTax') && amount !== undefined))
    return undefined;
  return { tax: unitPrice(0), nonTax: unitPrice(0), ...Object.fromEntries(parts) };
}

function subsidiesOf(found: unknown): Subsidies | undefined {
  if (typeof found !== 'object' || found === null) return undefined;
  const entries = Object.entries(found).map(([level, subsidy]) => [level, subsidyOf(subsidy)] as const);
  const isFine = ([level, subsidy]: (typeof entries)[number]) =>
    subsidy !== undefined && priceLevels.some((known) => known === level);
  // None is stored as nothing.
  const paid = entries.filter(([, subsidy]) => subsidy && subsidy.tax + subsidy.nonTax > 0);
  return entries.every(isFine) ? Object.fromEntries(paid) : undefined;
}

function oneOf<T extends string>(choices: readonly T[]) {
  return value(`one of ${choices.join(', ')}`, (found) => choices.find((choice) => choice === found));
}

/** One text, in no language, or texts by language. */
export const FileTexts = value('a text, or texts by language such as { "cs": "…", "en": "…" }', textsOf);

/** Codes of allergens. */
export const FileAllergens = z.array(
  value('the number of an allergen, 1 to 14, or a number with its letter such as 1a', (found) =>
    typeof found === 'string' && isAllergenCode(found) ? found : undefined,
  ),
  { error: 'a list such as ["1a", "7"]' },
);

/** Ids of filters. */
export const FileFilters = z.array(oneOf(Object.keys(DISH_FILTERS) as DishFilter[]), {
  error: 'a list such as ["vegan"]',
});

/** How healthy a dish is. */
export const FileHealthIndex = oneOf(healthIndexes);

/** A day of the calendar. */
export const FileDate = value('a date like 2026-11-30', (found) =>
  typeof found === 'string' && isCalendarDay(found) ? found : undefined,
);

const Time = value('a time like 11:30', (found) =>
  typeof found === 'string' && TIME.test(found) ? (found as TimeOfDay) : undefined,
);

function count(least: number) {
  return value(`a whole number, ${least} to ${MAXIMUM_OPTIONS}`, (found) =>
    typeof found === 'number' && Number.isInteger(found) && found >= least && found <= MAXIMUM_OPTIONS
      ? found
      : undefined,
  );
}

const FileModifierOption = z.strictObject(
  {
    id: value('a text', wordsOf),
    name: FileTexts,
    price: z.optional(
      value('what it adds to the price of a portion, such as 15.50, at most 1000000', (found) => {
        const price = priceOf(found);
        return price !== undefined && price <= MAXIMUM_OPTION_PRICE ? price : undefined;
      }),
    ),
  },
  { error: 'something to choose such as { "id": "ham", "name": "Ham", "price": 15.50 }' },
);

/** Something to choose with a dish. */
const FileModifierGroup = z.strictObject(
  {
    id: value('a text', wordsOf),
    name: FileTexts,
    min: z.optional(count(0)),
    max: z.optional(count(1)),
    options: z.array(FileModifierOption, { error: 'a list of what can be chosen' }),
  },
  { error: 'a group such as { "id": "extras", "name": "Extras", "options": [] }' },
);
export type FileModifierGroup = z.output<typeof FileModifierGroup>;

/** A dish of a menu in our own formats. */
export const FileDish = z.strictObject({
  id: z.optional(value('a text', wordsOf)),
  name: FileTexts,
  group: FileTexts,
  description: z.optional(FileTexts),
  size: z.optional(FileTexts),
  image: z.optional(
    // Pages show pictures of their own origin only.
    value('the address of a picture on this server, such as /plates/cake.svg', (found) =>
      typeof found === 'string' && /^\S+$/.test(found) && ownPath(found) !== undefined ? found : undefined,
    ),
  ),
  price: z.optional(
    value(
      'a price like 45.90, or prices by level such as { "student": 39, "other": 45.90 }, or left out',
      pricesOf,
    ),
  ),
  subsidies: z.optional(
    value(
      'what is paid beside the price by level, such as { "student": { "tax": 20, "nonTax": 15.50 } }',
      subsidiesOf,
    ),
  ),
  modifierGroups: z.optional(z.array(FileModifierGroup, { error: 'a list of groups to choose from' })),
  portions: z.optional(
    value(`a number of portions, 0 to ${MAXIMUM_PORTIONS}`, (found) =>
      typeof found === 'number' && Number.isInteger(found) && found >= 0 && found <= MAXIMUM_PORTIONS
        ? found
        : undefined,
    ),
  ),
  healthIndex: z.optional(FileHealthIndex),
  filters: z.optional(FileFilters),
  allergens: z.optional(FileAllergens),
  notes: z.optional(z.array(value('a text', wordsOf), { error: 'a list of texts' })),
  allowMultipleOrder: z.optional(z.boolean({ error: 'yes or no (true or false in JSON)' })),
  pickupFrom: z.optional(Time),
  pickupTo: z.optional(Time),
});
export type FileDish = z.output<typeof FileDish>;
