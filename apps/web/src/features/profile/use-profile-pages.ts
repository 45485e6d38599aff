import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';

import { usePlatform, useSnapshot } from '#platform/platform.ts';

/** The pages of the profile that are open to the customer, and those that may be once his own answer is there. */
export function useProfilePages(): {
  readonly pages: readonly ProfilePage[];
  readonly possible: readonly ProfilePage[];
} {
  const { query, settings } = usePlatform();
  const bySession = useSnapshot(({ session }) => session.customersPairing);
  // It only looks: the header reads it.
  const customer = useQuery({ ...query('getCustomer', undefined), enabled: false });
  const announced = [
    bySession,
    customer.data?.capabilities?.customersPairing,
    customer.data?.customersPairing,
    settings.capabilities?.customersPairing,
  ];
  return {
    pages: profilePages(settings, announced),
    possible: profilePages(settings, customer.isPending ? [bySession, true] : announced),
  };
}
