import type { ReactNode } from 'react';
import styles from './login-layout.module.css';

/** The sign-in page: one column with the form, a picture of what it is for beside it where there is room. */
export function LoginLayout({
  title,
  lead,
  children,
  links,
  illustration,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Where else to go, e.g. to registration. */
  links?: ReactNode;
  illustration?: ReactNode;
}) {
  return (
    <main id="content" tabIndex={-1} aria-labelledby="page-title" className={styles.page}>
      <div className={styles.column}>
        <h1 id="page-title" className={styles.title}>
          {title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        <div className={styles.forms}>{children}</div>
        {links !== undefined && <div className={styles.links}>{links}</div>}
      </div>
      {illustration !== undefined && (
        <div className={styles.side} aria-hidden="true">
          <div className={styles.illustration}>{illustration}</div>
        </div>
      )}
    </main>
  );
}
