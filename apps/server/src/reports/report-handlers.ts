import type { reports } from '@refectory/contract/reports';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';

/** The handlers of reports. */
export const reportHandlers: ServerHandlers<typeof reports> = {
  listTransactions: notBuilt,
  listConsumption: notBuilt,
  listBills: notBuilt,
  listBonuses: notBuilt,
  listVouchers: notBuilt,
};
