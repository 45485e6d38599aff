import { useSyncExternalStore } from 'react';

const isVisible = () => document.visibilityState === 'visible';

/** Calls back whenever the page goes out of sight or comes back into it; gives how to stop. */
export function onVisibility(changed: (isVisible: boolean) => void): () => void {
  const tell = () => changed(isVisible());
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/** Whether the page is in sight. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibility, isVisible);
}
