import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-shell.module.css';
import hidden from './visually-hidden.module.css';

/** The frame that all pages stand in: header above, footer at the foot of the window at least. */
export function AppFrame({ children }: { children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}

/** A page's content with its one main heading. `main` takes the focus after a change of page. */
export function PageShell({
  title,
  isTitleHidden = false,
  lead,
  tools,
  aside,
  width = 'normal',
  isTight = false,
  children,
}: {
  title: ReactNode;
  /** The title is for screen readers alone: what the page shows says the same. */
  isTitleHidden?: boolean | undefined;
  /** A line under the heading. */
  lead?: ReactNode;
  /** What belongs to the whole page, beside its heading, e.g. a SegmentedControl. */
  tools?: ReactNode;
  /** A panel beside the content on wide screens; after it on the phone. */
  aside?: ReactNode;
  width?: 'narrow' | 'normal' | 'wide' | undefined;
  /** On the phone its content comes as high as it can. */
  isTight?: boolean | undefined;
  children: ReactNode;
}) {
  const hasAside = aside !== undefined && aside !== false;
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-labelledby="page-title"
      data-width={width}
      className={classNames(
        styles.page,
        styles[width],
        isTight && styles.tight,
        hasAside && styles.withAside,
      )}
    >
      <div className={styles.main}>
        <div className={styles.head}>
          <div className={styles.headings}>
            <h1 id="page-title" className={isTitleHidden ? hidden.hidden : styles.title}>
              {title}
            </h1>
            {lead !== undefined && <div className={styles.lead}>{lead}</div>}
          </div>
          {tools !== undefined && <div className={styles.tools}>{tools}</div>}
        </div>
        {children}
      </div>
      {hasAside && <div className={styles.aside}>{aside}</div>}
    </main>
  );
}

/** Parts of a page under each other with the page's own rhythm. */
export function Stack({
  children,
  gap = 'normal',
}: {
  children: ReactNode;
  /** `tight` is `normal` but on the phone, where the first dish comes as high as it can. */
  gap?: 'small' | 'tight' | 'normal' | 'large';
}) {
  return <div className={classNames(styles.stack, styles[`gap-${gap}`])}>{children}</div>;
}

/** A muted line above the content, with or without an icon. */
export function PageNote({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.note}>
      {icon}
      <span>{children}</span>
    </p>
  );
}
