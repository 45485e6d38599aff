import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './select.module.css';

/** One line of a select; `lang` tells a screen reader how to read it. */
export type SelectOption = { value: string; label: string; lang?: string | undefined };

/** The platform's own select: on the phone its list is the phone's. */
export function Select({
  label,
  hint,
  error,
  id,
  options,
  icon,
  labelHidden = false,
  className,
  ...select
}: FieldTexts &
  Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
    options: readonly SelectOption[];
    icon?: IconName | undefined;
    /** Hides the label from sight where the place explains itself; the select is then as wide as its text. */
    labelHidden?: boolean | undefined;
  }) {
  const ids = useFieldIds({ hint, error }, id);
  return (
    <FieldFrame
      id={ids.id}
      label={label}
      hint={hint}
      error={error}
      required={select.required}
      labelHidden={labelHidden}
    >
      <div className={classNames(styles.control, labelHidden && styles.compact)}>
        {icon !== undefined && (
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
        )}
        <select {...select} {...ids.control} className={classNames(styles.select, className)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon name="chevron-down" />
        </span>
      </div>
    </FieldFrame>
  );
}
