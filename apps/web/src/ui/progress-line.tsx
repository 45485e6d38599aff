import styles from './progress-line.module.css';

/** A line along the upper edge of the window while the next page is on its way. It moves nothing. */
export function ProgressLine({ label }: { label: string }) {
  return <progress aria-label={label} className={styles.line} />;
}
