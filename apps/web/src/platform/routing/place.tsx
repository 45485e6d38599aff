import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';

import { usePlatform } from '#platform/platform.ts';

import type { Place, Shown } from './navigation.ts';
import { scrollToPosition } from './scroll-position.ts';

const ShownContext = createContext<Shown | undefined>(undefined);

/** What is on screen: the page and its place. */
export function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('there is no page above this component');
  return shown;
}

/** Where the page on screen is. */
export function usePlace(): Place {
  return useShown().place;
}

/** Gives what is on screen to everything below, from the first page on; nothing is drawn until then. */
export function ShownProvider({ children }: { children: ReactNode }) {
  const { navigation } = usePlatform();
  const [shown, setShown] = useState(navigation.shown.getState);
  useEffect(() => {
    const follow = () => {
      const next = navigation.shown.getState();
      // A page that is left is gone before anything else happens.
      if (next && !next.component && !next.failure) flushSync(() => setShown(next));
      else startTransition(() => setShown(next));
    };
    follow();
    return navigation.shown.subscribe(follow);
  }, [navigation]);
  useScroll(shown);
  // The effects of the page come before this one.
  useEffect(() => {
    if (shown) navigation.drawn(shown);
  }, [shown, navigation]);
  return shown && <ShownContext value={shown}>{children}</ShownContext>;
}

/** A new page begins at its top; back and forward lead to where one was on it. */
function useScroll(shown: Shown | undefined): void {
  useLayoutEffect(() => {
    if (shown?.scrollTo !== undefined) scrollToPosition(shown.scrollTo);
  }, [shown]);
}
