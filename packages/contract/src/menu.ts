import { dishStatuses, healthIndexes } from '@refectory/domain/dish';
import { timeSpans } from '@refectory/domain/period';
import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { PortionPrice } from './price.ts';
import { AnyId, tolerant, tolerantList } from './tolerant.ts';

/** An allergen: its mark on the card, and its name. */
export const Allergen = z.object({ shortName: z.string(), longName: tolerant(z.string()) });
export type Allergen = z.output<typeof Allergen>;

/** Something that can be chosen with a dish. */
export const ModifierOption = z.object({
  id: AnyId,
  name: z.string(),
  /** Added to the price of the portion. */
  price: tolerant(PortionPrice),
});

/** Things of which at least `min` and at most `max` are chosen with a dish. */
export const ModifierGroup = z.object({
  id: AnyId,
  name: z.string(),
  min: tolerant(z.number()),
  max: tolerant(z.number()),
  options: z.array(ModifierOption),
});

/** What is served. */
export const Product = z.object({
  id: z.optional(z.number()),
  name: tolerant(z.string()),
  /** An address, absolute or from the page's origin. */
  image: tolerant(z.string()),
  description: tolerant(z.string()),
  size: tolerant(z.string()),
  /** An unknown health index shows no mark. */
  healthIndex: tolerant(z.enum(healthIndexes)),
  additionalData: tolerantList(z.object({ variableId: z.string(), value: z.unknown() })),
  allergens: tolerant(z.array(Allergen)),
  modifierGroups: tolerant(z.array(ModifierGroup)),
});
export type Product = z.output<typeof Product>;

/** Portions that other customers offer, all with the same things chosen. */
export const OfferedPortions = z.object({
  portions: z.number(),
  /** What was chosen with them: only who chooses the same can take them. */
  modifiers: tolerant(z.array(ModifierOption)),
});

/** A dish on a day. Fields that are missing are not drawn. */
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
  /** An unknown status counts as READONLY. */
  status: z.catch(z.enum(dishStatuses), 'READONLY'),
  /** Portions left, but only where the setting `quantityIsRemaining` says so (C11). */
  quantity: tolerant(z.nullable(z.number())),
  /** Portions left; 0 means sold out. */
  remaining: tolerant(z.nullable(z.number())),
  /** Of a dish on exchange, what others offer. */
  offers: tolerant(z.array(OfferedPortions)),
  /** More than one portion can be ordered at once. */
  allowMultipleOrder: tolerant(z.boolean()),
  product: tolerant(Product),
  /** The last moment to order it. */
  orderUntil: tolerant(Moment),
  /** The last moment to cancel an order of it. */
  cancelUntil: tolerant(Moment),
  /** The last moment to offer an order of it to others. */
  exchangeUntil: tolerant(Moment),
  pickupFrom: tolerant(Moment),
  pickupTo: tolerant(Moment),
});
export type MenuItem = z.output<typeof MenuItem>;

const NamedFilter = z.object({
  id: z.string(),
  name: z.string(),
  /** A dish has to have all chosen filters of the kind `diet`, and at least one of the other chosen ones. */
  kind: tolerant(z.enum(['diet'])),
});

/** A filter. A plain text is accepted in its place: it is both id and name. */
export const MenuFilter = z.codec(z.union([z.string(), NamedFilter]), NamedFilter, {
  decode: (filter) => (typeof filter === 'string' ? { id: filter, name: filter } : filter),
  encode: (filter) => filter,
});

/** A day without meals. */
export const ClosedDay = z.object({ date: Day, reason: tolerant(z.string()) });

/** The dishes of a canteen for some days. */
export const Menu = z.object({
  canteenId: z.number(),
  timeSpan: tolerant(z.enum(timeSpans)),
  filters: z.catch(z.array(MenuFilter), []),
  /** All days that have dishes, also those that were not asked for. */
  availableDays: z.catch(z.array(Day), []),
  menu: z.array(MenuItem),
  closedDays: z.optional(z.array(ClosedDay)),
  /** Portions that others offer today, where today is not among the days of the answer. */
  offeredToday: tolerant(z.number()),
  /** The server's time. */
  serverTime: tolerant(Moment),
});
export type Menu = z.output<typeof Menu>;

/** The call that reads a menu. */
export const menu = {
  /**
   * The dishes of a canteen for a time span; `from` and `to` name the days, both included. Without
   * them the server answers for the day or week of the first day that can still be ordered.
   */
  getMenu: endpoint({
    path: '/canteenmenu',
    auth: 'session',
    needs: 'offer',
    query: z.object({
      timeSpan: z.enum(timeSpans),
      canteenId: z.number(),
      /** The first day. */
      from: z.optional(Day),
      /** The last day, included. */
      to: z.optional(Day),
    }),
    response: Menu,
  }),
};
