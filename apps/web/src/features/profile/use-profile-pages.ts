import { profilePages, type ProfilePage } from '@refectory/domain/profile';
import { useQuery } from '@tanstack/react-query';

import { usePlatform, useSnapshot } from '#platform/platform.ts';

/** The pages of the profile that are open to the customer; his own answer may add pairing, until when more may come. */
export function useProfilePages(): { readonly pages: readonly ProfilePage[]; readonly mayAdd: boolean } {
  const { query, settings } = usePlatform();
  const bySession = useSnapshot(({ session }) => session.customersPairing);
  // It only looks: the header reads it.
  const customer = useQuery({ ...query('getCustomer', undefined), enabled: false });
  const pages = profilePages(settings, [
    bySession,
    customer.data?.capabilities?.customersPairing,
    customer.data?.customersPairing,
    settings.capabilities?.customersPairing,
  ]);
  const mayAdd = settings.allowPairingManagement && bySession === undefined && customer.isPending;
  return { pages, mayAdd };
}
