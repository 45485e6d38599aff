import { useTranslations } from 'use-intl';

import { ChoiceButton } from '#ui/choice-button.tsx';

import type { useCanteenPicker } from './use-canteen-picker.tsx';
import type { Offer } from './use-offer.ts';

/** The buttons beside the heading of the offer: the canteen, and the options. */
export function OfferLead({
  offer,
  picker,
  options,
}: {
  readonly offer: Offer;
  readonly picker: ReturnType<typeof useCanteenPicker>;
  readonly options: {
    /** Of the panel that the button opens. */
    readonly id: string;
    readonly isOpen: boolean;
    /** How many filters are on. */
    readonly count: number;
    readonly onToggle: () => void;
  };
}) {
  const t = useTranslations('menu');
  const canteens = offer.canteens.data?.canteens ?? [];
  const canteen = offer.canteen?.name ?? t('chooseCanteen');
  return (
    <>
      {/* While the canteens are read it keeps its place, so that nothing moves when they come. */}
      {(canteens.length > 0 || offer.canteens.isPending) && (
        <ChoiceButton
          icon="map-pin"
          steady
          disabled={canteens.length === 0}
          busy={picker.isLoading}
          aria-haspopup="dialog"
          aria-label={`${t('canteen')}: ${canteen}`}
          onClick={picker.open}
        >
          {canteen}
        </ChoiceButton>
      )}
      <ChoiceButton
        icon="sliders"
        count={options.count}
        aria-label={options.count > 0 ? `${t('options')} (${options.count})` : undefined}
        aria-expanded={options.isOpen}
        aria-controls={options.id}
        onClick={options.onToggle}
      >
        {t('options')}
      </ChoiceButton>
    </>
  );
}
