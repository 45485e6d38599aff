import { type ReactNode, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './hint.module.css';

/**
 * A word or mark that has more to say: under the pointer, with the focus, and under the finger. A screen reader
 * hears the explanation as the control's description.
 */
export function Hint({
  children,
  explanation,
  className,
}: {
  children: ReactNode;
  explanation: ReactNode;
  className?: string | undefined;
}) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);

  function show() {
    if (trigger.current === null || bubble.current === null || bubble.current.matches(':popover-open'))
      return;
    bubble.current.showPopover();
    placeBeside(trigger.current, bubble.current);
  }

  return (
    // The bubble is a child, so that the pointer can move onto it without closing it.
    <span
      className={styles.hint}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && bubble.current?.hidePopover()}
    >
      <button
        ref={trigger}
        type="button"
        className={classNames(styles.trigger, className)}
        aria-describedby={id}
        onFocus={show}
        onBlur={() => bubble.current?.hidePopover()}
        onClick={show}
      >
        {children}
      </button>
      <span ref={bubble} popover="auto" id={id} className={styles.bubble}>
        {explanation}
      </span>
    </span>
  );
}

/** How far the bubble stays from every edge of the window, in px; the style sheet has it too. */
const EDGE = 16;

/** Puts the bubble under its trigger, above it where there is no room, and always inside the window (px). */
function placeBeside(trigger: HTMLElement, bubble: HTMLElement) {
  const from = trigger.getBoundingClientRect();
  const size = bubble.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(EDGE, Math.min(from.left, clientWidth - size.width - EDGE));
  const below = from.bottom + 2;
  const top = below + size.height + EDGE > clientHeight ? from.top - size.height - 2 : below;
  bubble.style.setProperty('--left', `${left}px`);
  bubble.style.setProperty('--top', `${Math.max(EDGE, top)}px`);
}
