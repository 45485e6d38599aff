import type { ReactNode } from 'react';
import styles from './dish-groups.module.css';

/** Groups of dishes: under each other on the phone, elsewhere side by side where they fit; `more` extends them. */
export function DishGroups({ children, more }: { children: ReactNode; more?: ReactNode }) {
  return (
    <div className={styles.room}>
      <div className={styles.groups}>{children}</div>
      {more}
    </div>
  );
}

/** One group of so many dishes: its GroupHeading and its DishList. */
export function DishGroup({
  id,
  labelledBy,
  dishes,
  hidden = false,
  children,
}: {
  id?: string | undefined;
  labelledBy: string;
  dishes: number;
  hidden?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      className={styles.group}
      aria-labelledby={labelledBy}
      hidden={hidden}
      ref={(group) => group?.style.setProperty('--dishes', String(dishes))}
    >
      {children}
    </section>
  );
}
