import type { AllergenCode } from '@refectory/domain/allergen';
import type { CalendarDay, TimeOfDay } from '@refectory/domain/day';
import type { HealthIndex } from '@refectory/domain/dish';
import type { DishFilter } from '@refectory/domain/dish-filter';
import type { PlannedModifierGroup } from '@refectory/domain/menu-plan';
import type { UnitPrice } from '@refectory/domain/money';
import type { PriceLevel, Subsidy } from '@refectory/domain/price-level';
import type { Language, Texts } from '@refectory/domain/texts';

/** A dish as its file has it, before notes are understood and prices filled in. */
export type MenuFileDish = {
  readonly line: number;
  /** What tells the dish from the day's others even when its name changes. */
  readonly id?: string | undefined;
  readonly name: Texts;
  readonly group: Texts;
  readonly description?: Texts | undefined;
  readonly size?: Texts | undefined;
  readonly image?: string | undefined;
  readonly prices: Readonly<Partial<Record<PriceLevel, UnitPrice>>>;
  readonly subsidies?: Readonly<Partial<Record<PriceLevel, Subsidy>>> | undefined;
  /** Roles with a price that are no level of ours. */
  readonly otherRoles?: readonly string[];
  /** What can be chosen with it. */
  readonly modifierGroups?: readonly PlannedModifierGroup[] | undefined;
  readonly portions?: number | undefined;
  readonly allergens?: readonly AllergenCode[] | undefined;
  readonly filters?: readonly DishFilter[] | undefined;
  readonly healthIndex?: HealthIndex | undefined;
  /** Words of the file; a mapping says what they mean. */
  readonly notes: readonly string[];
  readonly allowMultipleOrder?: boolean | undefined;
  readonly pickupFrom?: TimeOfDay | undefined;
  readonly pickupTo?: TimeOfDay | undefined;
};

/** A day as its file has it: closed with a reason, or with dishes, of which there may be none. */
export type MenuFileDay = {
  readonly line: number;
  readonly date: CalendarDay;
  /** The last cell of a file that ends without a line end, so that nobody knows whether the cell is whole. */
  readonly unended?: { readonly line: number; readonly found: string };
} & ({ readonly closed: Texts } | { readonly dishes: readonly MenuFileDish[] });

/** Why a day is closed, where its file does not say. */
export const closedReason: Readonly<Record<Language, string>> = {
  cs: 'Zavřeno',
  en: 'Closed',
  pl: 'Nieczynne',
  sk: 'Zatvorené',
};
