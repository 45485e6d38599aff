import type { ComponentProps } from 'react';

import { classNames } from './class-names.ts';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';
import styles from './field.module.css';

/** Several lines to type into, with their label, hint and error. */
export function TextArea({
  label,
  hint,
  error,
  className,
  id,
  rows = 5,
  ...area
}: FieldTexts & ComponentProps<'textarea'>) {
  const ids = useFieldIds({ hint, error }, id);
  return (
    <FieldFrame id={ids.id} label={label} hint={hint} error={error} required={area.required}>
      <textarea {...area} {...ids.control} rows={rows} className={classNames(styles.input, className)} />
    </FieldFrame>
  );
}
