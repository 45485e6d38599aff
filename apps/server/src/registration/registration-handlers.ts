import type { registration } from '@refectory/contract/registration';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of registration. */
export const registrationHandlers: ServerHandlers<typeof registration> = {
  startRegistration: notBuilt,
  finishRegistration: notBuilt,
};
