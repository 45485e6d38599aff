import styles from './cart-summary.module.css';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** What is in the cart, inside a link to it: how many, and for how much where there is room. */
export function CartSummary({
  label,
  count,
  items,
  amount,
}: {
  /** The word for it. */
  label: string;
  count: number;
  /** The count in words. */
  items: string;
  amount: string;
}) {
  return (
    <span className={styles.summary}>
      <VisuallyHidden>{`${label}:`}</VisuallyHidden>
      <span className={styles.mark}>
        <Icon name="cart" />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.amount}>{amount}</span> <span className={styles.items}>{items}</span>
      </span>
    </span>
  );
}
