import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { NextStep } from './next-step.tsx';
import styles from './notice.module.css';

/** Why there is nothing to see: nothing there, something went wrong, no connection, or plain information. */
export type NoticeTone = 'empty' | 'failed' | 'offline' | 'info';

/** The screen instead of content: says what is the case and what to do next. */
export function Notice({
  tone,
  title,
  children,
  action,
  illustration,
  headingLevel = 2,
}: {
  tone: NoticeTone;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  illustration?: ReactNode;
  headingLevel?: 2 | 3 | undefined;
}) {
  const Heading = `h${headingLevel}` as const;
  const isTrouble = tone === 'failed' || tone === 'offline';
  return (
    <div className={classNames(styles.notice, styles[tone])} role={isTrouble ? 'alert' : undefined}>
      {illustration !== undefined && <div className={styles.illustration}>{illustration}</div>}
      <Heading className={styles.title}>{title}</Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action !== undefined && <NextStep>{action}</NextStep>}
    </div>
  );
}
