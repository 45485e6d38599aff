import { useSyncExternalStore } from 'react';

/** Up to this width what is set once stands in one row, and the dishes in one column. */
export const PHONE = '(max-width: 37.49em)';

/** Whether the media query applies now; false where there is no window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
