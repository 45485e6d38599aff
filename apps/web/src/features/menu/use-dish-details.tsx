import type { Menu, MenuItem } from '@refectory/contract/menu';
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';

import { latePart } from '#platform/late/late-part.ts';
import { useLateDialog } from '#platform/late/use-late-dialog.ts';

const dishDetails = latePart(async () => (await import('./dish-details.tsx')).DishDetails, {
  words: ['dialogs'],
});

/** The dialog with everything about a dish of a menu, and how to open it. It closes when the menu loses the dish. */
export function useDishDetails(menu: Menu | undefined): {
  readonly open: (dish: MenuItem) => void;
  readonly dialog: ReactNode;
} {
  const { Dialog, ...details } = useLateDialog(dishDetails);
  const [opened, setOpened] = useState<{ readonly dish: MenuItem }>();
  // The same at every drawing: another one would draw all dishes anew.
  const open = useCallback((dish: MenuItem) => setOpened({ dish }), []);
  const openDialog = useEffectEvent(() => void details.open());
  useEffect(() => {
    if (opened) openDialog();
  }, [opened]);
  // As the menu on screen has it now.
  const present = menu?.menu.find(
    ({ mealId, date, product }) =>
      mealId === opened?.dish.mealId && date === opened.dish.date && product?.id === opened.dish.product?.id,
  );
  const isGone = Dialog !== undefined && present === undefined;
  const closeDialog = useEffectEvent(details.close);
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  return { open, dialog: Dialog && present && <Dialog dish={present} onClose={details.close} /> };
}
