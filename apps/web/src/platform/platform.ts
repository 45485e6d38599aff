import type { Settings } from '@refectory/contract/settings';
import type { CalendarDay, Instant } from '@refectory/domain/day';
import type { Language } from '@refectory/domain/texts';
import type { RouterHistory } from '@tanstack/history';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

import { createCall, isSameOrigin, PATIENCE_MS } from './api/api.ts';
import { createQuery, createQueryClient } from './api/query.ts';
import { createCardReaderStore, type CardReaderStore } from './card-reader/card-reader-store.ts';
import { createServerClock } from './clock/server-clock.ts';
import { createDialogStore } from './dialogs/dialog-store.ts';
import { initialLanguage } from './i18n/language.ts';
import { createWords, type Words } from './i18n/words.ts';
import { loadedWithWords, loadWithWords, prefetchWithWords } from './late/with-words.ts';
import {
  beginSession,
  createSessionStatus,
  failSession,
  renewSession,
  type SessionOwner,
} from './session/session.ts';
import { openSnapshot, snapshotKey, type Snapshot } from './storage/snapshot.ts';
import { mayBeKept } from './routing/addresses.ts';
import { createNavigation, type Navigation } from './routing/navigation.ts';
import { createThrottle, type Throttle } from './throttle/throttle.ts';
import { createToastStore } from './toasts/toast-store.ts';

/** What every feature may use, made once at the start. */
export type Platform = SessionOwner & {
  /** The calls under way that change something, as intents. */
  readonly underWay: StoreApi<readonly string[]>;
  /** The canteen's time zone. */
  readonly zone: string;
  /** The language that is chosen; that of the words on screen follows it. */
  readonly language: () => Language;
  readonly words: Words;
  readonly throttle: Throttle;
  readonly navigation: Navigation<Platform>;
  /** Whether the first page was drawn with what it reads: what is fetched for later begins then. */
  readonly isFirstPageThere: StoreApi<boolean>;
  readonly cardReader: CardReaderStore;
  /** Sends the browser to another site. */
  readonly leaveFor: (address: string) => void;
};

/** The platform of one application on one page. */
export function createPlatform(options: {
  readonly settings: Settings;
  readonly storage: Storage | undefined;
  readonly basePath: string;
  readonly browserLanguages: readonly string[];
  readonly deviceNow: () => number;
  readonly history: RouterHistory;
  /** Sends the browser to another site, in place of its own way. */
  readonly leaveFor?: (address: string) => void;
}): Platform {
  const { settings, leaveFor = (address: string) => globalThis.location.assign(address) } = options;
  const snapshot = openSnapshot(snapshotKey(settings.applicationMode, options.basePath), options.storage);
  const toasts = createToastStore();
  const language = () =>
    initialLanguage({
      chosen: snapshot.getState().language,
      browser: options.browserLanguages,
      configured: settings.languages,
    });
  const words = createWords(settings.translations);
  const zone = settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const clock = createServerClock(options.deviceNow, zone);
  const call = createCall({
    baseUrl: settings.apiUrl.replace(/\/+$/, ''),
    language,
    // An API of another origin has no use for the path, and might refuse the header.
    basePath:
      options.basePath !== '/' && isSameOrigin(settings.apiUrl, globalThis.location.href)
        ? options.basePath
        : undefined,
    patienceMs: PATIENCE_MS,
    token: () => snapshot.getState().session.authentication.sessionToken,
    customerId: () => snapshot.getState().session.customerId,
    zone,
    begin: () => beginSession(platform),
    renew: () => renewSession(platform),
    giveUp: () => failSession(platform),
    observe: clock.observe,
  });
  const platform: Platform = {
    settings,
    basePath: options.basePath,
    deviceNow: options.deviceNow,
    snapshot,
    toasts,
    language,
    words,
    call,
    sessionStatus: createSessionStatus(),
    dialogs: createDialogStore(),
    underWay: createStore(() => []),
    cardReader: createCardReaderStore(),
    throttle: createThrottle(() => performance.now()),
    clock,
    zone,
    queries: createQueryClient(toasts),
    query: createQuery(call),
    dishSearch: createStore(() => ({ text: '' })),
    isFirstPageThere: createStore(() => false),
    navigation: createNavigation<Platform>({
      history: options.history,
      basePath: options.basePath,
      context: () => platform,
      load: (part) => loadWithWords(part, words),
      isLoaded: (part) => loadedWithWords(part, words) !== undefined,
      prefetch: (part) => prefetchWithWords(part, words),
      onUnknown: () => void toasts.add({ messageKey: 'Toasts.messageUnknownAddress' }),
    }),
    leaveFor,
    leavePage: () => platform.navigation.leavePage(),
    goOn: (to) => {
      if (to === 'start') {
        void platform.navigation.goTo('/');
        return;
      }
      // The page that was open is shown again after the next login.
      const open = platform.navigation.wanted();
      snapshot.setState({ wantedPath: open && mayBeKept(open.path) ? open.address : undefined });
      void platform.navigation.goTo('/login');
    },
  };
  return platform;
}

const PlatformContext = createContext<Platform | undefined>(undefined);

/** Gives the platform to everything below. */
export const PlatformProvider = PlatformContext.Provider;

/** The platform of this application. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('there is no platform above this component');
  return platform;
}

/** A part of the persisted state, drawn again when it changes. */
export function useSnapshot<Part>(select: (snapshot: Snapshot) => Part): Part {
  return useStore(usePlatform().snapshot, select);
}

/** Whether somebody is logged in. */
export function useIsLoggedIn(): boolean {
  return useSnapshot((snapshot) => snapshot.session.auth);
}

/** What follows from the moment it is at the server; drawn again when that changes, not at every tick of the clock. */
export function useServerTime<Shown extends string | number | undefined>(
  show: (now: Instant) => Shown,
): Shown {
  return useStore(usePlatform().clock.ticks, ({ now }) => show(now));
}

/** Today in the canteen's zone by the server's clock. */
export function useToday(): CalendarDay {
  return useStore(usePlatform().clock.ticks, ({ today }) => today);
}
