import { type ReactNode, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';

/**
 * A modal window: a sheet from below on the phone, a card in the middle on wider screens. The caller holds
 * `open`; a dialog that is not closable goes away by its own buttons only. Going back closes it too, or else does nothing.
 */
export function Dialog({
  open,
  title,
  onClose,
  closable,
  closeLabel,
  children,
  footer,
}: {
  open: boolean;
  title: string;
  onClose?: (() => void) | undefined;
  closable: boolean;
  /** The name of the cross; needed where the dialog is closable. */
  closeLabel?: string | undefined;
  children: ReactNode;
  footer?: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useShownWhile(open, dialog);
  useReachedWhereScrolled(body);
  useBackCloses(open, () => {
    if (closable) onClose?.();
  });

  function onCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A cancelled file picker inside the dialog bubbles up to here as well.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (closable) onClose?.();
  }

  function onClosed(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget || !open) return;
    // The browser closes on the second Escape without asking, whatever the answer to the first was.
    if (closable) onClose?.();
    else event.currentTarget.showModal();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      closedby={closable ? 'any' : 'none'}
      onCancel={onCancel}
      onClose={onClosed}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !closable) event.preventDefault();
      }}
      onPointerDown={(event) => {
        // For browsers that do not know closedby: a press beside the card has the dialog itself as its target.
        if (closable && event.target === event.currentTarget && !('closedBy' in event.currentTarget))
          onClose?.();
      }}
    >
      <div className={classNames(styles.card, closable && styles.closable)}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <div ref={body} className={styles.body}>
          {children}
        </div>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
        {closable && (
          <div className={styles.cross}>
            <IconButton icon="x" label={closeLabel ?? title} onClick={() => onClose?.()} />
          </div>
        )}
      </div>
    </dialog>
  );
}

function useShownWhile(open: boolean, dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    if (!element.open) element.showModal();
    // Closing before the element leaves the document gives the focus back to where it came from.
    return () => element.close();
  }, [open, dialog]);
}

/** What has to be scrolled can be reached by the keyboard, also in browsers that do not see to that themselves. */
function useReachedWhereScrolled(body: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [body]);
}
