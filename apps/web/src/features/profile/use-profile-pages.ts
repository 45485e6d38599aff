import { profilePages, type ProfilePage } from '@refectory/domain/profile';

import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { openProfilePages } from '#platform/session/open-profile-pages.ts';
import { useCustomer } from '#platform/session/use-customer.ts';

/** The pages of the profile that are open to the customer, and those that may be once the customer is read. */
export function useProfilePages(): {
  readonly pages: readonly ProfilePage[];
  readonly possible: readonly ProfilePage[];
} {
  const platform = usePlatform();
  // Pairing follows from what the session was told of it.
  const bySession = useSnapshot(({ session }) => session.customersPairing);
  const customer = useCustomer();
  const pages = openProfilePages(platform, customer.data);
  return {
    pages,
    possible: customer.isPending ? profilePages(platform.settings, [bySession, true]) : pages,
  };
}
