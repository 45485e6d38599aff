import { profilePages, type ProfilePage } from '@refectory/domain/profile';

import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { useCustomer } from '#platform/session/use-customer.ts';

/** The pages of the profile that are open to the customer, and those that may be once the customer is read. */
export function useProfilePages(): {
  readonly pages: readonly ProfilePage[];
  readonly possible: readonly ProfilePage[];
} {
  const { settings } = usePlatform();
  const bySession = useSnapshot(({ session }) => session.customersPairing);
  const customer = useCustomer();
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
