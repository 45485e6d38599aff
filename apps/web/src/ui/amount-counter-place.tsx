import styles from './amount-counter.module.css';

/** Reserves the space of an amount counter while its code loads. */
export function AmountCounterPlace() {
  return <div className={styles.place} />;
}
