import { useId } from 'react';
import styles from './segmented-control.module.css';

/** One of the choices. */
export type SegmentedOption<Value extends string> = { value: Value; label: string };

/** A few choices side by side of which one holds. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  disabled = false,
  onChange,
}: {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  /** It only says which one holds. */
  disabled?: boolean | undefined;
  onChange?: ((value: Value) => void) | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={styles.group} aria-label={label} disabled={disabled}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
