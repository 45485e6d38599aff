import type { Capabilities } from '@refectory/contract/session';
import { languages } from '@refectory/domain/texts';
import { isCalendarDay, type CalendarDay } from '@refectory/domain/day';
import type { Money } from '@refectory/domain/money';
import { periods, timeSpans } from '@refectory/domain/period';
import * as z from 'zod/mini';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A text that may stand in a header: a browser throws at any other, so no call would ever leave. */
const HeaderText = z.string().check(z.regex(/^[\x21-\x7e]+$/));

/** A key of a call without a definite answer, with the intent and the customer it belongs to. */
const PendingKey = z.object({ customerId: z.string(), intent: z.string(), key: HeaderText });

/** When a customer last wrote to the canteen, kept for them while they are signed out. */
const LastComment = z.object({ customerId: z.string(), lastCommentTimestamp: z.number() });

/** What a server announces, by name. Names that this version does not know are ignored. */
const Announced = z.custom<Partial<Record<keyof Capabilities, boolean | undefined>>>(
  (value) => typeof value === 'object' && value !== null,
);

/** Terms that a customer saw or agreed to; without a hash there was nothing to agree to. */
const KnownTerms = z.object({ hash: z.optional(z.string()), version: z.string() });

/** The terms a customer knows, kept for them while they are signed out. */
const AcceptedTerms = z.object({ customerId: z.string(), terms: KnownTerms });

/** Which takings of their offered orders a customer was told of, kept while they are signed out. */
const ToldTakings = z.object({ customerId: z.string(), takings: z.array(z.number()) });

/** The cart of a customer, kept for them while they are signed out. The cart itself reads what is in it. */
const OwnedCart = z.custom<{
  readonly customerId: string;
  readonly items?: unknown;
  readonly openPayment?: unknown;
}>((value) => typeof (value as { customerId?: unknown } | null | undefined)?.customerId === 'string');

/**
 * An order of a cart that was sent, and whose answer is not known yet: it is sent again as it was. The cart reads what is
 * in it. It has what was typed into the cart's form, and goes with the session.
 */
const OwedOrder = z.object({
  customerId: z.string(),
  /** The cart that it is of: when that was begun, and its rows as a text. */
  begunAt: z.number(),
  items: z.string(),
  /** The order as it was sent. */
  order: z.unknown(),
});

/** The payment of a customer's cart that nothing is known of yet, kept for them while they are signed out. */
const AwaitedPayment = z.object({
  customerId: z.string(),
  paymentId: z.string(),
  amount: z.custom<Money>((value) => Number.isSafeInteger(value)),
  /** By the clock of the device. */
  begunAt: z.number(),
});

/** A top-up that was begun, and whose end is not known. It goes with the session. */
const BegunTopUp = z.object({
  customerId: z.string(),
  /** As it stands in an address. */
  paymentId: HeaderText,
  amount: z.custom<Money>((value) => Number.isSafeInteger(value)),
  /** By the clock of the device. */
  begunAt: z.number(),
  hasReturned: z.optional(z.boolean()),
});

/** How many customers a device keeps entries of. */
const REMEMBERED_CUSTOMERS = 20;

/** The entries that a device keeps of customers, with the newest one of this customer last. */
export function withEntry<Known extends { readonly customerId: string }>(
  known: readonly Known[],
  now: Known,
): Known[] {
  return [...known.filter(({ customerId }) => customerId !== now.customerId), now].slice(
    -REMEMBERED_CUSTOMERS,
  );
}

/** A part of the snapshot: each is read, kept and forgotten by itself. */
type Part<Schema extends z.core.$ZodType> = {
  readonly schema: Schema;
  /** The value in a new browser, and in place of a stored value that cannot be read. */
  readonly empty: z.output<Schema>;
  /** What a logout leaves of it; nothing where this is absent. */
  readonly afterLogout?: (value: z.output<Schema>) => z.output<Schema>;
};

const part = <const Schema extends z.core.$ZodType>(definition: Part<Schema>): Part<Schema> => definition;

