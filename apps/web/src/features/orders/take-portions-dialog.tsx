import { modifierNames } from '@refectory/domain/modifiers';
import { orderPrice } from '@refectory/domain/money';
import { withModifierPrices } from '@refectory/domain/portion';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceGroup } from '#ui/choice-group.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** Asks before portions are taken that somebody else offers; where these differ, which of them. */
export function TakePortionsDialog({
  dialog: { props, close },
  isOpen,
}: {
  dialog: Extract<OpenDialog, { type: 'take-portions' }>;
  isOpen: boolean;
}) {
  const { dish, day, quantity, price, choices } = props;
  const t = useTranslations('dialogs');
  const formats = useFormats();
  const [place, setPlace] = useState(0);
  const amountOf = (chosen: (typeof choices)[number]) =>
    formats.amount(orderPrice(withModifierPrices(price, chosen), quantity));
  const chosen = choices[place] ?? [];
  const amount = amountOf(chosen);
  const areSeveral = choices.length > 1;
  const names = areSeveral ? undefined : modifierNames(chosen);
  return (
    <Dialog
      open={isOpen}
      closable
      closeLabel={t('close')}
      title={t('takeTitle')}
      onClose={() => close(undefined)}
      footer={
        <>
          <Button tone="quiet" onClick={() => close(undefined)}>
            {t('no')}
          </Button>
          <Button tone="exchange" onClick={() => close(chosen)}>
            {t('take', { price: amount })}
          </Button>
        </>
      }
    >
      <p>
        <b>{t('takeWhat', { dish: [dish, names].filter(Boolean).join(', '), day, quantity })}</b>
      </p>
      {areSeveral && (
        <ChoiceGroup
          label={t('takeWhich')}
          several={false}
          choices={choices.map((choice, at) => ({
            value: String(at),
            label: `${modifierNames(choice) ?? t('takePlain')} · ${amountOf(choice)}`,
          }))}
          chosen={[String(place)]}
          onChoose={([value]) => setPlace(Number(value))}
        />
      )}
      <p>{t('takeText', { price: amount })}</p>
    </Dialog>
  );
}
