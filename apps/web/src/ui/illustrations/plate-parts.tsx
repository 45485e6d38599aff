import styles from './illustration.module.css';

/** The plate from above that the illustrations share, on a canvas of 160. */
export function PlateParts() {
  return (
    <>
      <ellipse className={styles.shade} cx="80" cy="89" rx="60" ry="58" />
      <circle className={styles.plate} cx="80" cy="80" r="60" />
      <circle className={styles.rim} cx="80" cy="80" r="60" />
      <circle className={styles.rim} cx="80" cy="80" r="42" />
    </>
  );
}

/** Fork and knife beside the plate. */
export function CutleryParts() {
  return (
    <>
      <path className={styles.cutlery} d="M9 46v17c0 5 8 5 8 0V46M13 46v70" />
      <path className={styles.cutlery} d="M147 116V46c5 3 7 9 7 18s-3 12-7 13" />
    </>
  );
}
