import type { ReactNode } from 'react';
import { NextStep } from './next-step.tsx';
import styles from './plain-page.module.css';

/** A page that says one thing and offers one step, e.g. that an address leads nowhere. */
export function PlainPage({
  title,
  text,
  action,
  illustration,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  illustration?: ReactNode;
}) {
  return (
    <main id="content" tabIndex={-1} className={styles.page}>
      {illustration !== undefined && <div className={styles.illustration}>{illustration}</div>}
      <h1 className={styles.title}>{title}</h1>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {action !== undefined && <NextStep>{action}</NextStep>}
    </main>
  );
}
