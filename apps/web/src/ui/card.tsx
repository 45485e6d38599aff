import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './card.module.css';

/** A sheet of paper on the table: groups what belongs together. */
export function Card({ children, raised = false }: { children: ReactNode; raised?: boolean | undefined }) {
  return <div className={classNames(styles.card, raised && styles.raised)}>{children}</div>;
}
