import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { createPortal } from 'react-dom';

import { Card } from './card.tsx';
import styles from './countdown.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The dialog that everything beside it is dead for; undefined where none is open. */
const openModal = () => [...document.querySelectorAll('dialog:modal')].at(-1);

/**
 * A notice over the lower edge of the page that counts down. It is no dialog: the page can be used beside it, or the
 * dialog that was open when it came. It is announced once, not with every second.
 */
export function Countdown({
  announcement,
  title,
  children,
  action,
  ref,
}: {
  announcement: string;
  /** The time that is left, in words. */
  title: string;
  children: ReactNode;
  action: ReactNode;
  ref?: Ref<HTMLElement> | undefined;
}) {
  const element = useRef<HTMLElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLElement);
  const [modal] = useState(openModal);
  // Above everything else that lies over the page.
  useLayoutEffect(() => element.current?.showPopover(), []);
  const notice = (
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
  return modal ? createPortal(notice, modal) : notice;
}
