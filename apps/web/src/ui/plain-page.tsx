import type { ReactNode } from 'react';
import { NextStep } from './next-step.tsx';
import styles from './plain-page.module.css';

/** A page that says one thing and offers one step, e.g. that an address leads nowhere. */
export function PlainPage({
  title,
  text,
  action,
  illustration,
  isAnnounced = false,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  illustration?: ReactNode;
  /** Whether what it says changes while it is read: the new title and text are announced together. */
  isAnnounced?: boolean;
}) {
  // One live region stays, and what is below its title is new with each title: nothing moves on the screen.
  const key = isAnnounced ? title : undefined;
  const said = (
    <>
      <h1 id="page-title" className={styles.title}>
        {title}
      </h1>
      {text !== undefined && (
        <div key={key} className={styles.text}>
          {text}
        </div>
      )}
    </>
  );
  return (
    <main id="content" tabIndex={-1} aria-labelledby="page-title" className={styles.page}>
      {illustration !== undefined && <div className={styles.illustration}>{illustration}</div>}
      {isAnnounced ? (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold a heading
        <div role="status" className={styles.said}>
          {said}
        </div>
      ) : (
        said
      )}
      {action !== undefined && <NextStep key={key}>{action}</NextStep>}
    </main>
  );
}
