import { periods, type Period } from '@refectory/domain/period';
import { useTranslations } from 'use-intl';

import { ChoiceButton } from '#ui/choice-button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';

import type { useCanteenPicker } from './use-canteen-picker.tsx';
import type { OfferSelection } from './use-offer-selection.ts';
import type { Offer } from './use-offer.ts';

/** The buttons beside the heading of the offer: the canteen, the period where it has no place of its own, and the options. */
export function OfferLead({
  offer,
  picker,
  options,
  period,
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
  readonly period: Pick<OfferSelection, 'period' | 'selectPeriod'> | undefined;
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
      {period && (
        <CompactSelect
          label={t('period')}
          options={periods.map((value) => ({ value, label: t(value) }))}
          value={period.period}
          onChange={(event) => {
            // The options are the periods.
            period.selectPeriod(event.target.value as Period);
          }}
        />
      )}
      <ChoiceButton
        icon="sliders"
        short
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
