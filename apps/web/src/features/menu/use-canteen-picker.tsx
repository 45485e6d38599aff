import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { latePart } from '#platform/late/late-part.ts';
import { useLateDialog } from '#platform/late/use-late-dialog.ts';

import type { OfferSelection } from './use-offer-selection.ts';
import type { Offer } from './use-offer.ts';

const canteenPicker = latePart(async () => (await import('./canteen-picker.tsx')).CanteenPicker, {
  words: ['dialogs'],
});

/** The dialog to choose a canteen, and how to open it. It opens by itself where nothing says which canteen. */
export function useCanteenPicker(
  selection: OfferSelection,
  { canteens, canteen, needsCanteen }: Offer,
): { readonly open: () => void; readonly isLoading: boolean; readonly dialog: ReactNode } {
  const { Dialog, isLoading, ...picker } = useLateDialog(canteenPicker);
  const openUnasked = useEffectEvent(() => void picker.open());
  useEffect(() => {
    if (needsCanteen) openUnasked();
  }, [needsCanteen]);
  return {
    open: () => void picker.open(),
    isLoading,
    dialog: Dialog && (
      <Dialog
        canteens={canteens.data?.canteens ?? []}
        current={canteen}
        onClose={picker.close}
        onPick={(id) => {
          picker.close();
          selection.selectCanteen(id);
        }}
      />
    ),
  };
}
