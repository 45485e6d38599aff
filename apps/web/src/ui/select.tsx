import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';
import { SelectControl, type SelectOption } from './compact-select.tsx';

/** The platform's own select as a field of a form: on the phone its list is the phone's. */
export function Select({
  label,
  hint,
  error,
  id,
  ...select
}: FieldTexts &
  Omit<ComponentProps<'select'>, 'children' | 'multiple'> & { options: readonly SelectOption[] }) {
  const ids = useFieldIds({ hint, error }, id);
  return (
    <FieldFrame id={ids.id} label={label} hint={hint} error={error} required={select.required}>
      <SelectControl {...select} {...ids.control} />
    </FieldFrame>
  );
}
