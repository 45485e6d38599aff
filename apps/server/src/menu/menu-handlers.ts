import { menu } from '@refectory/contract/menu';
import { addDays, dayAt, daysBetween, type CalendarDay, type Instant } from '@refectory/domain/day';
import { LONGEST_RANGE_DAYS, rangeOf, type DayRange, type TimeSpan } from '@refectory/domain/period';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Language } from '@refectory/domain/texts';
import pLimit from 'p-limit';
import * as z from 'zod/mini';

import type { canteenQueries } from '../canteens/canteen-queries.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { PreparedAnswer } from '../http/prepared-answer.ts';
import { refuse } from '../http/refusal.ts';
import { giversOf, menuAnswer, nextCutOff } from './menu-answer.ts';
import type { Calendar, LoadedMenu, MenuCache } from './menu-cache.ts';
import type { MenuLimits } from './menu-limits.ts';
import type { menuQueries } from './menu-queries.ts';

/** How far back the calendar of available and closed days goes. */
const DAYS_BACK = 30;

/** Menus made at once: each takes a few connections, and the others are for orders. */
const LOADS_AT_ONCE = 2;

/** What is asked of the menu. */
type Wanted = {
  readonly canteenId: number;
  readonly timeSpan: TimeSpan;
  readonly range: DayRange | undefined;
  readonly level: PriceLevel;
  readonly language: Language;
};

/** The days asked for; undefined when the server is to choose them. */
function askedRange(query: {
  from?: CalendarDay | undefined;
  to?: CalendarDay | undefined;
}): DayRange | undefined {
  const { from, to } = query;
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined) throw refuse('badRequest', { field: 'from' });
  if (to === undefined || to < from || daysBetween(from, to) >= LONGEST_RANGE_DAYS)
    throw refuse('badRequest', { field: 'to' });
  return { from, to };
}

/**
 * The days of a range that have dishes, from the first of them to the last: ranges that differ in empty days only are one
 * menu. Before its first day the calendar says nothing.
 */
export function withoutEmptyDays(
  range: DayRange,
  { first, availableDays }: Pick<Calendar, 'first' | 'availableDays'>,
): DayRange {
  const within = availableDays.filter((day) => day >= range.from && day <= range.to);
  const to = within.at(-1);
  if (range.from < first) return { from: range.from, to: to ?? range.to };
  return { from: within[0] ?? first, to: to ?? addDays(first, -1) };
}

/** The handlers of menus. */
export function menuHandlers(services: {
  queries: ReturnType<typeof menuQueries>;
  canteens: ReturnType<typeof canteenQueries>;
  cache: MenuCache;
  limits: MenuLimits;
}): ServerHandlers<typeof menu> {
  const { queries, canteens, cache, limits } = services;
  const loads = pLimit(LOADS_AT_ONCE);

  async function loadCalendar(canteenId: number, now: Instant): Promise<Calendar> {
    const canteen = await canteens.find(canteenId);
    if (!canteen) throw refuse('unknownCanteen');
    const { timeZone } = canteen;
    const first = addDays(dayAt(now, timeZone), -DAYS_BACK);
    const [availableDays, closedDays] = await Promise.all([
      queries.availableDays(canteenId, first),
      queries.closedDays(canteenId, first),
    ]);
    return { timeZone, first, availableDays, closedDays, trueUntil: Number.POSITIVE_INFINITY };
  }

  async function calendarOf(canteenId: number, now: Instant, count?: () => Promise<void>): Promise<Calendar> {
    const key = String(canteenId);
    const fresh = cache.calendars.fresh(key, now);
    if (fresh) return fresh;
    if (!cache.calendars.knows(key)) await count?.();
    return cache.calendars.make(key, canteenId, now, (at) => loads(() => loadCalendar(canteenId, at)));
  }

  async function load(
    wanted: Wanted,
    calendar: Calendar,
    now: Instant,
    customerId?: number,
  ): Promise<LoadedMenu> {
    const { canteenId, timeSpan, level, language } = wanted;
    const today = dayAt(now, calendar.timeZone);
    const range =
      wanted.range ?? rangeOf(timeSpan, (await queries.firstOrderableDay(canteenId, level, now)) ?? today);
    const rows = await queries.dishes(canteenId, range, level);
    const isTodayShown = range.from <= today && today <= range.to;
    const offeredToday = isTodayShown ? [] : await queries.offeredOn(canteenId, today, level, now);
    const { availableDays, closedDays } = calendar;
    const output = menuAnswer({
      canteenId,
      customerId,
      timeSpan,
      rows,
      availableDays,
      closedDays,
      offeredToday,
      language,
      now,
    });
    const encoded = z.encode(menu.getMenu.response, { ...output, serverTime: now });
    const { serverTime: _, ...identity } = encoded;
    return {
      answer: new PreparedAnswer({ success: true, ...encoded }, identity),
      trueUntil: nextCutOff(rows, now) ?? Number.POSITIVE_INFINITY,
      givers: giversOf(rows, offeredToday),
    };
  }

  /** It may begin later than it was asked for, and for others too: the calendar is that of its own moment. */
  async function loadWithCalendar(wanted: Wanted, now: Instant, customerId?: number): Promise<LoadedMenu> {
    const calendar = await calendarOf(wanted.canteenId, now);
    return loads(() => load(wanted, calendar, now, customerId));
  }

  return {
    async getMenu({ session, language, now, address }, { query }) {
      const { canteenId, timeSpan } = query;
      const asked = askedRange(query);
      const count = () => limits.count(session, address);
      const calendar = await calendarOf(canteenId, now, count);
      const range = asked && withoutEmptyDays(asked, calendar);
      const wanted = { canteenId, timeSpan, range, level: session.priceLevel, language };
      const { customerId } = session;
      const since = cache.lastChangeOf(customerId);

      const menuOf = async (key: string, whose?: number): Promise<LoadedMenu> => {
        const fresh = cache.menus.fresh(key, now, since);
        if (fresh) return fresh;
        if (!cache.menus.knows(key)) await count();
        return cache.menus.make(key, canteenId, now, (at) => loadWithCalendar(wanted, at, whose), since);
      };

      const key = [canteenId, timeSpan, range?.from, range?.to, language, wanted.level].join(' ');
      const { answer, givers } = await menuOf(key);
      if (customerId === undefined || !givers.has(customerId)) return answer;
      return (await menuOf(`${key} ${customerId}`, customerId)).answer;
    },
  };
}
