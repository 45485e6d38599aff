import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** A filter or an option that is on or off. */
export function Chip({
  pressed,
  onToggle,
  children,
}: {
  pressed: boolean;
  onToggle: (pressed: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={() => onToggle(!pressed)}>
      {pressed && <Icon name="check" />}
      {children}
    </button>
  );
}

/** Chips in one row, which breaks into more; on the phone it scrolls, unless all of its few chips are to be in sight. */
export function ChipRow({
  label,
  breaks = false,
  children,
}: {
  label: string;
  /** It breaks into more rows on the phone too. */
  breaks?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={classNames(styles.row, breaks && styles.breaks)} aria-label={label}>
      {children}
    </fieldset>
  );
}
