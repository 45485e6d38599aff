import type { ReactNode } from 'react';
import styles from './option-panel.module.css';

/** What a page can be set to: filters and ways to see it, in one place that can be put away. */
export function OptionPanel({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.panel} aria-label={label}>
      {children}
    </section>
  );
}
