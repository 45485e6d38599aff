import { dishStatuses, healthIndexes } from '@refectory/domain/dish';
import { timeSpans } from '@refectory/domain/period';
import * as z from 'zod/mini';

import { Day, Moment } from './days.ts';
import { endpoint } from './endpoint.ts';
import { PortionPrice } from './price.ts';

const OptionalText = z.catch(z.optional(z.string()), undefined);
const OptionalMoment = z.catch(z.optional(Moment), undefined);
const OptionalCount = z.catch(z.optional(z.nullable(z.number())), undefined);

const Allergen = z.object({ shortName: z.string(), longName: OptionalText });
export type Allergen = z.output<typeof Allergen>;

const Product = z.object({
  id: z.optional(z.number()),
  name: OptionalText,
  image: OptionalText,
  description: OptionalText,
  size: OptionalText,
  healthIndex: z.catch(z.optional(z.enum(healthIndexes)), undefined),
  additionalData: z.catch(
    z.optional(z.array(z.object({ variableId: z.string(), value: z.unknown() }))),
    undefined,
  ),
  allergens: z.catch(z.optional(z.array(Allergen)), undefined),
});
export type Product = z.output<typeof Product>;

/** A dish on a day. An unknown status is READONLY; fields that are missing are not drawn. */
export const MenuItem = z.object({
  mealId: z.number(),
  date: Day,
  canteenId: z.number(),
  name: z.catch(z.string(), ''),
  group: z.catch(z.string(), ''),
  filter: z.catch(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  price: z.catch(z.optional(PortionPrice), undefined),
  status: z.catch(z.enum(dishStatuses), 'READONLY'),
  /** Portions left only with the setting `quantityIsRemaining` (C11). */
  quantity: OptionalCount,
  /** Portions left; 0 means sold out. */
  remaining: OptionalCount,
  allowMultipleOrder: z.catch(z.optional(z.boolean()), undefined),
  product: z.catch(z.optional(Product), undefined),
  orderUntil: OptionalMoment,
  cancelUntil: OptionalMoment,
  exchangeUntil: OptionalMoment,
  pickupFrom: OptionalMoment,
  pickupTo: OptionalMoment,
});
export type MenuItem = z.output<typeof MenuItem>;

/** A filter; plain texts are accepted, id = name (OQ-24). */
const MenuFilter = z.codec(
  z.union([z.string(), z.object({ id: z.string(), name: z.string() })]),
  z.object({ id: z.string(), name: z.string() }),
  {
    decode: (filter) => (typeof filter === 'string' ? { id: filter, name: filter } : filter),
    encode: (filter) => filter,
  },
);

export const Menu = z.object({
  canteenId: z.number(),
  timeSpan: z.catch(z.optional(z.enum(timeSpans)), undefined),
  filters: z.catch(z.array(MenuFilter), []),
  availableDays: z.catch(z.array(Day), []),
  menu: z.array(MenuItem),
  closedDays: z.optional(z.array(z.object({ date: Day, reason: OptionalText }))),
  serverTime: OptionalMoment,
});
export type Menu = z.output<typeof Menu>;

export const menu = {
  /**
   * The dishes of a canteen for a time span; `from` and `to` name the days, both included. Without
   * them the server answers for the day or week of the first day that can still be ordered.
   */
  getMenu: endpoint({
    path: '/canteenmenu',
    auth: 'session',
    query: z.object({
      timeSpan: z.enum(timeSpans),
      canteenId: z.number(),
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    response: Menu,
  }),
};