/** A list whose entries are each read by themselves: one that cannot be read takes no other with it. */
export const listOf = <Entry extends z.ZodMiniType>(entry: Entry) =>
  z.pipe(
    z.pipe(
      z.array(z.unknown()),
      z.transform((values) => values.filter((value) => z.safeParse(entry, value).success)),
    ),
    z.array(entry),
  );

const keep = <Value>(value: Value): Value => value;

const Day = z.custom<CalendarDay>((value) => typeof value === 'string' && isCalendarDay(value));

/** The looks of the application. */
export const looks = ['light', 'dark'] as const;

/** What outlives a page load. */
const parts = {
  session: part({
    schema: z
      .object({
        /** Somebody is logged in. */
        auth: z.boolean(),
        authentication: z.object({ sessionToken: z.optional(HeaderText) }),
        keepLogged: z.boolean(),
        /** Milliseconds since 1970, as the other moments here. */
        loggedInAt: z.optional(z.number()),
        /** By the clock of the device. */
        lastActivityTime: z.optional(z.number()),
        lastCommentTimestamp: z.optional(z.number()),
        timespan: z.optional(z.enum(timeSpans)),
        terms: z.optional(KnownTerms),
        customerId: z.optional(z.string()),
        /** What the server announces beyond the specification; undefined where it announces nothing. */
        capabilities: z.optional(Announced),
        /** What `authenticate` said of pairing. */
        customersPairing: z.optional(z.boolean()),
      })
      // Nobody is logged in without a session.
      .check(z.refine(({ auth, authentication }) => !auth || authentication.sessionToken !== undefined)),
    empty: { auth: false, authentication: {}, keepLogged: false },
  }),
  language: part({ schema: z.optional(z.enum(languages)), empty: undefined, afterLogout: keep }),
  /** The look that was chosen; undefined where it is the device's. */
  look: part({ schema: z.optional(z.enum(looks)), empty: undefined, afterLogout: keep }),
  /** What was chosen on the offer. */
  selection: part({
    schema: z.object({
      selectedDay: z.optional(Day),
      /** Its midnight in the canteen's zone. */
      selectedDayTimestamp: z.optional(z.number()),
      canteenId: z.optional(z.number()),
      filters: z.optional(z.array(z.string())),
      periodSelected: z.optional(z.enum(periods)),
      /** The first and the last day of the custom period. */
      start: z.optional(Day),
      end: z.optional(Day),
    }),
    empty: {},
    // Only the period outlives the session.
    afterLogout: ({ periodSelected }) => (periodSelected ? { periodSelected } : {}),
  }),
  /** The protected address a guest wanted. */
  wantedPath: part({ schema: z.optional(z.string()), empty: undefined }),
  pendingKeys: part({ schema: listOf(PendingKey), empty: [], afterLogout: keep }),
  lastComments: part({ schema: listOf(LastComment), empty: [], afterLogout: keep }),
  acceptedTerms: part({ schema: listOf(AcceptedTerms), empty: [], afterLogout: keep }),
  carts: part({ schema: listOf(OwnedCart), empty: [], afterLogout: keep }),
  awaitedPayments: part({ schema: listOf(AwaitedPayment), empty: [], afterLogout: keep }),
  owedOrders: part({ schema: listOf(OwedOrder), empty: [] }),
  begunTopUps: part({ schema: listOf(BegunTopUp), empty: [] }),
  toldTakings: part({ schema: listOf(ToldTakings), empty: [], afterLogout: keep }),
};
type Parts = typeof parts;
type PartName = keyof Parts;
const partNames = Object.keys(parts) as PartName[];

/** What a browser keeps of the application, part by part. */
export type Snapshot = { readonly [Name in PartName]: z.output<Parts[Name]['schema']> };

/** A snapshot made part by part. */
function snapshotOf(valueOf: (name: PartName) => unknown): Snapshot {
  // Each value is that of its own part.
  return Object.fromEntries(partNames.map((name) => [name, valueOf(name)])) as unknown as Snapshot;
}

