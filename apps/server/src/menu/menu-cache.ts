import type { Instant } from '@refectory/domain/day';

import type { PreparedAnswer } from '../http/prepared-answer.ts';

/** How long a menu holds that another process may have sold from. */
const LIFE_MS = 1000;
/** Menus kept at once, at most a few hundred KB each. */
const KEPT = 500;

/** A menu ready to send, and the last moment at which it is true if nothing is sold. */
export type LoadedMenu = {
  readonly answer: PreparedAnswer;
  readonly trueUntil: Instant;
  /** Customers who offer something on it: theirs is another one (C28). */
  readonly givers: ReadonlySet<number>;
};

type Entry = { readonly canteenId: number; readonly at: Instant; readonly loaded: Promise<LoadedMenu> };

/** Menus as they were last sent, one load for all who ask at once (C31). */
export type MenuCache = {
  readonly get: (
    canteenId: number,
    key: string,
    now: Instant,
    load: () => Promise<LoadedMenu>,
  ) => Promise<LoadedMenu>;
  /** Forgets a canteen's menus, as after an order; without a canteen all of them. */
  readonly drop: (canteenId?: number) => void;
};

/** An empty cache. */
export function createMenuCache(): MenuCache {
  const entries = new Map<string, Entry>();

  /** Whether an entry is young enough; one loaded later than now comes from a clock that was set back. */
  const isYoung = (entry: Entry, now: Instant) => now >= entry.at && now - entry.at < LIFE_MS;

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) === entry) entries.delete(key);
  }

  const cache: MenuCache = {
    async get(canteenId, key, now, load) {
      const known = entries.get(key);
      if (known && isYoung(known, now)) {
        const loaded = await known.loaded;
        if (now <= loaded.trueUntil) return loaded;
        forget(key, known);
        return cache.get(canteenId, key, now, load);
      }
      const fresh = { canteenId, at: now, loaded: load() };
      entries.delete(key);
      entries.set(key, fresh);
      if (entries.size > KEPT) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      try {
        return await fresh.loaded;
      } catch (error) {
        forget(key, fresh);
        throw error;
      }
    },
    drop(canteenId) {
      for (const [key, entry] of entries)
        if (canteenId === undefined || entry.canteenId === canteenId) entries.delete(key);
    },
  };
  return cache;
}
