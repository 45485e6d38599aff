import type { ReactNode } from 'react';
import styles from './link-row.module.css';

/** Where else to go from a form: a link at each end of a line, under each other where they do not fit. */
export function LinkRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.row}>
      {children}
    </nav>
  );
}
