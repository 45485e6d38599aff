import { expect, test } from 'vitest';
import { EU_ALLERGENS, euAllergen } from './allergen.ts';
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
