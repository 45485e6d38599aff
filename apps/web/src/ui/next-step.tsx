import type { ReactNode } from 'react';

import styles from './next-step.module.css';

/** What to do next: buttons, or links that look like them. */
export function NextStep({ children }: { children: ReactNode }) {
  return <div className={styles.step}>{children}</div>;
}
