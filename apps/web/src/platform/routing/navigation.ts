import { failureOf } from '@refectory/contract/errors';
import { parseHref, type HistoryLocation, type RouterHistory } from '@tanstack/history';
import type { ComponentType, ReactNode } from 'react';
import { parse } from 'regexparam';
import { createStore, type StoreApi } from 'zustand/vanilla';

import type { LatePart } from '#platform/late/late-part.ts';

import { addressOf, type ParamsArgument, type Path } from './addresses.ts';
import { scrollPosition, type ScrollPosition } from './scroll-position.ts';

const TOP: ScrollPosition = { y: 0 };

/** An address that was matched with its route. */
export type Place = {
  readonly path: Path;
  readonly params: Readonly<Record<string, string>>;
  /** The path of the address, without the one the application lies under. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  /** Path, query and fragment. */
  readonly address: string;
};

/** What stands around a page. */
export type Frame = ComponentType<{ readonly children: ReactNode }>;

/** A page: its component, and the frame it shares with its neighbours. */
export type Page = {
  readonly component: LatePart<ComponentType>;
  readonly frame?: LatePart<Frame>;
};

/** What stands at a path; `Context` is what its redirect looks at. */
export type Route<Context> = {
  readonly path: Path;
  /** Where a visitor goes instead; asked before anything of the page is fetched. */
  readonly redirect?: (context: Context, place: Place) => string | undefined | Promise<string | undefined>;
  readonly page: (place: Place) => Page;
};

/** What keeps a place from being left without a question. */
export type LeaveGuard = {
  /** Whether there is something to ask about; the browser then asks too before it closes the page. */
  readonly isNeeded: () => boolean;
  /** Asks, and answers whether to go on. */
  readonly mayLeave: () => Promise<boolean>;
};

/** What is on screen: a page at its place, or why it could not be fetched. */
export type Shown = {
  readonly place: Place;
  readonly component?: ComponentType;
  readonly frame?: Frame | undefined;
  readonly failure?: 'offline' | { readonly error: unknown };
  /** How far down it begins; undefined where the page stays as it is. */
  readonly scrollTo?: ScrollPosition;
};

/** Where the application is, and the ways to go elsewhere. */
export type Navigation<Context> = {
  /** What is on screen; undefined until the first page is there. */
  readonly shown: StoreApi<Shown | undefined>;
  /** Whether the page that comes next is being fetched, or where it is, is being asked; the one on screen stays. */
  readonly isFetching: StoreApi<boolean>;
  /** Goes to an address of the application; resolves when its page is on screen. */
  readonly go: (address: string, options?: { readonly replace?: boolean }) => Promise<void>;
  /** Goes to a path of the application. */
  readonly goTo: <P extends Path>(path: P, ...params: ParamsArgument<P>) => Promise<void>;
  /** Resolves when the page of the present address is on screen. */
  readonly settled: () => Promise<void>;
  /** Says that a page is drawn, with what it reads under way. */
  readonly drawn: (shown: Shown) => void;
  /** Whether an address is that of a page of the application. */
  readonly isPage: (address: string) => boolean;
  /** Fetches the page of an address, with its frame, for later. */
  readonly prefetch: (address: string) => Promise<void>;
  /** Tries the present address again: its redirect, and its page where that could not be fetched. */
  readonly retry: () => Promise<void>;
  /** The place of the present address, which is ahead of the page on screen while that one is on its way. */
  readonly wanted: () => Place | undefined;
  /** The address as it stands in a link, below the path the application lies under. */
  readonly href: (address: string) => string;
  /** Asks before the place is left, also by back, forward and closing the tab, until the answer is called. */
  readonly block: (guard: LeaveGuard) => () => void;
  /**
   * Calls `close` in place of going back, until the answer is called: what lies over a page closes, and the page stays.
   * Of several the newest is called.
   */
  readonly onBack: (close: () => void) => () => void;
  /** Takes the page off the screen at once, without asking it; what comes next is up to whoever leaves it. */
  readonly leavePage: () => void;
  /** Follows the history from now on, by a table of routes; gives how to stop. */
  readonly start: (routes: readonly Route<Context>[]) => () => void;
};

