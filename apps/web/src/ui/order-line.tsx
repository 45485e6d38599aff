import { type ReactNode, useId } from 'react';
import styles from './order-line.module.css';

/** Orders that nothing is left to do with, under each other. Its children are OrderLines. */
export function OrderLines({ children }: { children: ReactNode }) {
  return <ul className={styles.lines}>{children}</ul>;
}

/** An order in a line: its name, what is known of it, what was paid. */
export function OrderLine({
  name,
  facts,
  price,
}: {
  name: string;
  facts: readonly (string | undefined)[];
  price: string;
}) {
  const nameId = useId();
  return (
    <li>
      <article className={styles.line} aria-labelledby={nameId}>
        <div className={styles.what}>
          <h3 id={nameId} className={styles.name}>
            {name}
          </h3>
          <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        </div>
        <span className={styles.price}>{price}</span>
      </article>
    </li>
  );
}
