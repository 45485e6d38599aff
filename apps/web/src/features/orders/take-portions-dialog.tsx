import { coverage, showsBalance } from '@refectory/domain/balance';
import { instantOf, type Moment } from '@refectory/domain/day';
import { modifierNames } from '@refectory/domain/modifiers';
import { orderPrice, type Money } from '@refectory/domain/money';
import { withModifierPrices } from '@refectory/domain/portion';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import type { OpenDialog } from '#platform/dialogs/dialog-store.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
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
  const { dish, day, quantity, price, choices, cancelUntil } = props;
  const t = useTranslations('dialogs');
  const formats = useFormats();
  const [place, setPlace] = useState(0);
  const priceOf = (chosen: (typeof choices)[number]) =>
    orderPrice(withModifierPrices(price, chosen), quantity);
  const amountOf = (chosen: (typeof choices)[number]) => formats.amount(priceOf(chosen));
  const chosen = choices[place] ?? [];
  const amount = amountOf(chosen);
  const short = useShortBalance(priceOf(chosen));
  const until = useCancellableUntil(cancelUntil);
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
      <p>{t('takeText', { price: amount, until })}</p>
      {short !== undefined && <p>{t('takeShort', { balance: formats.amount(short) })}</p>}
    </Dialog>
  );
}

/** Until when a portion can be cancelled once it is taken, as people read it; `over` afterwards, `none` where nobody says so. */
function useCancellableUntil(cancelUntil: Moment | undefined): string {
  const { clock, zone } = usePlatform();
  const formats = useFormats();
  const today = useToday();
  const until = instantOf(cancelUntil, zone);
  if (until === undefined) return 'none';
  return until < clock.now() ? 'over' : formats.timeOrDay(until, today);
}

/** What is on the account, where that is less than the price and the page shows it; the server may still let it go lower. */
function useShortBalance(price: Money): Money | undefined {
  const { query, settings } = usePlatform();
  const { data } = useQuery({
    ...query('getBalance', undefined),
    enabled: settings.showAccountBalance !== 0,
  });
  if (!data || coverage(data, price) === 'covered') return undefined;
  return showsBalance(settings.showAccountBalance, data.balance) ? data.balance : undefined;
}
