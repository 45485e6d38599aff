import styles from './illustration.module.css';
import { PlateParts } from './plate-parts.tsx';

/** No connection: a plate with the waves of a lost signal. */
export function UnpluggedPlate() {
  return (
    <svg className={styles.canvas} viewBox="0 0 160 160" aria-hidden="true">
      <PlateParts />
      <path className={styles.line} d="M55 74c14-13 36-13 50 0M64 86c9-8 23-8 32 0" />
      <circle className={styles.leaf} cx="80" cy="99" r="5" />
      <path className={styles.gap} d="m54 106 52-52" />
      <path className={styles.crack} d="m54 106 52-52" />
    </svg>
  );
}
