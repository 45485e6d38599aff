import styles from './illustration.module.css';
import { CutleryParts, PlateParts } from './plate-parts.tsx';

/** Nothing on offer: a laid plate with a few crumbs and a leaf. */
export function EmptyPlate() {
  return (
    <svg className={styles.canvas} viewBox="0 0 160 160" aria-hidden="true">
      <CutleryParts />
      <PlateParts />
      <path className={styles.leaf} d="M66 93c-4-17 8-29 29-27 1 20-10 33-29 27Z" />
      <path className={styles.vein} d="M66 93c6-9 12-15 20-20" />
      <circle className={styles.crumb} cx="100" cy="98" r="2.6" />
      <circle className={styles.crumb} cx="92" cy="105" r="1.8" />
      <circle className={styles.crumb} cx="60" cy="68" r="2" />
    </svg>
  );
}
