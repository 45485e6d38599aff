import type { PlannedAllergen } from './menu-plan.ts';
import type { Language } from './texts.ts';

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

/** The number of one of the fourteen. */
export type AllergenNumber = keyof typeof EU_ALLERGENS;

/** An allergen as a dish carries it: its number as the short mark, its name as what it stands for. */
export function euAllergen(number: AllergenNumber): PlannedAllergen {
  return { shortName: String(number), longName: EU_ALLERGENS[number] };
}
