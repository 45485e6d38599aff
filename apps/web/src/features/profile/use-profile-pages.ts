import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { profilePagesFor, type OpenProfilePages } from '#platform/session/open-profile-pages.ts';
import { useCustomer } from '#platform/session/use-customer.ts';

/** The pages of the profile that are open to the customer, and those that may be once the customer is read. */
export function useProfilePages(): OpenProfilePages {
  const platform = usePlatform();
  // Pairing follows from what the session was told of it.
  useSnapshot(({ session }) => session.customersPairing);
  const customer = useCustomer();
  return profilePagesFor(platform, customer.data, customer.isPending);
}
