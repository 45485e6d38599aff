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
  shown,
  automatic = false,
  firstOf = (list) => [...list.children].filter((item) => !item.matches('[hidden]'))[shown],
}: {
  label: string;
  onMore: () => void;
  /** So many items are shown now. */
  shown: number;
  automatic?: boolean | undefined;
  /** The first of the new items in a list that is not a plain one. */
  firstOf?: ((list: Element) => Element | undefined) | undefined;
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
    // Without dependencies: after an extension it may still be in view, which an observer says only once.
  });

  const press = () => {
    const list = frame.current?.previousElementSibling;
    flushSync(onMore);
    focusOn(list ? firstOf(list) : undefined);
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
