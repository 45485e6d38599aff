import type { terms } from '@refectory/contract/terms';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of the terms. */
export const termsHandlers: ServerHandlers<typeof terms> = {
  getTerms: notBuilt,
  acceptTerms: notBuilt,
};
