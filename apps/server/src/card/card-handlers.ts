import type { card } from '@refectory/contract/card';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of a card. */
export const cardHandlers: ServerHandlers<typeof card> = {
  startCardChange: notBuilt,
  finishCardChange: notBuilt,
  startCardRevocation: notBuilt,
  finishCardRevocation: notBuilt,
  unblockCard: notBuilt,
  resetVirtualCard: notBuilt,
};
