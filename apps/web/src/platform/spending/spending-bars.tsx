import type { Spending } from '@refectory/domain/report';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { BarTable } from '#ui/bar-table.tsx';

/** What was paid in groups, such as months, and how much of it by subsidies. */
export function SpendingBars({
  groups,
  ...words
}: {
  readonly groups: readonly (Spending & { readonly label: string })[];
  readonly title: string;
  readonly groupLabel: string;
  readonly firstLabel: string;
  readonly secondLabel: string;
}) {
  const { amount } = useFormats();
  return (
    <BarTable
      {...words}
      rows={groups.map(({ key, label, paid, subsidies }) => ({
        key,
        label,
        // What was given back in excess has no length.
        first: { value: Math.max(0, paid), text: amount(paid) },
        second: { value: Math.max(0, subsidies), text: amount(subsidies) },
      }))}
    />
  );
}
