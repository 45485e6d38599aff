import type { Canteen } from '@refectory/contract/canteens';
import { useTranslations } from 'use-intl';

import { ChoiceList } from '#ui/choice-list.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** What the picker needs, and the choice it gives. */
export type CanteenPickerProps = {
  readonly canteens: readonly Canteen[];
  /** The canteen on screen; without one the picker has to be answered. */
  readonly current: Canteen | undefined;
  readonly onPick: (canteenId: number) => void;
  readonly onClose: () => void;
};

/** Asks for one of the canteens by name. */
export function CanteenPicker({ canteens, current, onPick, onClose }: CanteenPickerProps) {
  const t = useTranslations('menu');
  const tDialogs = useTranslations('dialogs');
  return (
    <Dialog
      open
      closable={current !== undefined}
      closeLabel={tDialogs('close')}
      title={t('chooseCanteen')}
      onClose={onClose}
    >
      <ChoiceList
        choices={canteens.map(({ id, name }) => ({ value: String(id), label: name }))}
        current={current && String(current.id)}
        onChoose={(id) => onPick(Number(id))}
      />
    </Dialog>
  );
}
