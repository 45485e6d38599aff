import type { ReactNode } from 'react';
import styles from './button-row.module.css';

/** The buttons of a record: from its beginning on, and at the end of its card on the phone. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
