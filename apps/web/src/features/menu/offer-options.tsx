import type { Menu } from '@refectory/contract/menu';
import { useTranslations } from 'use-intl';

import { Chip, ChipRow } from '#ui/chip.tsx';
import { OptionPanel } from '#ui/option-panel.tsx';

/** The filters of a menu, of which any may be on. */
export function OfferOptions({
  id,
  filters,
  chosen,
  onSelect,
}: {
  readonly id: string;
  readonly filters: Menu['filters'];
  /** The ids of those that are on. */
  readonly chosen: readonly string[];
  readonly onSelect: (chosen: string[]) => void;
}) {
  const t = useTranslations('menu');
  return (
    <OptionPanel id={id} label={t('options')}>
      {filters.length > 0 && (
        <ChipRow label={t('filters')}>
          {filters.map((filter) => (
            <Chip
              key={filter.id}
              pressed={chosen.includes(filter.id)}
              onToggle={(isOn) =>
                onSelect(isOn ? [...chosen, filter.id] : chosen.filter((other) => other !== filter.id))
              }
            >
              {filter.name}
            </Chip>
          ))}
        </ChipRow>
      )}
    </OptionPanel>
  );
}
