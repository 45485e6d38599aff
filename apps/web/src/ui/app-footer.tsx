import type { ReactNode } from 'react';
import styles from './app-footer.module.css';

/** The foot of every page: what the canteen says about itself, and who serves. */
export function AppFooter({
  brand,
  isAwaited = false,
  children,
}: {
  brand: ReactNode;
  /** What it says is still on its way: its room would grow under the eyes. */
  isAwaited?: boolean | undefined;
  children?: ReactNode;
}) {
  return (
    <footer className={styles.footer} data-awaited={isAwaited || undefined}>
      <div className={styles.inner}>
        {children}
        <div className={styles.brand}>{brand}</div>
      </div>
    </footer>
  );
}
