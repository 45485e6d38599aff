import { languages } from '@refectory/domain/texts';
import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import { periods, timeSpans } from '@refectory/domain/period';
import * as z from 'zod/mini';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A text that may stand in a header: a browser throws at any other, so no call would ever leave. */
const HeaderText = z.string().check(z.regex(/^[\x21-\x7e]+$/));

/** A key of a call without a definite answer, with the intent and the customer it belongs to (C2, C3). */
const PendingKey = z.object({ customerId: z.string(), intent: z.string(), key: HeaderText });

/** When a customer last wrote to the canteen, kept for him while he is signed out (C3). */
const LastComment = z.object({ customerId: z.string(), lastCommentTimestamp: z.number() });

/** Which takings of his offered orders a customer was told of, kept for him while he is signed out. */
const ToldTakings = z.object({ customerId: z.string(), takings: z.array(z.number()) });

/** Of how many customers a device remembers something. */
const REMEMBERED_CUSTOMERS = 20;

/** What a device remembers of customers, with what it knows of one now. */
export function remembering<Known extends { readonly customerId: string }>(
  known: readonly Known[],
  now: Known,
): Known[] {
  return [...known.filter(({ customerId }) => customerId !== now.customerId), now].slice(
    -REMEMBERED_CUSTOMERS,
  );
}

/** What outlives a page load. // spec §3, session info */
const Snapshot = z.object({
  session: z
    .object({
      /** Somebody is logged in. */
      auth: z.boolean(),
      authentication: z.object({ sessionToken: z.optional(HeaderText) }),
      keepLogged: z.boolean(),
      /** Milliseconds since 1970, as the other moments here. */
      loggedInAt: z.optional(z.number()),
      lastActivityTime: z.optional(z.number()),
      lastCommentTimestamp: z.optional(z.number()),
      timespan: z.optional(z.enum(timeSpans)),
      /** The terms agreed to. */
      terms: z.optional(z.object({ hash: z.string(), version: z.string() })),
      customerId: z.optional(z.string()),
      idempotency: z.optional(z.boolean()),
      live: z.optional(z.boolean()),
      withdrawOffer: z.optional(z.boolean()),
      /** What `authenticate` said of pairing (OQ-07). */
      customersPairing: z.optional(z.boolean()),
    })
    // Nobody is logged in without a session.
    .check(z.refine(({ auth, authentication }) => !auth || authentication.sessionToken !== undefined)),
  language: z.optional(z.enum(languages)),
  /** What was chosen on the offer; what cannot be read is chosen afresh. // spec §3, interface state */
  selection: z.catch(
    z.object({
      selectedDay: z.optional(
        z.custom<CalendarDay>((value) => typeof value === 'string' && isCalendarDay(value)),
      ),
      /** Its midnight in the canteen's zone (OQ-109). */
      selectedDayTimestamp: z.optional(z.number()),
      canteenId: z.optional(z.number()),
      filters: z.optional(z.array(z.string())),
      periodSelected: z.optional(z.enum(periods)),
    }),
    {},
  ),
  /** The protected address a guest wanted. */
  wantedPath: z.optional(z.string()),
  pendingKeys: z.array(PendingKey),
  lastComments: z._default(z.array(LastComment), []),
  toldTakings: z._default(z.array(ToldTakings), []),
});
export type Snapshot = z.output<typeof Snapshot>;

/** The state of a browser that was never here. */
export const emptySnapshot: Snapshot = {
  session: { auth: false, authentication: {}, keepLogged: false },
  selection: {},
  pendingKeys: [],
  lastComments: [],
  toldTakings: [],
};

/** The one persisted state of the application. */
export type SnapshotStore = StoreApi<Snapshot> & {
  /** Tells what another tab changed, after it holds here too: at once, or when this page comes back into view. */
  readonly onOtherTab: (listener: (now: Snapshot, before: Snapshot) => void) => () => void;
};

const FORMAT_VERSION = 1;

/** Storage of the browser, or memory where it is denied or full: a start never fails on it. */
function tolerantStorage(storage: Storage | undefined): StateStorage {
  const memory = new Map<string, string>();
  return {
    getItem: (name) => {
      try {
        return storage?.getItem(name) ?? memory.get(name) ?? null;
      } catch {
        return memory.get(name) ?? null;
      }
    },
    setItem: (name, value) => {
      memory.set(name, value);
      try {
        storage?.setItem(name, value);
      } catch {
        // Full or denied: the copy in memory serves until the page is left, and what is older is no copy of it.
        removeFrom(storage, name);
      }
    },
    removeItem: (name) => {
      memory.delete(name);
      removeFrom(storage, name);
    },
  };
}

function removeFrom(storage: Storage | undefined, name: string): void {
  try {
    storage?.removeItem(name);
  } catch {
    // Denied: there is nothing to remove.
  }
}

/** The browser's local storage; undefined where reading the property itself is denied. */
export function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** The storage key of a mode under a base path (B14, C19). */
export function snapshotKey(mode: string, basePath: string): string {
  return basePath === '/' ? `refectory.${mode}` : `refectory.${mode}${basePath.replace(/\/$/, '')}`;
}

/** Opens the snapshot under a key; one that cannot be read or is of another format is dropped. */
export function openSnapshot(key: string, storage: Storage | undefined): SnapshotStore {
  const store = createStore<Snapshot>()(
    persist(() => emptySnapshot, {
      name: key,
      version: FORMAT_VERSION,
      storage: createJSONStorage(() => tolerantStorage(storage)),
      migrate: () => emptySnapshot,
      merge: (persisted, current) => {
        const parsed = z.safeParse(Snapshot, persisted);
        return parsed.success ? parsed.data : current;
      },
    }),
  );
  // Another tab wrote: what it says of the session holds here too (C3).
  const onOtherTab: SnapshotStore['onOtherTab'] = (listener) => {
    const follow = () => {
      const before = store.getState();
      void store.persist.rehydrate();
      listener(store.getState(), before);
    };
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) follow();
    };
    // A page that the browser had put aside was told of nothing meanwhile.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) follow();
    };
    globalThis.addEventListener('storage', onStorage);
    globalThis.addEventListener('pageshow', onPageShow);
    return () => {
      globalThis.removeEventListener('storage', onStorage);
      globalThis.removeEventListener('pageshow', onPageShow);
    };
  };
  return { ...store, onOtherTab };
}
