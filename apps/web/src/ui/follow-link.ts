/** What of a click says how it is meant; a click of React or of the document. */
type Click = Pick<
  MouseEvent,
  'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented' | 'preventDefault'
>;

/**
 * Follows a link inside the page on an ordinary click and leaves every other click (new tab, new window,
 * download) to the browser.
 */
export function followLink(event: Click, follow: (() => void) | undefined): void {
  const isOrdinary =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (follow === undefined || !isOrdinary || event.defaultPrevented) return;
  event.preventDefault();
  follow();
}
