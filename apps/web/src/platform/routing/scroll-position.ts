/** How far down a page is, by what is at the top of the window where that says more than pixels. */
export type ScrollPosition = {
  /** Pixels above the window. */
  readonly y: number;
  /** The first article that reaches into the window: which one of the page, and how far below the window's top it begins. */
  readonly article?: { readonly index: number; readonly top: number };
};

const articles = () => [...document.querySelectorAll('main article')];

/** Where the page on screen is. What is not laid out has no true place: it reaches out of the room that was guessed for it. */
export function scrollPosition(): ScrollPosition {
  const y = globalThis.scrollY;
  const all = y > 0 ? articles() : [];
  const index = all.findIndex(
    (article) =>
      article.checkVisibility({ contentVisibilityAuto: true }) && article.getBoundingClientRect().bottom > 0,
  );
  const found = all[index];
  return { y, ...(found && { article: { index, top: found.getBoundingClientRect().top } }) };
}

/**
 * Leads to a place of the page. What was never on screen has a guessed height (dish-groups.module.css), and what lies
 * below it would stand elsewhere: for a moment all of the page is laid out.
 */
export function scrollToPosition({ y, article }: ScrollPosition): void {
  const found = article && articles()[article.index];
  if (!found) {
    globalThis.scrollTo(0, y);
    return;
  }
  const begin = () =>
    globalThis.scrollTo(0, globalThis.scrollY + found.getBoundingClientRect().top - article.top);
  const { dataset } = document.documentElement;
  dataset['drawnWhole'] = '';
  begin();
  // The browser notes the heights when it tells of sizes; from then on the page remembers them.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => {
      delete dataset['drawnWhole'];
      begin();
    });
  });
  observer.observe(found);
}
