import type { ComponentProps } from 'react';
import { BelowField, type FieldTexts, LabelText, useFieldIds } from './field-frame.tsx';
import styles from './field.module.css';

/** A box to tick, with a hint and an error. The whole line can be pressed. */
export function CheckboxField({
  label,
  hint,
  error,
  id,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'type'>) {
  const ids = useFieldIds({ hint, error }, id);
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input {...input} {...ids.control} type="checkbox" />
        <span>
          <LabelText label={label} required={input.required} />
        </span>
      </label>
      <BelowField id={ids.id} hint={hint} error={error} />
    </div>
  );
}
