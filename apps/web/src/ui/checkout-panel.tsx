import { type ReactNode, useId } from 'react';
import styles from './checkout-panel.module.css';

/** What all of it costs, and what is needed to order it. */
export function CheckoutPanel({
  title,
  total,
  balance,
  children,
}: {
  title: string;
  total: { label: string; amount: string };
  /** What is on the account. Its line has its room before the amount is known. */
  balance?: { label: string; amount: string | undefined } | undefined;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {/* A screen reader hears the new total after each change. */}
      <output className={styles.total}>
        <span>{total.label}</span> <span className={styles.amount}>{total.amount}</span>
      </output>
      {balance && (
        <p className={styles.balance}>
          {balance.amount !== undefined && (
            <>
              <span>{balance.label}</span> <span>{balance.amount}</span>
            </>
          )}
        </p>
      )}
      {children}
    </section>
  );
}
