import { useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { followLink } from './follow-link.ts';
import { IconButton } from './icon-button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './toast-view.module.css';

/** A message in passing. */
export type ToastTone = 'info' | 'success' | 'error';

/** One message; `count` says how often it came, `href` where a press on it leads, `action` what can be done about it. */
export type ToastItem = {
  id: string;
  text: string;
  tone: ToastTone;
  count: number;
  href?: string | undefined;
  action?: string | undefined;
};

const icons = { info: 'info', success: 'check', error: 'alert' } satisfies Record<ToastTone, IconName>;

/** A text of more characters than this is cut off in its toast: nobody reads it in the time that a toast stays. */
const LONG_TEXT = 140;

/** What can cover the messages: the top layer is in order of opening. */
const ABOVE = 'dialog:modal, [popover="auto"]:popover-open';

/** The messages in passing, spoken politely, under the header. */
export function ToastView({
  toasts,
  onDismiss,
  onPin,
  onUnpin,
  onFollow,
  onAct,
  onReadOn,
  dismissLabel,
  moreLabel,
  regionLabel,
}: {
  toasts: readonly ToastItem[];
  onDismiss: (id: string) => void;
  /** The pointer or the focus is on the toast: it stays. */
  onPin: (id: string) => void;
  onUnpin: (id: string) => void;
  onFollow: (id: string) => void;
  onAct: (id: string) => void;
  /** The whole of a text that is cut off is asked for. */
  onReadOn: (id: string) => void;
  dismissLabel: string;
  moreLabel: string;
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
      {toasts.map(({ id, text, tone, count, href, action }) => (
        <div
          key={id}
          className={classNames(styles.toast, styles[tone])}
          onPointerEnter={() => onPin(id)}
          // It stays while either of them is there.
          onPointerLeave={({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) onUnpin(id);
          }}
          onFocus={() => onPin(id)}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) onUnpin(id);
          }}
        >
          <span className={styles.mark}>
            <Icon name={icons[tone]} />
          </span>
          <p className={styles.text}>
            {href === undefined ? (
              <WholeOrBeginning text={text} moreLabel={moreLabel} onReadOn={() => onReadOn(id)} />
            ) : (
              <a href={href} onClick={(event) => followLink(event, () => onFollow(id))}>
                {text}
              </a>
            )}
            {count > 1 && <span className={styles.count}> ({count}x)</span>}
          </p>
          {action !== undefined && (
            <button type="button" className={styles.action} onClick={() => onAct(id)}>
              {action}
            </button>
          )}
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

/** A short text whole; of a long one the first lines, and a button that leads to the rest. */
function WholeOrBeginning({
  text,
  moreLabel,
  onReadOn,
}: {
  text: string;
  moreLabel: string;
  onReadOn: () => void;
}) {
  if (text.length <= LONG_TEXT) return text;
  return (
    <>
      <span className={styles.beginning}>{text}</span>
      <button type="button" className={styles.more} onClick={onReadOn}>
        {moreLabel}
      </button>
    </>
  );
}
