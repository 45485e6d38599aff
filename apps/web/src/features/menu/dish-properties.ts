import type { Product } from '@refectory/contract/menu';

/** A text about a product, under the variable of a program that it is the value of. */
export type DishProperty = { readonly id: string; readonly text: string };

/**
 * The additional data of a product, ready to be read. Several values of one variable, as the notes of a menu file,
 * stand together. The variable's name is for programs, in no language, so a value has to say it all: a yes or no
 * says nothing.
 */
export function propertiesOf({ additionalData = [] }: Pick<Product, 'additionalData'>): DishProperty[] {
  const texts = new Map<string, string[]>();
  for (const { variableId, value } of additionalData) {
    const own = [value].flat().filter((part) => typeof part === 'string' || typeof part === 'number');
    const all = [...(texts.get(variableId) ?? []), ...own.map(String)].filter(Boolean);
    if (all.length > 0) texts.set(variableId, all);
  }
  return [...texts].map(([id, several]) => ({ id, text: [...new Set(several)].join(', ') }));
}
