import type { ReactNode } from 'react';
import styles from './chip.module.css';
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

/** Chips in one row that scrolls on the phone and breaks elsewhere. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {children}
    </fieldset>
  );
}
