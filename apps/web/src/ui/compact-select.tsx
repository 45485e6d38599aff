import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './select.module.css';

/** One line of a select; `lang` tells a screen reader how to read it. */
export type SelectOption = { value: string; label: string; lang?: string | undefined };

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
  options: readonly SelectOption[];
  icon?: IconName | undefined;
};

/** A select as wide as its text, in a place that explains itself: its label is only heard. */
export function CompactSelect({ label, ...select }: SelectProps & { label: string }) {
  return <SelectControl {...select} isCompact aria-label={label} />;
}

/** A select with its arrow, for a Select or a CompactSelect. */
export function SelectControl({
  options,
  icon,
  className,
  isCompact = false,
  ...select
}: SelectProps & { isCompact?: boolean }) {
  return (
    <div className={classNames(styles.control, isCompact && styles.compact)}>
      {icon !== undefined && (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      )}
      <select {...select} className={classNames(styles.select, className)}>
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
  );
}
