import { useQuery } from '@tanstack/react-query';

import { useIsLoggedIn, usePlatform } from '#platform/platform.ts';

/** The customer who is logged in, read once however many parts of a page ask; nothing for a guest. */
export function useCustomer(isWanted = true) {
  const { query } = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  return useQuery({ ...query('getCustomer', undefined), enabled: isLoggedIn && isWanted });
}
