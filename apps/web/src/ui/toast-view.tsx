import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
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

/** What people operate. A heading or page that a script focuses for reading is not a control. */
const CONTROL = ':is(a, button, input, select, textarea, summary, label, [tabindex]):not([tabindex="-1"])';

/** Room around a control for the ring of its focus, in pixels. */
const RING = 8;

/** Whether one of the messages lies over a control. */
function covers(region: HTMLElement, control: Element): boolean {
  const box = control.getBoundingClientRect();
  // Places as they are laid out: a message that appears is still on its way to its own.
  const { top } = region.getBoundingClientRect();
  return [...region.querySelectorAll<HTMLElement>(':scope > div')].some(
    ({ offsetTop, offsetHeight, offsetLeft, offsetWidth }) =>
      top + offsetTop < box.bottom + RING &&
      top + offsetTop + offsetHeight > box.top - RING &&
      offsetLeft < box.right + RING &&
      offsetLeft + offsetWidth > box.left - RING,
  );
}

/**
 * The messages in passing, spoken politely: under the header or, where they would cover the control that is used, over
 * the header or at the end of the window.
 */
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
  const used = useRef<Element>(null);

  const place = useEffectEvent(() => {
    const element = region.current;
    // What is pointed at or focused stays where it is.
    if (element === null || element.matches(':hover, :focus-within')) return;
    const control = used.current?.isConnected ? used.current : document.activeElement?.closest(CONTROL);
    if (!control) return;
    if (!covers(element, control)) return;
    const stand = ({ isBelow, lift }: { isBelow: boolean; lift: number }) => {
      element.toggleAttribute('data-below', isBelow);
      element.style.setProperty('--lift', `${lift}px`);
    };
    // A keyboard on the screen covers the end of the page.
    const view = window.visualViewport;
    const keyboard = view ? Math.max(0, window.innerHeight - view.offsetTop - view.height) : 0;
    const underHeader = { isBelow: false, lift: 0 };
    stand(underHeader);
    const { top, bottom } = element.getBoundingClientRect();
    const overHeader = { isBelow: false, lift: bottom - control.getBoundingClientRect().top + RING };
    const places = [
      underHeader,
      ...(overHeader.lift > 0 && overHeader.lift < top ? [overHeader] : []),
      { isBelow: true, lift: keyboard },
    ];
    const isFree = (to: (typeof places)[number]) => {
      stand(to);
      return !covers(element, control);
    };
    if (!places.some(isFree)) stand(underHeader);
  });

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || raised.current === toasts) return;
    raised.current = toasts;
    if (toasts.length === 0) {
      element.removeAttribute('data-below');
      element.style.removeProperty('--lift');
    }
    // A dialog or menu that opened later covers the messages. Shown again, they are on top.
    if (element.matches(':popover-open') && document.querySelector(ABOVE) !== null) element.hidePopover();
    if (!element.matches(':popover-open')) element.showPopover();
    place();
  }, [toasts]);

  useEffect(() => {
    // Not every browser focuses a button that is pressed.
    const use = ({ target }: Event) => {
      if (!(target instanceof Element) || region.current?.contains(target)) return;
      used.current = target.closest(CONTROL);
      place();
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, use);
    return () => {
      for (const event of events) document.removeEventListener(event, use);
    };
  }, []);

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
            {count > 1 && <span className={styles.count}>{` (${count}x)`}</span>}
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
