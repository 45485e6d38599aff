import type { PlannedAllergen } from './menu-plan.ts';
import { languages, type Language } from './texts.ts';

/** The fourteen allergens that have to be named with a dish, by their usual numbers. // Regulation (EU) 1169/2011, annex II */
export const EU_ALLERGENS = {
  1: {
    cs: 'Obiloviny obsahující lepek',
    en: 'Cereals containing gluten',
    pl: 'Zboża zawierające gluten',
    sk: 'Obilniny obsahujúce lepok',
  },
  2: { cs: 'Korýši', en: 'Crustaceans', pl: 'Skorupiaki', sk: 'Kôrovce' },
  3: { cs: 'Vejce', en: 'Eggs', pl: 'Jaja', sk: 'Vajcia' },
  4: { cs: 'Ryby', en: 'Fish', pl: 'Ryby', sk: 'Ryby' },
  5: { cs: 'Arašídy', en: 'Peanuts', pl: 'Orzeszki ziemne', sk: 'Arašidy' },
  6: { cs: 'Sója', en: 'Soybeans', pl: 'Soja', sk: 'Sója' },
  7: {
    cs: 'Mléko a mléčné výrobky',
    en: 'Milk and milk products',
    pl: 'Mleko i produkty mleczne',
    sk: 'Mlieko a mliečne výrobky',
  },
  8: { cs: 'Skořápkové plody', en: 'Tree nuts', pl: 'Orzechy', sk: 'Orechy' },
  9: { cs: 'Celer', en: 'Celery', pl: 'Seler', sk: 'Zeler' },
  10: { cs: 'Hořčice', en: 'Mustard', pl: 'Gorczyca', sk: 'Horčica' },
  11: { cs: 'Sezam', en: 'Sesame', pl: 'Sezam', sk: 'Sezam' },
  12: {
    cs: 'Oxid siřičitý a siřičitany',
    en: 'Sulphur dioxide and sulphites',
    pl: 'Dwutlenek siarki i siarczyny',
    sk: 'Oxid siričitý a siričitany',
  },
  13: { cs: 'Vlčí bob (lupina)', en: 'Lupin', pl: 'Łubin', sk: 'Vlčí bob (lupina)' },
  14: { cs: 'Měkkýši', en: 'Molluscs', pl: 'Mięczaki', sk: 'Mäkkýše' },
} as const satisfies Record<number, Readonly<Record<Language, string>>>;

/** The cereals and nuts that have to be named one by one, by the usual letters behind their number. // annex II, 1 and 8 */
export const EU_ALLERGEN_KINDS = {
  '1a': { cs: 'pšenice', en: 'wheat', pl: 'pszenica', sk: 'pšenica' },
  '1b': { cs: 'žito', en: 'rye', pl: 'żyto', sk: 'raž' },
  '1c': { cs: 'ječmen', en: 'barley', pl: 'jęczmień', sk: 'jačmeň' },
  '1d': { cs: 'oves', en: 'oats', pl: 'owies', sk: 'ovos' },
  '1e': { cs: 'špalda', en: 'spelt', pl: 'orkisz', sk: 'špalda' },
  '1f': { cs: 'kamut', en: 'khorasan wheat', pl: 'kamut', sk: 'kamut' },
  '8a': { cs: 'mandle', en: 'almonds', pl: 'migdały', sk: 'mandle' },
  '8b': { cs: 'lískové ořechy', en: 'hazelnuts', pl: 'orzechy laskowe', sk: 'lieskové orechy' },
  '8c': { cs: 'vlašské ořechy', en: 'walnuts', pl: 'orzechy włoskie', sk: 'vlašské orechy' },
  '8d': { cs: 'kešu ořechy', en: 'cashews', pl: 'orzechy nerkowca', sk: 'kešu orechy' },
  '8e': { cs: 'pekanové ořechy', en: 'pecan nuts', pl: 'orzeszki pekan', sk: 'pekanové orechy' },
  '8f': { cs: 'para ořechy', en: 'Brazil nuts', pl: 'orzechy brazylijskie', sk: 'para orechy' },
  '8g': { cs: 'pistácie', en: 'pistachios', pl: 'pistacje', sk: 'pistácie' },
  '8h': { cs: 'makadamové ořechy', en: 'macadamia nuts', pl: 'orzechy makadamia', sk: 'makadamové orechy' },
} as const satisfies Record<`${1 | 8}${string}`, Readonly<Record<Language, string>>>;

/** The number of one of the fourteen. */
export type AllergenNumber = keyof typeof EU_ALLERGENS;

/** A number with the letter of a cereal or nut. */
export type AllergenKind = keyof typeof EU_ALLERGEN_KINDS;

/** What a menu writes for an allergen: `7`, or `1a` for wheat. */
export type AllergenCode = `${AllergenNumber}` | AllergenKind;

/** Every code, in the order in which a dish shows them: `1`, `1a`, ..., `14`. */
export const allergenCodes: readonly AllergenCode[] = Object.keys(EU_ALLERGENS).flatMap((number) => [
  number as `${AllergenNumber}`,
  ...(Object.keys(EU_ALLERGEN_KINDS) as AllergenKind[]).filter((kind) => kind.slice(0, -1) === number),
]);

/** Whether a text is the code of an allergen. */
export function isAllergenCode(text: string): text is AllergenCode {
  return allergenCodes.some((code) => code === text);
}

/** An allergen as a dish carries it: its code as the short mark, its name as what it stands for. */
export function euAllergen(code: AllergenNumber | AllergenCode): PlannedAllergen {
  const shortName = String(code);
  const names = EU_ALLERGENS[Number.parseInt(shortName, 10) as AllergenNumber];
  if (!isKind(shortName)) return { shortName, longName: names };
  const kinds = EU_ALLERGEN_KINDS[shortName];
  const longName = Object.fromEntries(
    languages.map((language) => [language, `${names[language]}: ${kinds[language]}`]),
  );
  return { shortName, longName };
}

function isKind(code: string): code is AllergenKind {
  return code in EU_ALLERGEN_KINDS;
}
