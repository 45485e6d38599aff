import { dishStatuses } from '@refectory/domain/dish';
import * as z from 'zod/mini';

import { Day } from './days.ts';
import { endpoint } from './endpoint.ts';
import { tolerant } from './tolerant.ts';

/** A dish ran out, came back, or can be had on exchange (B5). An unknown status is READONLY. */
export const LiveDish = z.object({
  mealId: z.number(),
  canteenId: z.number(),
  date: Day,
  status: z.catch(z.enum(dishStatuses), 'READONLY'),
  /** Portions left. */
  remaining: tolerant(z.number()),
});
export type LiveDish = z.output<typeof LiveDish>;

export const live = {
  /** What happens to dishes from now on, where `live` is announced (C6). */
  watchDishes: endpoint({ path: '/live', auth: 'session', events: true, response: LiveDish }),
};
