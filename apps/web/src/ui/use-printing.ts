import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

// Firefox prints a copy of the page, and `matchMedia('print')` of the page itself stays false.
let isCopied = false;

function follow(changed: () => void): () => void {
  // The browser prints as soon as the listeners have returned, so React has to render at once.
  const tell = ({ type }: Event) => {
    isCopied = type === 'beforeprint';
    flushSync(changed);
  };
  const media = window.matchMedia('print');
  media.addEventListener('change', tell);
  window.addEventListener('beforeprint', tell);
  window.addEventListener('afterprint', tell);
  return () => {
    // Without listeners the end of the print is not noticed.
    isCopied = false;
    media.removeEventListener('change', tell);
    window.removeEventListener('beforeprint', tell);
    window.removeEventListener('afterprint', tell);
  };
}

/** Whether the page is being printed. What is rendered because of it is on the printed page. */
export function usePrinting(): boolean {
  return useSyncExternalStore(follow, () => isCopied || window.matchMedia('print').matches);
}
