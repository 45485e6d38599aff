import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './steady-note.module.css';

type Props = { longest: string; children: ReactNode };

/** A muted line whose words change while it is read. It keeps the room of the longest ones: what stands below stays. */
export function SteadyNote({ longest, children }: Props) {
  return (
    <output className={classNames(styles.room, styles.note)} data-longest={longest}>
      <span>{children}</span>
    </output>
  );
}

/** Words of a paragraph that change while they are read, in the room of the longest ones. */
export function SteadyText({ longest, children }: Props) {
  return (
    <span className={styles.room} data-longest={longest}>
      <span>{children}</span>
    </span>
  );
}
