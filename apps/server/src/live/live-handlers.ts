import type { live } from '@refectory/contract/live';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of the live stream. */
export const liveHandlers: ServerHandlers<typeof live> = {
  watchDishes: notBuilt,
};
