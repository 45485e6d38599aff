import { useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { followLink } from './follow-link.ts';
import { IconButton } from './icon-button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './toast-view.module.css';

/** A message in passing. */
export type ToastTone = 'info' | 'success' | 'error';

/** One message; `count` says how often it came, `href` where a press on it leads. */
export type ToastItem = {
  id: string;
  text: string;
  tone: ToastTone;
  count: number;
  href?: string | undefined;
};

const icons = { info: 'info', success: 'check', error: 'alert' } satisfies Record<ToastTone, IconName>;

/** What can cover the messages: the top layer is in order of opening. */
const ABOVE = 'dialog:modal, [popover="auto"]:popover-open';

/** The messages in passing, spoken politely, under the header. */
export function ToastView({
  toasts,
  onDismiss,
  onPin,
  onUnpin,
  onFollow,
  dismissLabel,
  regionLabel,
}: {
  toasts: readonly ToastItem[];
  onDismiss: (id: string) => void;
  /** The pointer or the focus is on the toast: it stays. */
  onPin: (id: string) => void;
  onUnpin: (id: string) => void;
  onFollow: (id: string) => void;
  dismissLabel: string;
  regionLabel: string;
}) {
  const region = useRef<HTMLElement>(null);
  const raised = useRef<readonly ToastItem[]>(undefined);

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || raised.current === toasts) return;
    raised.current = toasts;
    // A dialog or menu that opened later covers the messages. Shown again, they are on top.
    if (element.matches(':popover-open') && document.querySelector(ABOVE) !== null) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover();
  }, [toasts]);

  return (
    <section
      ref={region}
      popover="manual"
      className={styles.region}
      aria-label={regionLabel}
      aria-live="polite"
    >
      {toasts.map(({ id, text, tone, count, href }) => (
        <div
          key={id}
          className={classNames(styles.toast, styles[tone])}
          onPointerEnter={() => onPin(id)}
          onPointerLeave={() => onUnpin(id)}
          onFocus={() => onPin(id)}
          onBlur={() => onUnpin(id)}
        >
          <span className={styles.mark}>
            <Icon name={icons[tone]} />
          </span>
          <p className={styles.text}>
            {href === undefined ? (
              text
            ) : (
              <a href={href} onClick={(event) => followLink(event, () => onFollow(id))}>
                {text}
              </a>
            )}
            {count > 1 && <span className={styles.count}> ({count}x)</span>}
          </p>
          <IconButton
            className={styles.dismiss}
            icon="x"
            label={dismissLabel}
            onClick={() => onDismiss(id)}
          />
        </div>
      ))}
    </section>
  );
}
