import styles from './sample-plates.module.css';

const foods = {
  soup: (
    <>
      <circle className={styles.pumpkin} cx="50" cy="50" r="33" />
      <path className={styles.cream} d="M27 47c6-9 15 5 23-3s17-3 23 2" />
      <circle className={styles.carrot} cx="38" cy="60" r="5" />
      <circle className={styles.carrot} cx="62" cy="60" r="4" />
    </>
  ),
  roast: (
    <>
      <path
        className={styles.sauce}
        d="M22 56c2-16 20-24 36-18 12 4 20 14 17 24-4 12-26 15-38 9-9-4-16-7-15-15Z"
      />
      <ellipse className={styles.dough} cx="37" cy="42" rx="11" ry="8" />
      <ellipse className={styles.dough} cx="53" cy="36" rx="11" ry="8" />
      <ellipse className={styles.dough} cx="68" cy="43" rx="10" ry="8" />
    </>
  ),
  salad: (
    <>
      <path
        className={styles.green}
        d="M26 56c-6-17 10-26 18-20 8-10 26-4 24 9 9 4 8 18-2 20-5 10-18 11-24 4-8 2-15-4-16-13Z"
      />
      <circle className={styles.tomato} cx="60" cy="40" r="6" />
      <circle className={styles.tomato} cx="42" cy="64" r="6" />
    </>
  ),
  empty: <path className={styles.green} d="M42 58c-3-11 5-18 18-17 1 13-6 21-18 17Z" />,
};

/** A plate for the samples, drawn roughly: the product's own plates are files of the server. */
export function SamplePlate({ food }: { food: keyof typeof foods }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <circle className={styles.plate} cx="50" cy="50" r="47" />
      <circle className={styles.rim} cx="50" cy="50" r="34" />
      {foods[food]}
    </svg>
  );
}
