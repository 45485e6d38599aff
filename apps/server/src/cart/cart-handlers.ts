import type { cart } from '@refectory/contract/cart';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of the cart. */
export const cartHandlers: ServerHandlers<typeof cart> = {
  checkCart: notBuilt,
  submitCart: notBuilt,
};
