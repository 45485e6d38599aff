import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './menu-heading.module.css';

/** What the dishes below belong to: the day they are for, or a group of it, e.g. soups. */
export function MenuHeading({
  of,
  level,
  id,
  note,
  children,
}: {
  of: 'day' | 'group';
  level: 2 | 3;
  id?: string | undefined;
  /** Beside the heading, e.g. when the dishes are handed out. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames(styles.heading, styles[of])}>
      <Heading id={id} className={styles.name}>
        {children}
      </Heading>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}
