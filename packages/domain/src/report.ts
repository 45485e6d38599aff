import { addDays, type CalendarDay } from './day.ts';
import { money, sumOf, type Money } from './money.ts';

/** The spans of time that a report can be limited to. */
export const timespans = ['CURRENTMONTH', 'LASTMONTH', 'LAST365DAYS', 'ALLTIME'] as const;
export type Timespan = (typeof timespans)[number];

/** The choice of the type filter that shows every type. */
export const ALL_TYPES = 'All';

/** The most closed bills that come at once. */
export const MOST_BILLS = 200;
/** The most rows of other lists that come at once. */
export const MOST_ROWS = 1_000;

/** The first day of the month of a day. */
export const firstOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 8)}01` as CalendarDay;

/** The first and the last day of a span of time, both included, seen from today. */
export function timespanDays(
  timespan: Timespan,
  today: CalendarDay,
): { readonly from: CalendarDay; readonly to: CalendarDay } {
  switch (timespan) {
    case 'CURRENTMONTH':
      return { from: firstOfMonth(today), to: today };
    case 'LASTMONTH': {
      const to = addDays(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case 'LAST365DAYS':
      return { from: addDays(today, -365), to: today };
    case 'ALLTIME':
      return { from: '1970-01-01' as CalendarDay, to: today };
  }
}

/** The first days of the last months, the one of today last. */
export function lastMonths(today: CalendarDay, count: number): readonly CalendarDay[] {
  const months = [firstOfMonth(today)];
  for (let [first] = months; first !== undefined && months.length < count; [first] = months)
    months.unshift(firstOfMonth(addDays(first, -1)));
  return months;
}

/**
 * Whether a list has fewer records than there are: it says so, or counts more than it has. One that says neither may have
 * been cut at its limit.
 */
export function isIncomplete(
  list: { readonly incomplete?: boolean | undefined; readonly totalCount?: number | undefined },
  count: number,
  limit: number,
): boolean {
  const { incomplete, totalCount } = list;
  if (incomplete === undefined && totalCount === undefined) return count >= limit;
  return incomplete === true || (totalCount ?? 0) > count;
}

/** What was paid in a group of rows, such as those of a month: by the customer, and by subsidies. */
export type Spending = { readonly key: string; readonly paid: Money; readonly subsidies: Money };

/** What is paid for rows of the consumption, in groups, in the order in which the groups first occur. */
export function spendingBy<
  Row extends {
    readonly price: Money;
    readonly taxSubsidy?: Money | undefined;
    readonly nonTaxSubsidy?: Money | undefined;
  },
>(rows: readonly Row[], keyOf: (row: Row) => string | undefined): Spending[] {
  const groups = new Map<string, Spending>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const { paid, subsidies } = groups.get(key) ?? { paid: money(0), subsidies: money(0) };
    groups.set(key, {
      key,
      paid: sumOf([paid, row.price]),
      subsidies: sumOf([subsidies, row.taxSubsidy ?? money(0), row.nonTaxSubsidy ?? money(0)]),
    });
  }
  return [...groups.values()];
}
