import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';

import { usePlatform } from '#platform/platform.ts';

/** The pages of the profile that are open to the customer, in the order of its menu. */
export function useProfilePages(): readonly ProfilePage[] {
  const { query, settings } = usePlatform();
  // It only looks: the header reads it.
  const { data: customer } = useQuery({ ...query('getCustomer', undefined), enabled: false });
  return profilePages(settings, [
    customer?.capabilities?.customersPairing,
    customer?.customersPairing,
    settings.capabilities?.customersPairing,
  ]);
}
