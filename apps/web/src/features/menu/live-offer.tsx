import type { Menu } from '@refectory/contract/menu';
import { useEffect, useRef } from 'react';

import { useLiveStream } from '#platform/live/use-live-stream.ts';
import { usePlatform } from '#platform/platform.ts';

import { followOffer, type FollowedOffer } from './follow-offer.ts';

/**
 * Follows the live stream while the offer of a canteen is visible: dishes change in place, and a menu that was
 * replaced is read again. Renders nothing.
 */
export function LiveOffer({ canteenId, menu }: { canteenId: number | undefined; menu: Menu }) {
  const platform = usePlatform();
  const shown = useRef<FollowedOffer>({});
  useEffect(() => {
    shown.current.canteenId = canteenId;
    shown.current.menu = menu;
  }, [canteenId, menu]);
  useLiveStream((stream) => followOffer(platform, shown.current, stream));
  return null;
}
