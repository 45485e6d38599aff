import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { Card } from './card.tsx';
import styles from './countdown.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * A notice over the lower edge of the page that counts down. It is no dialog: the page can be used beside it. It is
 * announced once, not with every second.
 */
export function Countdown({
  announcement,
  title,
  children,
  action,
}: {
  announcement: string;
  /** The time that is left, in words. */
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  const element = useRef<HTMLElement>(null);
  // Over open dialogs too.
  useLayoutEffect(() => element.current?.showPopover(), []);
  return (
    <section ref={element} popover="manual" className={styles.countdown} aria-label={announcement}>
      <Card raised>
        <div>
          <div role="alert">
            <VisuallyHidden>{announcement}</VisuallyHidden>
          </div>
          <p role="timer" className={styles.title}>
            {title}
          </p>
          <p>{children}</p>
        </div>
        {action}
      </Card>
    </section>
  );
}
