import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';
import styles from './field.module.css';

/** A line to type into, with its label, hint and error. */
export function Field({ label, hint, error, className, id, ...input }: FieldTexts & ComponentProps<'input'>) {
  const ids = useFieldIds({ hint, error }, id);
  return (
    <FieldFrame id={ids.id} label={label} hint={hint} error={error} required={input.required}>
      <input {...input} {...ids.control} className={classNames(styles.input, className)} />
    </FieldFrame>
  );
}