/** The state of a browser that was never here. */
export const emptySnapshot: Snapshot = snapshotOf((name) => parts[name].empty);

/** What is left when a customer logs out: nothing of theirs that the next one could see. */
export function afterLogout(snapshot: Snapshot): Snapshot {
  return snapshotOf((name) => {
    const { empty, afterLogout: left } = parts[name] as Part<z.core.$ZodType>;
    return left ? left(snapshot[name]) : empty;
  });
}

/** A snapshot out of what is stored, also by another version of the application: what cannot be read begins afresh. */
function readSnapshot(stored: unknown): Snapshot {
  const fields = typeof stored === 'object' && stored !== null ? stored : {};
  return snapshotOf((name) => {
    const { schema, empty } = parts[name];
    const value: unknown = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined;
    const parsed = z.safeParse(schema, value);
    return parsed.success ? parsed.data : empty;
  });
}

/** The one persisted state of the application. */
export type SnapshotStore = Omit<StoreApi<Snapshot>, 'setState'> & {
  readonly setState: (change: Partial<Snapshot> | ((snapshot: Snapshot) => Partial<Snapshot>)) => void;
  /** Tells what another tab changed, after it holds here too: at once, or when this page comes back into view. */
  readonly onOtherTab: (listener: (now: Snapshot, before: Snapshot) => void) => () => void;
};

/** The meaning of what is stored. Raised where a part gets another one: what was stored before it is dropped. */
const FORMAT_VERSION = 1;

/** Storage of the browser, or memory where it is denied or full: a start never fails on it. */
function tolerantStorage(storage: Storage | undefined): Pick<Storage, 'getItem' | 'setItem'> {
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

/** The storage key of a mode under a base path. */
export function snapshotKey(mode: string, basePath: string): string {
  return basePath === '/' ? `refectory.${mode}` : `refectory.${mode}${basePath.replace(/\/$/, '')}`;
}

/** Opens the snapshot under a key. Parts that cannot be read begin afresh. */
export function openSnapshot(key: string, storage: Storage | undefined): SnapshotStore {
  const tolerant = tolerantStorage(storage);
  /** What this tab wrote or read last. */
  let known: string | null = null;
  const read = (): Snapshot => {
    known = tolerant.getItem(key);
    return readSnapshot(stateOf(known));
  };
  const write = (state: Snapshot): void => {
    known = JSON.stringify({ state, version: FORMAT_VERSION });
    tolerant.setItem(key, known);
  };
  const store = createStore<Snapshot>(read);

  const listeners = new Set<(now: Snapshot, before: Snapshot) => void>();
  /** Takes over what another tab wrote. */
  const follow = () => {
    if (tolerant.getItem(key) === known) return;
    const before = store.getState();
    store.setState(read(), true);
    for (const listener of listeners) listener(store.getState(), before);
  };
  const onOtherTab: SnapshotStore['onOtherTab'] = (listener) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) follow();
    };
    // A page that the browser had put aside was told of nothing meanwhile.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) follow();
    };
    listeners.add(listener);
    globalThis.addEventListener('storage', onStorage);
    globalThis.addEventListener('pageshow', onPageShow);
    return () => {
      listeners.delete(listener);
      globalThis.removeEventListener('storage', onStorage);
      globalThis.removeEventListener('pageshow', onPageShow);
    };
  };
  // A change begins with what is stored: a tab that settles the key of an order does not bring back the session that
  // another tab has just ended, and of two keys none is lost.
  const setState: SnapshotStore['setState'] = (change) => {
    follow();
    store.setState(change);
    write(store.getState());
  };
  return { ...store, setState, onOtherTab };
}

/** The state in a stored text; undefined where the text is damaged or of another format. */
function stateOf(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    const stored = JSON.parse(text) as { state?: unknown; version?: unknown } | null;
    return stored?.version === FORMAT_VERSION ? stored.state : undefined;
  } catch {
    return undefined;
  }
}
