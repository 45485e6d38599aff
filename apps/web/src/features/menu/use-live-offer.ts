import type { Menu } from '@refectory/contract/menu';
import { useEffect, useRef } from 'react';

import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { useIsVisible } from '#platform/visibility/use-is-visible.ts';

import type { ShownOffer } from './follow-offer.ts';

/**
 * Follows the live stream, where it is announced, while the offer of a canteen is in sight: dishes change in their
 * place, and a menu that is another one is read again (OFFER-40, C6). It begins when there is a menu to change.
 */
export function useLiveOffer(canteenId: number | undefined, menu: Menu | undefined): void {
  const platform = usePlatform();
  const isAnnounced = useSnapshot(({ session }) => session.live === true);
  const token = useSnapshot(({ session }) => session.authentication.sessionToken);
  const isVisible = useIsVisible();
  const isFollowed = isAnnounced && isVisible && token !== undefined && menu !== undefined;

  const shown = useRef<ShownOffer>({});
  useEffect(() => {
    shown.current.canteenId = canteenId;
    shown.current.menu = menu;
  }, [canteenId, menu]);

  useEffect(() => {
    if (!isFollowed) return;
    const leaving = new AbortController();
    void import('./follow-offer.ts').then(
      ({ followOffer }) => followOffer(platform, shown.current, token, leaving.signal),
      // It cannot be fetched: the offer works without, and the next visit tries again (API-62).
      () => undefined,
    );
    return () => leaving.abort();
  }, [isFollowed, token, platform]);
}
