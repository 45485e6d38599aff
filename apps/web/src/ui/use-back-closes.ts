import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react';

/**
 * Has a function called in place of going back, until the function that this gives is called. The application around
 * the components says how; without one, going back leaves the page.
 */
export const OnBackContext = createContext<(close: () => void) => () => void>(() => () => undefined);

/** Going back closes what is open over a page, and stays on the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useContext(OnBackContext);
  const closeNow = useEffectEvent(close);
  // As soon as it is on screen: an effect after the drawing comes late on a busy device, and going back would leave the page.
  useLayoutEffect(() => (isOpen ? onBack(() => closeNow()) : undefined), [isOpen, onBack]);
}
