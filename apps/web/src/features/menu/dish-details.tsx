import type { MenuItem } from '@refectory/contract/menu';
import { useTranslations } from 'use-intl';

import { Dialog } from '#ui/dialog.tsx';
import { DishSheet } from '#ui/dish-sheet.tsx';

import { useDishFacts } from './use-dish-facts.tsx';

/** Everything about a dish, in a sheet over the menu. */
export function DishDetails({ dish, onClose }: { dish: MenuItem; onClose: () => void }) {
  const t = useTranslations('dialogs');
  const facts = useDishFacts(dish);
  return (
    <Dialog open closable closeLabel={t('close')} title={facts.name} onClose={onClose}>
      <DishSheet {...facts} />
    </Dialog>
  );
}
