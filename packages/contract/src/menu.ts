import { dishStatuses, healthIndexes } from '@refectory/domain/dish';
import { timeSpans } from '@refectory/domain/period';
import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { PortionPrice } from './price.ts';
import { AnyId, tolerant } from './tolerant.ts';

/** An allergen: its mark on the card, and its name. // spec §3, menu item */
export const Allergen = z.object({ shortName: z.string(), longName: tolerant(z.string()) });
export type Allergen = z.output<typeof Allergen>;

/** Something that can be chosen with a dish (OQ-32). */
export const ModifierOption = z.object({
  id: AnyId,
  name: z.string(),
  /** Added to the price of the portion. */
  price: tolerant(PortionPrice),
});

/** Things of which at least `min` and at most `max` are chosen with a dish (OQ-32). */
export const ModifierGroup = z.object({
  id: AnyId,
  name: z.string(),
  min: tolerant(z.number()),
  max: tolerant(z.number()),
  options: z.array(ModifierOption),
});

/** What is served. // spec §3, menu item */
export const Product = z.object({
  id: z.optional(z.number()),
  name: tolerant(z.string()),
  /** An address, absolute or from the page's origin. */
  image: tolerant(z.string()),
  description: tolerant(z.string()),
  size: tolerant(z.string()),
  /** An unknown one shows no mark. */
  healthIndex: tolerant(z.enum(healthIndexes)),
  additionalData: tolerant(z.array(z.object({ variableId: z.string(), value: z.unknown() }))),
  allergens: tolerant(z.array(Allergen)),
  modifierGroups: tolerant(z.array(ModifierGroup)),
});
export type Product = z.output<typeof Product>;

/** A dish on a day. Fields that are missing are not drawn. // spec §3 */
export const MenuItem = z.object({
  mealId: z.number(),
  date: Day,
  canteenId: z.number(),
  name: z.catch(z.string(), ''),
  group: z.catch(z.string(), ''),
  /** The filters it answers to, by id. */
  filter: tolerant(z.union([z.string(), z.array(z.string())])),
  /** The price of one portion for the caller. */
  price: tolerant(PortionPrice),
  /** An unknown one is READONLY. */
  status: z.catch(z.enum(dishStatuses), 'READONLY'),
  /** Portions left only with the setting `quantityIsRemaining` (C11). */
  quantity: tolerant(z.nullable(z.number())),
  /** Portions left; 0 means sold out. */
  remaining: tolerant(z.nullable(z.number())),
  /** More than one portion can be ordered at once. */
  allowMultipleOrder: tolerant(z.boolean()),
  product: tolerant(Product),
  /** The last moment to order it (B2). */
  orderUntil: tolerant(Moment),
  /** The last moment to cancel an order of it (B2). */
  cancelUntil: tolerant(Moment),
  /** The last moment to offer an order of it to others (B2). */
  exchangeUntil: tolerant(Moment),
  pickupFrom: tolerant(Moment),
  pickupTo: tolerant(Moment),
});
export type MenuItem = z.output<typeof MenuItem>;

const NamedFilter = z.object({
  id: z.string(),
  name: z.string(),
  /** Of those with `diet` a dish must have all that are chosen, of the others any. */
  kind: tolerant(z.enum(['diet'])),
});

/** A filter; plain texts are accepted, id = name (OQ-24). */
export const MenuFilter = z.codec(z.union([z.string(), NamedFilter]), NamedFilter, {
  decode: (filter) => (typeof filter === 'string' ? { id: filter, name: filter } : filter),
  encode: (filter) => filter,
});

/** A day without meals (B3). */
export const ClosedDay = z.object({ date: Day, reason: tolerant(z.string()) });

/** The dishes of a canteen for some days. // spec §3, menu response */
export const Menu = z.object({
  canteenId: z.number(),
  timeSpan: tolerant(z.enum(timeSpans)),
  filters: z.catch(z.array(MenuFilter), []),
  /** The days that have dishes, beyond those asked for. */
  availableDays: z.catch(z.array(Day), []),
  menu: z.array(MenuItem),
  closedDays: z.optional(z.array(ClosedDay)),
  /** The moment it is at the server (C9). */
  serverTime: tolerant(Moment),
});
export type Menu = z.output<typeof Menu>;

export const menu = {
  /**
   * The dishes of a canteen for a time span; `from` and `to` name the days, both included. Without
   * them the server answers for the day or week of the first day that can still be ordered. // spec §7
   */
  getMenu: endpoint({
    path: '/canteenmenu',
    auth: 'session',
    needs: 'offer',
    query: z.object({
      timeSpan: z.enum(timeSpans),
      canteenId: z.number(),
      /** The first day (OQ-23). */
      from: z.optional(Day),
      /** The last day, included (OQ-23). */
      to: z.optional(Day),
    }),
    response: Menu,
  }),
};
