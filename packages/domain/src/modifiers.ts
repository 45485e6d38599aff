import type { UnitPrice } from './money.ts';
import { modifiersOf } from './portion.ts';
import type { Texts } from './texts.ts';

/** The id of something to choose, which is only compared and sent back. */
export type ModifierId = number | string;

/** Something that can be chosen with a dish; its price is added to that of the portion. */
export type ModifierOption = {
  readonly id: ModifierId;
  readonly name: string;
  readonly price?: UnitPrice | undefined;
};

/** Options of which at least `min` and at most `max` are chosen. */
export type ModifierGroup = {
  readonly id: ModifierId;
  readonly name: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly options: readonly ModifierOption[];
};

/** Something chosen with a dish, as it was offered then. */
export type Modifier = { readonly id: ModifierId; readonly name: string; readonly price: UnitPrice };

/** Something chosen with a dish as its order keeps it: called and priced as the menu had it then. */
export type OrderedModifier = { readonly id: string; readonly name: Texts; readonly price: UnitPrice };

/** How many options of a group are chosen: what a menu asks for, as far as its options reach. */
export function modifierLimits({ min = 0, max, options }: ModifierGroup): {
  readonly min: number;
  readonly max: number;
} {
  const most = options.length;
  const least = Math.min(Math.max(min, 0), most);
  return { min: least, max: Math.min(Math.max(max ?? most, least), most) };
}

/** Which groups have fewer or more options chosen than they allow. */
export function unfinishedGroups(
  groups: readonly ModifierGroup[],
  chosen: ReadonlySet<ModifierId>,
): readonly ModifierGroup[] {
  return groups.filter((group) => {
    const { min, max } = modifierLimits(group);
    const count = group.options.filter(({ id }) => chosen.has(id)).length;
    return count < min || count > max;
  });
}

/** Why what was chosen cannot be ordered: it is not offered, or a group asks for more or fewer of its options. */
export function modifierFault(
  groups: readonly ModifierGroup[],
  chosen: ReadonlySet<ModifierId>,
): 'unknown-modifier' | 'modifier-count' | undefined {
  if (modifiersOf(groups, chosen).length < chosen.size) return 'unknown-modifier';
  return unfinishedGroups(groups, chosen).length > 0 ? 'modifier-count' : undefined;
}

/** The names of what was chosen, in one line; undefined where nothing was. */
export function modifierNames(chosen: readonly { readonly name: string }[] = []): string | undefined {
  return chosen.map(({ name }) => name).join(', ') || undefined;
}
