import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

// Firefox prints a copy of the page and leaves the media of the page itself as they are.
let isCopied = false;

function follow(changed: () => void): () => void {
  // The browser takes its picture when the listeners are through.
  const tell = ({ type }: Event) => {
    isCopied = type === 'beforeprint';
    flushSync(changed);
  };
  const media = window.matchMedia('print');
  media.addEventListener('change', tell);
  window.addEventListener('beforeprint', tell);
  window.addEventListener('afterprint', tell);
  return () => {
    // Nobody hears how it ends.
    isCopied = false;
    media.removeEventListener('change', tell);
    window.removeEventListener('beforeprint', tell);
    window.removeEventListener('afterprint', tell);
  };
}

/** Whether the page is being printed. What is drawn because of it is there before the browser takes its picture. */
export function usePrinting(): boolean {
  return useSyncExternalStore(follow, () => isCopied || window.matchMedia('print').matches);
}
