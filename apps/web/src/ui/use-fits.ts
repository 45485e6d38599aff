import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How long a window keeps its size before the room is measured again, in milliseconds. */
const SETTLED_MS = 300;

/**
 * Whether a part fits into a bar beside the width that is kept for the rest of it. It is drawn in the bar to be
 * measured; where it does not fit, the next drawing, before anything is seen, is without it.
 */
export function useFits<Bar extends HTMLElement, Part extends HTMLElement>(
  reservedWidth: number,
  /** Another text with each other content. */
  content: string,
) {
  const bar = useRef<Bar>(null);
  const part = useRef<Part>(null);
  const [turn, setTurn] = useState(0);
  const key = `${turn} ${content}`;
  const [measured, setMeasured] = useState<{ readonly key: string; readonly fits: boolean }>();

  useLayoutEffect(() => {
    if (measured?.key === key || !bar.current || !part.current) return;
    setMeasured({ key, fits: part.current.offsetWidth <= bar.current.clientWidth - reservedWidth });
  }, [key, measured, reservedWidth]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTurn((last) => last + 1), SETTLED_MS);
    };
    globalThis.addEventListener('resize', wait);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('resize', wait);
    };
  }, []);

  return { bar, part, fits: measured?.key !== key || measured.fits };
}
