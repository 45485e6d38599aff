import type { profile } from '@refectory/contract/profile';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of the customer's own profile. */
export const profileHandlers: ServerHandlers<typeof profile> = {
  updateCustomer: notBuilt,
  sendComment: notBuilt,
};
