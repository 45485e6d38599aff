import type { password } from '@refectory/contract/password';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of passwords. */
export const passwordHandlers: ServerHandlers<typeof password> = {
  changePassword: notBuilt,
  requestPasswordReset: notBuilt,
  resetPassword: notBuilt,
};
