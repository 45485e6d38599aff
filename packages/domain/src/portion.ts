import type { DishStatus } from './dish.ts';
import type { Modifier, ModifierGroup, ModifierId, ModifierOption } from './modifiers.ts';
import { unitPrice, type UnitPrice } from './money.ts';

// What is chosen with a portion, and what it costs: apart from modifiers.ts, of which the offer needs nothing before something is chosen.

/** What the price of a portion of a dish follows from. */
type PricedDish = {
  readonly status: DishStatus;
  readonly price?: UnitPrice | undefined;
  readonly offers?:
    | readonly {
        readonly portions: number;
        readonly modifiers?: readonly Pick<ModifierOption, 'id'>[] | undefined;
      }[]
    | undefined;
  readonly product?: { readonly modifierGroups?: readonly ModifierGroup[] | undefined } | undefined;
};

const FREE = unitPrice(0);

/** The chosen options as the menu offers them now, in the order of the menu. */
export function modifiersOf(
  groups: readonly ModifierGroup[],
  chosen: ReadonlySet<ModifierId>,
): readonly Modifier[] {
  return groups
    .flatMap(({ options }) => options)
    .filter(({ id }) => chosen.has(id))
    .map(({ id, name, price = FREE }) => ({ id, name, price }));
}

/** The price of a portion with what was chosen. */
export function withModifierPrices(
  price: UnitPrice,
  modifiers: readonly Pick<ModifierOption, 'price'>[],
): UnitPrice {
  return unitPrice(modifiers.reduce<number>((sum, modifier) => sum + (modifier.price ?? 0), price));
}

/**
 * What can be taken with some portions of those that others offer of a dish: each choice that the server tells, as the menu
 * has it now, the least price first. None where nobody offers so many with the same choice, or the server does not tell.
 */
export function offeredChoices(
  { status, offers = [], product }: PricedDish,
  quantity: number,
): readonly (readonly Modifier[])[] {
  if (status !== 'EXCHANGE') return [];
  return offers
    .flatMap(({ portions, modifiers = [] }) => {
      const ids = new Set(modifiers.map(({ id }) => id));
      const chosen = modifiersOf(product?.modifierGroups ?? [], ids);
      // Something of it may no longer be on the menu.
      return portions >= quantity && chosen.length === ids.size ? [chosen] : [];
    })
    .toSorted((one, other) => withModifierPrices(FREE, one) - withModifierPrices(FREE, other));
}

/** What each of some portions of a dish costs, the least first: on exchange with what others chose with it. */
export function portionPrices(dish: PricedDish, quantity: number): readonly UnitPrice[] {
  const { price } = dish;
  if (price === undefined) return [];
  const choices = offeredChoices(dish, quantity);
  return [
    ...new Set((choices.length > 0 ? choices : [[]]).map((chosen) => withModifierPrices(price, chosen))),
  ];
}
