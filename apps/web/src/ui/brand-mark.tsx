import styles from './brand-mark.module.css';

/** The product's own logo, for canteens without one: a leaf on a plate. */
export function BrandMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <circle className={styles.ground} cx="16" cy="16" r="15" />
      <circle className={styles.line} cx="16" cy="16" r="9.5" />
      <path
        className={styles.line}
        d="M16 21.5c-4.200-3.200-4.200-8.300 0-11.500 4.200 3.200 4.200 8.300 0 11.500Zm0 0v-7.500"
      />
    </svg>
  );
}
