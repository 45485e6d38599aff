import { useId } from 'react';
import { followLink } from './follow-link.ts';
import styles from './segmented-control.module.css';

/** One of the choices; with an address it is a link that the reader can also open elsewhere. */
export type SegmentedOption<Value extends string> = {
  value: Value;
  label: string;
  href?: string | undefined;
};

/** A few choices side by side of which one holds. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  const isNavigation = options.every((option) => option.href !== undefined);
  const Group = isNavigation ? 'nav' : 'fieldset';
  return (
    <Group className={styles.group} aria-label={label}>
      {options.map((option) =>
        option.href === undefined ? (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ) : (
          <a
            key={option.value}
            className={styles.option}
            href={option.href}
            aria-current={option.value === value ? 'true' : undefined}
            onClick={(event) => followLink(event, () => onChange(option.value))}
          >
            {option.label}
          </a>
        ),
      )}
    </Group>
  );
}
