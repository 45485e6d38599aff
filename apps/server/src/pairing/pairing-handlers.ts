import type { pairing } from '@refectory/contract/pairing';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of pairings. */
export const pairingHandlers: ServerHandlers<typeof pairing> = {
  getPairing: notBuilt,
  listPairings: notBuilt,
  confirmPairing: notBuilt,
  rejectPairing: notBuilt,
  deletePairing: notBuilt,
  invalidatePairing: notBuilt,
  confirmPairingByString: notBuilt,
  rejectPairingByString: notBuilt,
};
