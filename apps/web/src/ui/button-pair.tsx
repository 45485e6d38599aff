import type { ReactNode } from 'react';
import styles from './button-pair.module.css';

/** Two ways to do one thing in one row: the first takes the room there is, the second is a mark. */
export function ButtonPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
