import styles from './amount-counter.module.css';

/** Keeps the place of an amount counter whose code is not there yet. */
export function AmountCounterPlace() {
  return <div className={styles.place} />;
}
