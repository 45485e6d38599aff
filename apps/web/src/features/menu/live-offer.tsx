import type { Menu } from '@refectory/contract/menu';
import { useEffect, useRef } from 'react';

import { useLiveStream } from '#platform/live/use-live-stream.ts';
import { usePlatform } from '#platform/platform.ts';

import { followOffer, type ShownOffer } from './follow-offer.ts';

/**
 * Follows the live stream while the offer of a canteen is in sight: dishes change in their place, and a menu that is
 * another one is read again (OFFER-40, C6). It draws nothing.
 */
export function LiveOffer({ canteenId, menu }: { canteenId: number | undefined; menu: Menu }) {
  const platform = usePlatform();
  const shown = useRef<ShownOffer>({});
  useEffect(() => {
    shown.current.canteenId = canteenId;
    shown.current.menu = menu;
  }, [canteenId, menu]);
  useLiveStream((stream) => followOffer(platform, shown.current, stream));
  return null;
}
