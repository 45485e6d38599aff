import type { Canteen } from '@refectory/contract/canteens';
import { canteenToShow, defaultCanteen } from '@refectory/domain/canteen';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

import { usePlatform, useSnapshot } from '#platform/platform.ts';

/** The canteens, and which of them the offer is of. */
export type Canteens = {
  readonly canteens: UseQueryResult<{ canteens: Canteen[] }>;
  readonly canteen: Canteen | undefined;
  /** There are several canteens, and nothing says which. */
  readonly needsCanteen: boolean;
};

/** Reads the canteens. The one shown is that of the address, the one chosen last, or the default of the settings. */
export function useCanteens(selected: number | undefined): Canteens {
  const { settings, query, toasts } = usePlatform();
  const remembered = useSnapshot((snapshot) => snapshot.selection.canteenId);
  const canteens = useQuery(query('listCanteens', undefined));
  const known = canteens.data?.canteens;
  const canteen = canteenToShow(known ?? [], [selected, remembered], settings.defaultCanteen);

  const isDefaultWrong =
    known !== undefined &&
    settings.defaultCanteen !== undefined &&
    !known.some(({ id }) => id === remembered) &&
    !defaultCanteen(known, settings.defaultCanteen);
  useEffect(() => {
    if (isDefaultWrong) toasts.add({ messageKey: 'Toasts.messageDefaultCanteenError', tone: 'error' });
  }, [isDefaultWrong, toasts]);

  return { canteens, canteen, needsCanteen: !canteen && known !== undefined && known.length > 0 };
}
