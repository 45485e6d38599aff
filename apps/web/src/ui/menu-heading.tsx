import type { ReactNode } from 'react';
import styles from './menu-heading.module.css';

/** The day that the dishes below are for. */
export function DayHeading({
  children,
  note,
  level = 2,
  id,
}: {
  children: ReactNode;
  note?: ReactNode;
  level?: 2 | 3 | undefined;
  id?: string | undefined;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.day}>
      <Heading id={id} className={styles.dayName}>
        {children}
      </Heading>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}

/** The group that the dishes below belong to, e.g. soups. */
export function GroupHeading({
  children,
  note,
  level = 3,
  id,
}: {
  children: ReactNode;
  note?: ReactNode;
  level?: 2 | 3 | undefined;
  id?: string | undefined;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.group}>
      <Heading id={id} className={styles.groupName}>
        {children}
      </Heading>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}
