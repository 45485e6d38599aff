import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';

/** How long a dropdown stays after it lost the focus, in milliseconds, so that a press inside it still counts. */
const HIDE_AFTER_BLUR_MS = 300;

const isDialogOpen = () => document.querySelector('dialog[open]') !== null;

/**
 * A part of the page that unfolds below its button, and goes when the focus has left both. `around` goes on the element
 * that holds the two. It closes with each new `step`, at once by Escape, and stays under a dialog that was opened in it.
 */
export function useDropdown<Around extends HTMLElement>(step: string | undefined) {
  const place = useRef<Around>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);

  const stay = () => clearTimeout(timer.current);
  const closeLater = (isLeft: () => boolean) => {
    stay();
    timer.current = setTimeout(() => {
      if (isLeft() && !isDialogOpen()) setOpen(false);
    }, HIDE_AFTER_BLUR_MS);
  };

  const [lastStep, setLastStep] = useState(step);
  if (lastStep !== step) {
    setLastStep(step);
    setOpen(false);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Element)) return;
    if (place.current?.contains(target)) stay();
    // A dialog that was opened in it is answered: the focus comes back to it.
    else if (target.closest('dialog')) return;
    // A finger may press where nothing takes the focus.
    else closeLater(() => true);
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: PointerEvent) => onPress(event);
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [isOpen]);

  return {
    isOpen,
    around: {
      ref: place,
      onFocus: stay,
      // Where the window lost the focus, the place in it is still there.
      onBlur: () => closeLater(() => !place.current?.contains(document.activeElement)),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key !== 'Escape' || !isOpen || isDialogOpen()) return;
        setOpen(false);
        button.current?.focus();
      },
    },
    button: {
      ref: button,
      'aria-expanded': isOpen,
      onClick: () => {
        // Safari gives a pressed button no focus.
        button.current?.focus();
        setOpen(!isOpen);
      },
    },
  };
}
