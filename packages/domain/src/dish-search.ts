/** What of a dish a search looks at. */
type SearchableDish = {
  readonly name?: string | undefined;
  readonly product?:
    | { readonly name?: string | undefined; readonly description?: string | undefined }
    | undefined;
};

/**
 * A text without case and accents, with ordinary spaces, as they are typed; the crossed l of Polish is no accent to
 * Unicode.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .toLowerCase()
    .replaceAll('ł', 'l');
}

/** Every dish is folded once: a search is made anew with every key. */
const folded = new WeakMap<SearchableDish, string>();

function foldedDish(dish: SearchableDish): string {
  let text = folded.get(dish);
  if (text === undefined) {
    const { name, product } = dish;
    text = foldText([name, product?.name, product?.description].filter(Boolean).join('\n'));
    folded.set(dish, text);
  }
  return text;
}

/**
 * The dishes in whose name, product's name or description every word of the text occurs, whatever its case and
 * accents; all of them for a text without a word.
 */
export function searchDishes<Dish extends SearchableDish>(
  dishes: readonly Dish[],
  text: string,
): readonly Dish[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return dishes;
  return dishes.filter((dish) => {
    const where = foldedDish(dish);
    return words.every((word) => where.includes(word));
  });
}
