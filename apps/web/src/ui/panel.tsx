import { type ReactNode, useId } from 'react';

import { Card } from './card.tsx';
import { classNames } from './class-names.ts';
import styles from './panel.module.css';

/** Panels beside each other where there is room; in their place something else while they are `awaited`. */
export function PanelGrid({ awaited, children }: { awaited?: ReactNode; children: ReactNode }) {
  const isAwaited = awaited !== undefined;
  return (
    <div className={styles.whole}>
      {isAwaited && <div className={styles.awaited}>{awaited}</div>}
      {/* Laid out, so that each asks for what it shows. */}
      <div className={classNames(styles.grid, isAwaited && styles.hidden)}>{children}</div>
    </div>
  );
}

/** A part of a page with its heading, and a link to more of it. */
export function Panel({ title, link, children }: { title: string; link?: ReactNode; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Card>
        <div className={styles.links}>
          <h2 id={headingId}>{title}</h2>
          {link}
        </div>
        {children}
      </Card>
    </section>
  );
}

/** Links and buttons of a panel. */
export function PanelLinks({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>;
}

/** The one figure of a panel, to be read from afar. */
export function Figure({ children }: { children: ReactNode }) {
  return <p className={styles.figure}>{children}</p>;
}
