import type { CalendarDay, TimeOfDay } from './day.ts';
import type { HealthIndex, OfferingState } from './dish.ts';
import type { OrderedModifier } from './modifiers.ts';
import type { UnitPrice } from './money.ts';
import type { PriceLevel, Subsidy } from './price-level.ts';
import type { Texts } from './texts.ts';

/** An allergen as a dish carries it: a short mark and what it stands for. */
export type PlannedAllergen = { readonly shortName: string; readonly longName: Texts };

/** Something more to say of a dish, under a name of the canteen's choice. */
export type PlannedProperty = { readonly variableId: string; readonly value: Texts };

/** Options of which at least `min` and at most `max` are chosen with a dish; the menu has no two options of one id. */
export type PlannedModifierGroup = {
  readonly id: string;
  readonly name: Texts;
  readonly min: number;
  readonly max: number;
  readonly options: readonly OrderedModifier[];
};

/** One dish on one day as a canteen plans it, from a file or by hand. */
export type PlannedDish = {
  /** Tells the dish from the day's others, the same at every import of the same plan. */
  readonly sourceKey: string;
  readonly name: Texts;
  readonly description?: Texts;
  readonly size?: Texts;
  readonly group: Texts;
  /** Ids of the filters the dish answers to. */
  readonly filters: readonly string[];
  readonly healthIndex?: HealthIndex;
  readonly allergens: readonly PlannedAllergen[];
  readonly additionalData: readonly PlannedProperty[];
  /** Address of a picture, absolute or from the server's root. */
  readonly image?: string;
  /** What can be chosen with it; absent for nothing. */
  readonly modifierGroups?: readonly PlannedModifierGroup[];
  readonly prices: Readonly<Partial<Record<PriceLevel, UnitPrice>>>;
  /** What is paid for customers of a level beside their price; absent for none. */
  readonly subsidies?: Readonly<Partial<Record<PriceLevel, Subsidy>>>;
  /** Portions the kitchen makes. */
  readonly capacity: number;
  readonly state: OfferingState;
  readonly allowMultipleOrder: boolean;
  readonly pickupFrom?: TimeOfDay;
  readonly pickupTo?: TimeOfDay;
};

/** One day of a plan: closed with a reason, or with dishes in the order of the menu. */
export type PlannedDay =
  | { readonly day: CalendarDay; readonly closed: { readonly reason: Texts } }
  | { readonly day: CalendarDay; readonly dishes: readonly PlannedDish[] };
