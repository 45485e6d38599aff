import { expect, test } from 'vitest';
import { allergenCodes, EU_ALLERGENS, euAllergen, isAllergenCode } from './allergen.ts';
import { languages } from './texts.ts';

test('the table has the fourteen numbers, each named in every language', () => {
  expect(Object.keys(EU_ALLERGENS).map(Number)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  for (const names of Object.values(EU_ALLERGENS)) {
    for (const language of languages) expect(names[language]).toMatch(/^\p{Lu}/u);
  }
});

test('OFFER-27 a dish carries the number as short name and the name as long name', () => {
  expect(euAllergen(9)).toEqual({
    shortName: '9',
    longName: { cs: 'Celer', en: 'Celery', pl: 'Seler', sk: 'Zeler' },
  });
});

test('OFFER-27 a cereal or a nut is named behind the allergen it belongs to', () => {
  expect(euAllergen('1a')).toEqual({
    shortName: '1a',
    longName: {
      cs: 'Obiloviny obsahující lepek: pšenice',
      en: 'Cereals containing gluten: wheat',
      pl: 'Zboża zawierające gluten: pszenica',
      sk: 'Obilniny obsahujúce lepok: pšenica',
    },
  });
  expect(euAllergen('8h').longName.en).toBe('Tree nuts: macadamia nuts');
});

test('the codes stand in the order of a menu, and nothing else is one', () => {
  expect(allergenCodes.slice(0, 4)).toEqual(['1', '1a', '1b', '1c']);
  expect(allergenCodes.slice(-7)).toEqual(['8h', '9', '10', '11', '12', '13', '14']);
  for (const text of ['15', '0', '1g', '7a', '01', '', 'toString']) expect(isAllergenCode(text)).toBe(false);
});
