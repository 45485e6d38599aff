import type { MouseEvent } from 'react';

/**
 * Follows a link inside the page on an ordinary click and leaves every other click (new tab, new window,
 * download) to the browser.
 */
export function followLink(event: MouseEvent<HTMLAnchorElement>, follow: (() => void) | undefined): void {
  const isOrdinary =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (follow === undefined || !isOrdinary || event.defaultPrevented) return;
  event.preventDefault();
  follow();
}
