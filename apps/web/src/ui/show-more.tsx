import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import styles from './show-more.module.css';

/**
 * Extends the list before it. Who pressed it reads on at the first of the new items; with `automatic` it also acts
 * each time it comes into view, without moving the focus.
 */
export function ShowMore({
  label,
  onMore,
  automatic = false,
  itemsOf = (list) => [...list.children].filter((item) => !item.matches('[hidden]')),
}: {
  label: string;
  onMore: () => void;
  automatic?: boolean | undefined;
  /** The visible items of a list whose children are not its items. */
  itemsOf?: ((list: Element) => readonly Element[]) | undefined;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);

  useEffect(() => {
    const element = frame.current;
    if (!automatic || !element) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) more();
    });
    observer.observe(element);
    return () => observer.disconnect();
    // No dependencies: an observer reports once, and after an extension the button may still be in view.
  });

  const press = () => {
    const list = frame.current?.previousElementSibling;
    const items = () => (list ? itemsOf(list) : []);
    const earlier = new Set(items());
    flushSync(onMore);
    focusOn(items().find((item) => !earlier.has(item)));
  };
  return (
    <div ref={frame} className={styles.more}>
      <Button tone="quiet" onClick={press}>
        {label}
      </Button>
    </div>
  );
}

function focusOn(item: Element | undefined): void {
  if (!(item instanceof HTMLElement)) return;
  item.tabIndex = -1;
  item.focus({ preventScroll: true });
}
