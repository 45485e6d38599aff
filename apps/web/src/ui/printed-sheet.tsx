import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { classNames } from './class-names.ts';
import styles from './printed-sheet.module.css';

/** What is on paper, in place of everything that is on the screen; `page` names its size and its margins. */
export function PrintedSheet({
  page,
  className,
  children,
}: {
  page: 'menu' | 'card';
  className?: string | undefined;
  children: ReactNode;
}) {
  return createPortal(
    <main className={classNames(styles.sheet, styles[page], className)}>{children}</main>,
    document.body,
  );
}
