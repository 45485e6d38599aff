import type { DishStatus } from './dish.ts';
import type { Modifier, ModifierGroup, ModifierId, ModifierOption } from './modifiers.ts';
import { unitPrice, type UnitPrice } from './money.ts';

// What is chosen with a portion, and what it costs: apart from modifiers.ts, of which the offer needs nothing before something is chosen.

/** What the price of a portion of a dish follows from. */
type PricedDish = {
  readonly status: DishStatus;
  readonly price?: UnitPrice | undefined;
  readonly offers?:
    | readonly { readonly modifiers?: readonly Pick<ModifierOption, 'id'>[] | undefined }[]
    | undefined;
  readonly product?: { readonly modifierGroups?: readonly ModifierGroup[] | undefined } | undefined;
};

/** The chosen options as the menu offers them now, in the order of the menu. */
export function modifiersOf(
  groups: readonly ModifierGroup[],
  chosen: ReadonlySet<ModifierId>,
): readonly Modifier[] {
  return groups
    .flatMap(({ options }) => options)
    .filter(({ id }) => chosen.has(id))
    .map(({ id, name, price = 0 as UnitPrice }) => ({ id, name, price }));
}

/** The price of a portion with what was chosen. */
export function withModifierPrices(
  price: UnitPrice,
  modifiers: readonly Pick<ModifierOption, 'price'>[],
): UnitPrice {
  return unitPrice(modifiers.reduce<number>((sum, modifier) => sum + (modifier.price ?? 0), price));
}

/** What was chosen with the portions that others offer, as the menu has it now; undefined where that is not one choice. */
export function offeredAlike({ status, offers = [], product }: PricedDish): readonly Modifier[] | undefined {
  if (status !== 'EXCHANGE' || offers.length !== 1) return undefined;
  const ids = offers[0]?.modifiers?.map(({ id }) => id) ?? [];
  const chosen = modifiersOf(product?.modifierGroups ?? [], new Set(ids));
  // Something of it may no longer be on the menu.
  return chosen.length === ids.length ? chosen : undefined;
}

/** The price of one portion of a dish: of one on exchange with what others chose with it, where they chose alike. */
export function portionPrice(dish: PricedDish): UnitPrice | undefined {
  return dish.price === undefined ? undefined : withModifierPrices(dish.price, offeredAlike(dish) ?? []);
}
