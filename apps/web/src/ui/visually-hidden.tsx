import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for those who listen: present to a screen reader, invisible on the screen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
