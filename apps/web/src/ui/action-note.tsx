import type { ReactNode } from 'react';
import styles from './action-note.module.css';

/** Why what was pressed did not happen, under the button. Whoever listens has heard it in a message. */
export function ActionNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
