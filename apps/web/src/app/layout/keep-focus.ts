/** The heading of the nearest labelled part of the page around a place, else the page itself. */
function nextStop(place: Element): HTMLElement | null {
  for (let around: Element | null = place; around; around = around.parentElement) {
    const id = around.getAttribute('aria-labelledby');
    const heading = id === null ? null : document.getElementById(id);
    if (heading) return heading;
  }
  return document.querySelector('main');
}

/**
 * Keeps the keyboard's place. When what had the focus goes away or can no longer be used, as the button of an order
 * that was just cancelled, the browser would begin at the top of the document: the focus goes to the heading of what
 * is left around it instead. Gives back how to stop.
 */
export function keepFocus(): () => void {
  let focused: { readonly element: Element; readonly around: readonly Element[] } | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const around: Element[] = [];
    for (let element = target.parentElement; element; element = element.parentElement) around.push(element);
    focused = { element: target, around };
  };
  // A press elsewhere gives up the place.
  const forget = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && focused?.element.contains(target))) focused = undefined;
  };
  const mend = () => {
    if (!focused || (document.activeElement && document.activeElement !== document.body)) return;
    const { element, around } = focused;
    if (element.isConnected && !element.matches(':disabled')) return;
    focused = undefined;
    const stop = nextStop(around.find(({ isConnected }) => isConnected) ?? document.body);
    if (!stop) return;
    if (!stop.hasAttribute('tabindex')) stop.tabIndex = -1;
    stop.focus({ preventScroll: true });
  };

  const observer = new MutationObserver(mend);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('pointerdown', forget);
  document.addEventListener('focusin', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('pointerdown', forget);
    document.removeEventListener('focusin', remember);
  };
}
