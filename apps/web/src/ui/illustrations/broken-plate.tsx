import styles from './illustration.module.css';
import { PlateParts } from './plate-parts.tsx';

/** Something went wrong: the plate has a crack and a piece beside it. */
export function BrokenPlate() {
  return (
    <svg className={styles.canvas} viewBox="0 0 160 160" aria-hidden="true">
      <PlateParts />
      <path className={styles.gap} d="M118 22 99 50l12 17-21 14 8 21-18 12 3 27" />
      <path className={styles.crack} d="M118 22 99 50l12 17-21 14 8 21-18 12 3 27" />
      <path className={styles.shade} d="m133 140 17-10 6 15-14 8Z" />
      <path className={styles.plate} d="m131 136 17-10 6 15-14 8Z" />
      <path className={styles.rim} d="m131 136 17-10 6 15-14 8Z" />
    </svg>
  );
}
