import type { ReactNode } from 'react';
import styles from './dish-groups.module.css';

/** Groups of dishes: under each other on the phone, elsewhere side by side where they fit. */
export function DishGroups({ children }: { children: ReactNode }) {
  return (
    <div className={styles.room}>
      <div className={styles.groups}>{children}</div>
    </div>
  );
}

/** One group of so many dishes: its GroupHeading and its DishList. */
export function DishGroup({
  labelledBy,
  dishes,
  children,
}: {
  labelledBy: string;
  dishes: number;
  children: ReactNode;
}) {
  return (
    <section
      className={styles.group}
      aria-labelledby={labelledBy}
      ref={(group) => group?.style.setProperty('--dishes', String(dishes))}
    >
      {children}
    </section>
  );
}
