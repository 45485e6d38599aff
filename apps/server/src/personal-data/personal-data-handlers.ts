import type { personalData } from '@refectory/contract/personal-data';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of personal data. */
export const personalDataHandlers: ServerHandlers<typeof personalData> = {
  exportPersonalData: notBuilt,
};
