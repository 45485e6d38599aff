import { setTimeout as pause } from 'node:timers/promises';

import type { Instant } from '@refectory/domain/day';

/** How long a value holds that another process may have changed meanwhile. */
const LIFE_MS = 1000;
/** What changes all the time is made so often at most, for all who want it anew together. */
const MADE_EVERY_MS = 100;

/** What is kept, and the last moment at which it is true by itself. */
export type Kept = { readonly trueUntil: Instant };

/** A change, by its place among all changes and makings of a cache. */
export type Change = number;

/** Makes a value as of a moment. */
type Make<Value> = (now: Instant) => Promise<Value>;

type Entry<Value> = {
  readonly group: number;
  made?: { readonly value: Value; readonly at: Instant; readonly asOf: Change };
  making?: { readonly asOf: Change; readonly done: Promise<Value> };
  /** What begins when the present making has ended, as of the moment of the last who asked for it. */
  next?: { now: Instant; readonly done: Promise<Value> };
  /** When the last making began, by a clock that only goes on. */
  begunMs: number;
};

/** Values that hold for a second, each made once for all who ask at once. */
export type ShortCache<Value extends Kept> = {
  /** The value of a key if it is young enough, and was made after a change and after its group was dropped. */
  readonly fresh: (key: string, now: Instant, since?: Change) => Value | undefined;
  /** Makes the value of a key, or joins whoever does. What was begun before a change is finished for those who wait. */
  readonly make: (
    key: string,
    group: number,
    now: Instant,
    make: Make<Value>,
    since?: Change,
  ) => Promise<Value>;
  /** Whether a key was asked for lately. */
  readonly knows: (key: string) => boolean;
  /** Nothing of a group, or of any, that was begun before is fresh any more. */
  readonly drop: (group?: number) => void;
  /** A change that happens now. */
  readonly change: () => Change;
};

/** An empty cache that keeps so many values, those made last. */
export function createShortCache<Value extends Kept>(kept: number): ShortCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  let last: Change = 0;
  let allDropped: Change = 0;
  const dropped = new Map<number, Change>();

  /** Whether a value holds; one made later than now comes from a clock that was set back. */
  const holds = ({ value, at }: { value: Value; at: Instant }, now: Instant) =>
    now >= at && now - at < LIFE_MS && now <= value.trueUntil;
  const neededOf = (group: number, since: Change) => Math.max(since, allDropped, dropped.get(group) ?? 0);

  async function begin(key: string, entry: Entry<Value>, make: Make<Value>, now: Instant): Promise<Value> {
    entry.begunMs = performance.now();
    const asOf = ++last;
    const done = make(now);
    entry.making = { asOf, done };
    // To the end of the order: what is made again and again stays.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > kept) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    try {
      const value = await done;
      entry.made = { value, at: now, asOf };
      return value;
    } catch (error) {
      if (!entry.made && entries.get(key) === entry) entries.delete(key);
      throw error;
    } finally {
      delete entry.making;
    }
  }

  async function beginNext(key: string, entry: Entry<Value>, make: Make<Value>): Promise<Value> {
    // How it ended is told to those who wait for it.
    await entry.making?.done.catch(() => undefined);
    const waitMs = entry.begunMs + MADE_EVERY_MS - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const now = entry.next?.now ?? 0;
    delete entry.next;
    return begin(key, entry, make, now);
  }

  const cache: ShortCache<Value> = {
    fresh(key, now, since = 0) {
      const entry = entries.get(key);
      if (!entry?.made || entry.made.asOf < neededOf(entry.group, since)) return undefined;
      return holds(entry.made, now) ? entry.made.value : undefined;
    },
    async make(key, group, now, make, since = 0) {
      const entry: Entry<Value> = entries.get(key) ?? { group, begunMs: Number.NEGATIVE_INFINITY };
      entries.set(key, entry);
      if (entry.making && entry.making.asOf >= neededOf(group, since)) {
        const value = await entry.making.done;
        // It was begun by somebody else, maybe just before a limit that has passed since.
        return now <= value.trueUntil ? value : cache.make(key, group, now, make, since);
      }
      if (!entry.making && !entry.next && performance.now() - entry.begunMs >= MADE_EVERY_MS)
        return begin(key, entry, make, now);
      if (entry.next) entry.next.now = now;
      else {
        const done = Promise.resolve().then(() => beginNext(key, entry, make));
        entry.next = { now, done };
      }
      return entry.next.done;
    },
    knows: (key) => entries.has(key),
    drop(group) {
      last += 1;
      if (group === undefined) allDropped = last;
      else dropped.set(group, last);
    },
    change: () => ++last,
  };
  return cache;
}
