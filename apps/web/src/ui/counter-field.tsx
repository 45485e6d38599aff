import type { ComponentProps } from 'react';
import { AmountCounter } from './amount-counter.tsx';
import { BelowField, type FieldTexts, LabelText, useFieldIds } from './field-frame.tsx';
import styles from './field.module.css';

/** An amount to count, under its label. */
export function CounterField({
  label,
  hint,
  error,
  required = false,
  ...counter
}: FieldTexts & Omit<ComponentProps<typeof AmountCounter>, 'control'>) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <div className={styles.field}>
      {/* The counter names itself for screen readers. */}
      <span className={styles.label} aria-hidden="true">
        <LabelText label={label} required={required} />
      </span>
      <div>
        <AmountCounter {...counter} label={label} control={{ ...control, required }} />
      </div>
      <BelowField id={id} hint={hint} error={error} />
    </div>
  );
}
