import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';

/** A canteen; its `key` is what settings call it. */
export const Canteen = z.object({ id: z.number(), name: z.string(), key: z.optional(z.string()) });
export type Canteen = z.output<typeof Canteen>;

/** The call that lists the canteens. */
export const canteens = {
  /** Every canteen one can order from. */
  listCanteens: endpoint({
    path: '/canteens',
    auth: 'session',
    response: z.object({ canteens: z.array(Canteen) }),
    payload: 'canteens',
  }),
};
