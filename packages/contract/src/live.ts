import { dishStatuses } from '@refectory/domain/dish';
import * as z from 'zod/mini';

import { Day } from './days.ts';
import { endpoint } from './endpoint.ts';
import { ModifierOption } from './menu.ts';
import { tolerant } from './tolerant.ts';

/** A dish ran out, came back, or can be had on exchange, or other portions of it are left. */
export const LiveDish = z.object({
  event: z.literal('dish'),
  mealId: z.number(),
  canteenId: z.number(),
  date: Day,
  /** As in the menu for a caller who has a price; an unknown one is READONLY. */
  status: z.catch(z.enum(dishStatuses), 'READONLY'),
  /** Portions left. */
  remaining: tolerant(z.number()),
  /** Of a dish on exchange, what customers offer: portions by the ids of what was chosen with them. */
  offers: tolerant(z.array(z.object({ portions: z.number(), modifiers: z.array(ModifierOption.shape.id) }))),
});
export type LiveDish = z.output<typeof LiveDish>;

/** The dishes, prices or closed days of a menu changed: it has to be read again. */
export const LiveMenu = z.object({
  event: z.literal('menu'),
  /** Whose menu; without it, every menu may have changed. */
  canteenId: tolerant(z.number()),
});

/** Orders of the caller changed, perhaps in another session of theirs: they have to be read again. Nobody else is told. */
export const LiveOrders = z.object({ event: z.literal('orders') });

/** Nothing happened until now; a stream that says nothing for three of them is dead. */
export const LiveTime = z.object({ event: z.literal('time') });

/** What a live stream tells. */
export const LiveEvent = z.union([LiveDish, LiveMenu, LiveOrders, LiveTime]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** The stream of what changes in the offer, and in the orders of the caller. */
export const live = {
  /**
   * What happens to the menus of all canteens from now on, where `live` is announced. The id of an event is a
   * moment of the server in milliseconds since 1970: given as `Last-Event-ID`, or the `serverTime` of a menu in its
   * place, the stream begins with what happened since. Something is said every 20 s.
   */
  watchOffer: endpoint({ path: '/live', auth: 'session', needs: 'offer', events: true, response: LiveEvent }),
};
