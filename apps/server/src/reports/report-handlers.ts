import type { reports } from '@refectory/contract/reports';

import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';
import type { reportQueries } from './report-queries.ts';

/** The most rows of a list. // spec §9 */
const MOST_ROWS = 1_000;

/** The handlers of reports. */
export function reportHandlers(queries: ReturnType<typeof reportQueries>): ServerHandlers<typeof reports> {
  return {
    listTransactions: notBuilt,
    listConsumption: notBuilt,
    listBills: notBuilt,
    listBonuses: notBuilt,

    async listVouchers({ session }) {
      const { vouchers, totalCount } = await queries.listVouchers(session.customerId, MOST_ROWS);
      return { vouchers, ...(totalCount > vouchers.length && { incomplete: true, totalCount }) };
    },
  };
}
