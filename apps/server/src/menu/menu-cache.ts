import type { CalendarDay } from '@refectory/domain/day';
import type { Texts } from '@refectory/domain/texts';

import type { PreparedAnswer } from '../http/prepared-answer.ts';
import { createShortCache, type Change, type Kept, type ShortCache } from './short-cache.ts';

/** Menus kept at once, at most a few hundred KB each. */
const MENUS_KEPT = 500;
const CALENDARS_KEPT = 100;
/** Customers whose last change is remembered; older ones are in every menu by then. */
const CHANGES_KEPT = 10_000;

/** A menu ready to send. */
export type LoadedMenu = Kept & {
  readonly answer: PreparedAnswer;
  /** Customers who offer something on it: their own menu differs. */
  readonly givers: ReadonlySet<number>;
};

/** The days of a canteen, which are the same on all its menus. */
export type Calendar = Kept & {
  readonly timeZone: string;
  /** The days with dishes from `first` on. */
  readonly first: CalendarDay;
  readonly availableDays: readonly CalendarDay[];
  readonly closedDays: readonly { readonly day: CalendarDay; readonly reason: Texts }[];
};

/** Menus as they were last sent. Each holds for a second; what is seen at once is told to the cache. */
export type MenuCache = {
  readonly menus: ShortCache<LoadedMenu>;
  readonly calendars: ShortCache<Calendar>;
  /** A canteen's menus are others from now on, as when a dish is sold out; without a canteen all of them. */
  readonly drop: (canteenId?: number) => void;
  /** A customer changed something: they, and nobody else, are to see it on the next menu. */
  readonly changedBy: (customerId: number) => void;
  /** The last change a customer is to see. */
  readonly lastChangeOf: (customerId: number | undefined) => Change;
};

/** An empty cache. */
export function createMenuCache(): MenuCache {
  const menus = createShortCache<LoadedMenu>(MENUS_KEPT);
  const calendars = createShortCache<Calendar>(CALENDARS_KEPT);
  const changes = new Map<number, Change>();
  return {
    menus,
    calendars,
    drop(canteenId) {
      menus.drop(canteenId);
      calendars.drop(canteenId);
    },
    changedBy(customerId) {
      changes.delete(customerId);
      changes.set(customerId, menus.change());
      if (changes.size > CHANGES_KEPT) {
        const [oldest] = changes.keys();
        if (oldest !== undefined) changes.delete(oldest);
      }
    },
    lastChangeOf: (customerId) => (customerId === undefined ? 0 : (changes.get(customerId) ?? 0)),
  };
}
