import type { reports } from '@refectory/contract/reports';
import type { CalendarDay } from '@refectory/domain/day';
import type { DayRange } from '@refectory/domain/period';
import { MOST_BILLS, MOST_ROWS } from '@refectory/domain/report';

import type { ServerHandlers } from '../http/implement.ts';
import { refuse } from '../http/refusal.ts';
import type { Listed, reportQueries } from './report-queries.ts';
import { billsOnWire, bonusOnWire, consumptionOnWire, transactionOnWire } from './report-rows.ts';

/** The handlers of reports; `zone` is that of the days of the account. */
export function reportHandlers(
  queries: ReturnType<typeof reportQueries>,
  zone: string,
): ServerHandlers<typeof reports> {
  return {
    async listTransactions({ session, language }, { query }) {
      const listed = await queries.movements(session.customerId, rangeOf(query), zone, MOST_ROWS);
      return { transactions: listed.rows.map((row) => transactionOnWire(row, language)), ...cutOf(listed) };
    },

    async listConsumption({ session, language }, { query }) {
      const listed = await queries.consumption(session.customerId, rangeOf(query), MOST_ROWS);
      return { consumption: listed.rows.map((row) => consumptionOnWire(row, language)), ...cutOf(listed) };
    },

    async listBills({ session, language }, { query }) {
      const listed = await queries.bills(session.customerId, rangeOf(query), MOST_BILLS);
      const items = query.withDetails ? await queries.billItems(listed.rows.map(({ id }) => id)) : [];
      return {
        bills: billsOnWire(listed.rows, items, language),
        ...cutOf(listed),
      };
    },

    async listBonuses({ session, language }) {
      const listed = await queries.bonuses(session.customerId, MOST_ROWS);
      return { bonuses: listed.rows.map((row) => bonusOnWire(row, language)), ...cutOf(listed) };
    },

    async listVouchers({ session }) {
      const listed = await queries.vouchers(session.customerId, MOST_ROWS);
      return { vouchers: [...listed.rows], ...cutOf(listed) };
    },
  };
}

/** The days that a call asks for; refuses a range that ends before it begins. */
function rangeOf({ from, to }: { from: CalendarDay; to: CalendarDay }): DayRange {
  if (from > to) throw refuse('badRequest', { field: 'to' });
  return { from, to };
}

/** How a list that is not whole says so. */
const cutOf = ({ rows, totalCount }: Listed<unknown>) =>
  totalCount > rows.length && { incomplete: true, totalCount };
