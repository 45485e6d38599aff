import styles from './illustration.module.css';

/** Not here yet: a dish under its cover. */
export function CoveredPlate() {
  return (
    <svg className={styles.canvas} viewBox="0 0 160 160" aria-hidden="true">
      <ellipse className={styles.shade} cx="80" cy="128" rx="68" ry="11" />
      <path className={styles.plate} d="M10 116h140c-3 9-15 12-34 12H44c-19 0-31-3-34-12Z" />
      <path className={styles.rim} d="M10 116h140c-3 9-15 12-34 12H44c-19 0-31-3-34-12Z" />
      <path className={styles.dome} d="M24 113c0-33 25-56 56-56s56 23 56 56Z" />
      <path className={styles.dome} d="M24 113h112" />
      <circle className={styles.dome} cx="80" cy="50" r="8" />
      <path className={styles.gleam} d="M42 98c3-13 11-21 21-25" />
      <path className={styles.steam} d="M58 36c-6-7 6-11 0-18M80 32c-6-7 6-11 0-18M102 36c-6-7 6-11 0-18" />
    </svg>
  );
}
