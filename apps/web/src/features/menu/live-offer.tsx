import type { Menu } from '@refectory/contract/menu';
import { useEffect, useRef } from 'react';

import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { useIsVisible } from '#platform/visibility/use-is-visible.ts';

import { followOffer, type ShownOffer } from './follow-offer.ts';

/**
 * Follows the live stream while the offer of a canteen is in sight: dishes change in their place, and a menu that is
 * another one is read again (OFFER-40, C6). It draws nothing.
 */
export function LiveOffer({ canteenId, menu }: { canteenId: number | undefined; menu: Menu }) {
  const platform = usePlatform();
  const token = useSnapshot(({ session }) => session.authentication.sessionToken);
  const isVisible = useIsVisible();

  const shown = useRef<ShownOffer>({});
  useEffect(() => {
    shown.current.canteenId = canteenId;
    shown.current.menu = menu;
  }, [canteenId, menu]);

  useEffect(() => {
    if (!isVisible || token === undefined) return;
    const leaving = new AbortController();
    void followOffer(platform, shown.current, token, leaving.signal);
    return () => leaving.abort();
  }, [isVisible, token, platform]);
  return null;
}
