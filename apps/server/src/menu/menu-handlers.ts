import { menu } from '@refectory/contract/menu';
import { addDays, dayAt, daysBetween, type CalendarDay, type Instant } from '@refectory/domain/day';
import { LONGEST_RANGE_DAYS, rangeOf, type DayRange, type TimeSpan } from '@refectory/domain/period';
import type { PriceLevel } from '@refectory/domain/price-level';
import type { Language } from '@refectory/domain/texts';
import * as z from 'zod/mini';

import type { canteenQueries } from '../canteens/canteen-queries.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { PreparedAnswer } from '../http/prepared-answer.ts';
import { refuse } from '../http/refusal.ts';
import { giversOf, menuAnswer, nextCutOff } from './menu-answer.ts';
import type { LoadedMenu, MenuCache } from './menu-cache.ts';
import type { menuQueries } from './menu-queries.ts';

/** How far back the calendar of available and closed days goes. */
const DAYS_BACK = 30;

/** What is asked of the menu. */
type Wanted = {
  readonly canteenId: number;
  readonly timeSpan: TimeSpan;
  readonly range: DayRange | undefined;
  readonly level: PriceLevel;
  readonly language: Language;
};

/** The days asked for; undefined when the server is to choose them (OQ-23). */
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

/** The handlers of menus. */
export function menuHandlers(services: {
  queries: ReturnType<typeof menuQueries>;
  canteens: ReturnType<typeof canteenQueries>;
  cache: MenuCache;
}): ServerHandlers<typeof menu> {
  const { queries, canteens, cache } = services;

  async function load(wanted: Wanted, now: Instant, customerId?: number): Promise<LoadedMenu> {
    const { canteenId, timeSpan, level, language } = wanted;
    const canteen = await canteens.find(canteenId);
    if (!canteen) throw refuse('unknownCanteen');
    const today = dayAt(now, canteen.timeZone);
    const first = addDays(today, -DAYS_BACK);
    const range =
      wanted.range ?? rangeOf(timeSpan, (await queries.firstOrderableDay(canteenId, level, now)) ?? today);
    const [rows, availableDays, closedDays] = await Promise.all([
      queries.dishes(canteenId, range, level),
      queries.availableDays(canteenId, first),
      queries.closedDays(canteenId, first),
    ]);
    const output = menuAnswer({
      canteenId,
      customerId,
      timeSpan,
      rows,
      availableDays,
      closedDays,
      language,
      now,
    });
    const encoded = z.encode(menu.getMenu.response, { ...output, serverTime: now });
    const { serverTime: _, ...identity } = encoded;
    return {
      answer: new PreparedAnswer({ success: true, ...encoded }, identity),
      trueUntil: nextCutOff(rows, now) ?? Number.POSITIVE_INFINITY,
      givers: giversOf(rows),
    };
  }

  return {
    async getMenu({ session, language, now }, { query }) {
      const { canteenId, timeSpan } = query;
      const range = askedRange(query);
      const wanted = { canteenId, timeSpan, range, level: session.priceLevel, language };
      const key = [canteenId, timeSpan, range?.from, range?.to, language, wanted.level].join(' ');
      const { answer, givers } = await cache.get(canteenId, key, now, () => load(wanted, now));
      const { customerId } = session;
      if (customerId === undefined || !givers.has(customerId)) return answer;
      const own = await cache.get(canteenId, `${key} ${customerId}`, now, () =>
        load(wanted, now, customerId),
      );
      return own.answer;
    },
  };
}
