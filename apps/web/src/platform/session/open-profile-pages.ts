import type { Customer } from '@refectory/contract/customer';
import { profilePages, type ProfilePage } from '@refectory/domain/profile';

import type { Platform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';

/** The pages of the profile that are open to a customer, in the order of its menu. */
export function openProfilePages(
  { settings, snapshot }: Platform,
  customer: Customer | undefined,
): ProfilePage[] {
  return profilePages(settings, [
    snapshot.getState().session.customersPairing,
    customer?.capabilities?.customersPairing,
    customer?.customersPairing,
    settings.capabilities?.customersPairing,
  ]);
}

/** Where a login leads that nothing was wanted before: the configured page of the profile if it is open, else the start. */
export function homepageOf(platform: Platform): string {
  const { queries, query, settings } = platform;
  const customer = queries.getQueryData(query('getCustomer', undefined).queryKey);
  const page = openProfilePages(platform, customer).find((name) => name === settings.loggedInHomepage);
  return page ? addressOf('/profile/:page?', { page }) : addressOf('/');
}
