import type { ReactNode } from 'react';
import styles from './dish-list.module.css';

/** Dishes under each other on the phone, side by side elsewhere. Its children are DishCards. */
export function DishList({ children, labelledBy }: { children: ReactNode; labelledBy?: string | undefined }) {
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}