/** Leads from the addresses of a history to the pages of a table of routes. */
export function createNavigation<Context>(options: {
  readonly history: RouterHistory;
  /** The path under which the application lies, with a slash at both ends. */
  readonly basePath: string;
  readonly context: () => Context;
  /** Fetches a part with everything it shows. */
  readonly load: <Loaded>(part: LatePart<Loaded>) => Promise<Loaded>;
  /** Whether a part is fetched with everything it shows. */
  readonly isLoaded: (part: LatePart<unknown>) => boolean;
  /** Fetches a part for later; nothing happens where that fails. */
  readonly prefetch: (part: LatePart<unknown>) => Promise<void>;
  /** Hears of an address that no page has, which leads to the start. */
  readonly onUnknown: () => void;
}): Navigation<Context> {
  const { history, basePath, context, load, isLoaded } = options;
  let patterns: readonly {
    readonly route: Route<Context>;
    readonly pattern: RegExp;
    readonly keys: readonly string[];
  }[] = [];
  const shown = createStore<Shown | undefined>(() => undefined);
  const isFetching = createStore(() => false);
  const href = (address: string) => basePath.slice(0, -1) + address;

  /** The route of an address of the browser; undefined for one that is not of the application. */
  function match(
    {
      pathname: whole,
      search,
      hash,
    }: Pick<HistoryLocation, 'pathname' | 'search' | 'hash'> = history.location,
  ): { readonly route: Route<Context>; readonly place: Place } | undefined {
    const pathname = `${whole}/` === basePath ? '/' : whole.slice(basePath.length - 1);
    if (!`${whole}/`.startsWith(basePath)) return undefined;
    for (const { route, pattern, keys } of patterns) {
      const found = pattern.exec(pathname);
      if (!found) continue;
      const params: Record<string, string> = {};
      for (const [index, key] of keys.entries()) {
        const value = decoded(found[index + 1]);
        if (value === null) return undefined;
        if (value !== undefined) params[key] = value;
      }
      const address = pathname + search + hash;
      return {
        route,
        place: { path: route.path, params, pathname, search: new URLSearchParams(search), address },
      };
    }
    return undefined;
  }

  const matchAddress = (address: string) => match(parseHref(href(address), undefined));

  /** How far down each entry of the history was left. */
  const positions = new Map<string | undefined, ScrollPosition>();
  const entryOf = () => history.location.state.key;
  let entry = entryOf();
  /** The entry whose page is on screen: the address is ahead of its page. */
  let shownEntry = entry;

  /** Where a place begins: at its top, where it was left, or, with the same path, where the page is now. */
  function scrollTo({ pathname }: Place, isReturn: boolean): ScrollPosition | undefined {
    if (isReturn) return positions.get(entry) ?? TOP;
    return pathname === shown.getState()?.place.pathname ? undefined : TOP;
  }

  let turn = 0;
  /** Shows the page of the present address; a later call takes over from one that is still under way. */
  async function follow(isReturn: boolean): Promise<void> {
    turn += 1;
    const own = turn;
    const found = match();
    let elsewhere: string | undefined;
    try {
      const answer = found ? found.route.redirect?.(context(), found.place) : addressOf('/');
      if (answer instanceof Promise) isFetching.setState(true, true);
      elsewhere = await answer;
    } catch (error) {
      if (found && own === turn) {
        isFetching.setState(false, true);
        shown.setState({ place: found.place, failure: failureOfPage(error) }, true);
      }
      return;
    }
    if (own !== turn) return;
    if (elsewhere !== undefined || !found) {
      if (!found) options.onUnknown();
      // Whoever came here was asked already.
      history.replace(href(elsewhere ?? '/'), undefined, { ignoreBlocker: true });
      return;
    }
    const { place } = found;
    const page = found.route.page(place);
    isFetching.setState(
      !isLoaded(page.component) || (page.frame !== undefined && !isLoaded(page.frame)),
      true,
    );
    const fetched = await fetchPage(page, load);
    if (own !== turn) return;
    isFetching.setState(false, true);
    const begins = scrollTo(place, isReturn);
    shownEntry = entry;
    shown.setState({ place, ...fetched, ...(begins !== undefined && { scrollTo: begins }) }, true);
  }

  let following = Promise.resolve();
  let drawn: Shown | undefined;
  const awaited: (() => void)[] = [];
  // A redirect or a later step begins anew meanwhile.
  async function settled(): Promise<void> {
    for (let last; last !== following;) {
      last = following;
      await last;
    }
    if (shown.getState() !== drawn) await new Promise<void>((resolve) => awaited.push(resolve));
  }

  const guards = new Set<LeaveGuard>();
  const mayPass = ({ isNeeded, mayLeave }: LeaveGuard) => !isNeeded() || mayLeave();
  const overlays: (() => void)[] = [];
  const go: Navigation<Context>['go'] = async (address, { replace = false } = {}) => {
    for (const guard of guards) if (!(await mayPass(guard))) return;
    // The history would ask later, when `settled` already waits for the step before.
    const asked = { ignoreBlocker: true };
    if (replace) history.replace(href(address), undefined, asked);
    else history.push(href(address), undefined, asked);
    await settled();
  };
  return {
    shown,
    isFetching,
    href,
    settled,
    go,
    goTo: (path, ...params) => go(addressOf(path, ...params)),
    drawn: (now) => {
      drawn = now;
      // A page that a later step has overtaken is nobody's.
      if (now !== shown.getState()) return;
      for (const resolve of awaited.splice(0)) resolve();
    },
    isPage: (address) => matchAddress(address) !== undefined,
    prefetch: async (address) => {
      const found = matchAddress(address);
      if (!found) return;
      const { component, frame } = found.route.page(found.place);
      await Promise.all([component, ...(frame ? [frame] : [])].map((part) => options.prefetch(part)));
    },
    retry: () => {
      following = follow(false);
      return settled();
    },
    wanted: () => match()?.place,
    block: (guard) => {
      guards.add(guard);
      const unblock = history.block({
        blockerFn: async ({ action, currentLocation, nextLocation }) => {
          // What is open over the page closes first: the page is not left.
          if ((action === 'BACK' && overlays.length > 0) || !guard.isNeeded()) return false;
          if (action === 'PUSH' || action === 'REPLACE') return !(await guard.mayLeave());
          // The browser has gone there already: it is brought back first, since it may be pressed again meanwhile.
          const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
          void guard.mayLeave().then((mayLeave) => {
            if (mayLeave) history.go(steps, { ignoreBlocker: true });
          });
          return true;
        },
        enableBeforeUnload: guard.isNeeded,
      });
      return () => {
        guards.delete(guard);
        unblock();
      };
    },
    onBack: (close) => {
      const overlay = () => close();
      overlays.push(overlay);
      const unblock = history.block({
        blockerFn: ({ action }) => {
          if (action !== 'BACK') return false;
          overlays.at(-1)?.();
          return true;
        },
        enableBeforeUnload: false,
      });
      return () => {
        overlays.splice(overlays.indexOf(overlay), 1);
        unblock();
      };
    },
    leavePage: () => {
      turn += 1;
      isFetching.setState(false, true);
      const now = shown.getState();
      if (now) shown.setState({ place: now.place }, true);
    },
    start: (routes) => {
      // The browser would scroll before the page is there, and before it is known where the last one was left.
      globalThis.history.scrollRestoration = 'manual';
      patterns = routes.map((route) => ({ route, ...parse(route.path) }));
      const stop = history.subscribe(({ action }) => {
        // The history also tells of a step back that was not taken.
        if (entryOf() === entry) return;
        positions.set(shownEntry, scrollPosition());
        entry = entryOf();
        following = follow(action.type !== 'PUSH' && action.type !== 'REPLACE');
      });
      following = follow(false);
      return () => {
        turn += 1;
        stop();
      };
    },
  };
}

async function fetchPage(
  { component, frame }: Page,
  load: <Loaded>(part: LatePart<Loaded>) => Promise<Loaded>,
): Promise<Omit<Shown, 'place'>> {
  try {
    const [loaded, around] = await Promise.all([load(component), frame && load(frame)]);
    return { component: loaded, frame: around };
  } catch (error) {
    return { failure: failureOfPage(error) };
  }
}

/** Why a page is not there: the line is down, or something went wrong. */
function failureOfPage(error: unknown): NonNullable<Shown['failure']> {
  return failureOf(error)?.kind === 'offline' ? 'offline' : { error };
}

/** A decoded part of a path; null where it cannot be decoded. */
function decoded(part: string | undefined): string | undefined | null {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return null;
  }
}
