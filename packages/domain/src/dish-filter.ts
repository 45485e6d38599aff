import type { Language } from './texts.ts';

/** The filters a dish can answer to, by id, with the names customers choose from. */
export const DISH_FILTERS = {
  vegetarian: { cs: 'Vegetariánské', en: 'Vegetarian', pl: 'Wegetariańskie', sk: 'Vegetariánske' },
  vegan: { cs: 'Veganské', en: 'Vegan', pl: 'Wegańskie', sk: 'Vegánske' },
  glutenFree: { cs: 'Bez lepku', en: 'Gluten-free', pl: 'Bez glutenu', sk: 'Bez lepku' },
  lactoseFree: { cs: 'Bez laktózy', en: 'Lactose-free', pl: 'Bez laktozy', sk: 'Bez laktózy' },
  healthy: { cs: 'Zdravé', en: 'Healthy', pl: 'Zdrowe', sk: 'Zdravé' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

/** The id of a filter. */
export type DishFilter = keyof typeof DISH_FILTERS;
