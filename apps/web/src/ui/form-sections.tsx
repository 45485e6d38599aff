import type { ReactNode } from 'react';
import styles from './form-sections.module.css';

/** Sections with a heading and a form each, on a page or in a dialog. */
export function FormSections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>;
}
