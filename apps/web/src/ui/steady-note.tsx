import type { ReactNode } from 'react';
import styles from './steady-note.module.css';

/** A muted line whose words change while it is read. It keeps the room of the longest ones: what stands below stays. */
export function SteadyNote({ longest, children }: { longest: string; children: ReactNode }) {
  return (
    <output className={styles.note} data-longest={longest}>
      <span>{children}</span>
    </output>
  );
}
