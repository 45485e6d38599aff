import { type ReactNode, useId } from 'react';

import { Card } from './card.tsx';
import styles from './panel.module.css';

/** Panels beside each other where there is room. */
export function PanelGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
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
