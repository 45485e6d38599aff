import type { ReactNode } from 'react';
import styles from './action-note.module.css';
import { classNames } from './class-names.ts';

/**
 * A line where the button of a dish or an order is: under it why what was pressed failed, or in its place (`quiet`)
 * why there is none. A screen reader has heard the failure from its toast.
 */
export function ActionNote({
  tone = 'failed',
  children,
}: {
  tone?: 'failed' | 'quiet';
  children: ReactNode;
}) {
  return (
    <p ref={tone === 'failed' ? intoSight : undefined} className={classNames(styles.note, styles[tone])}>
      {children}
    </p>
  );
}

/** What it is about stands before it, perhaps at the lower edge of the window. Who looks elsewhere is left there. */
function intoSight(note: HTMLElement | null): void {
  const above = note?.previousElementSibling?.getBoundingClientRect();
  if (above && above.bottom > 0 && above.top < globalThis.innerHeight)
    note?.scrollIntoView({ block: 'nearest' });
}
