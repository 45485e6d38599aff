import type { Customer } from '@refectory/contract/customer';
import { isAnnounced, profilePages, type ProfilePage } from '@refectory/domain/profile';

import type { Platform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';

/** What was said of `customersPairing`, by whoever counts first. */
const saidOfPairing = ({ settings, snapshot }: Platform, customer: Customer | undefined) => [
  snapshot.getState().session.customersPairing,
  customer?.capabilities?.customersPairing,
  customer?.customersPairing,
  settings.capabilities?.customersPairing,
];

/** The pages of the profile that are open to a customer, in the order of its menu. */
export function openProfilePages(platform: Platform, customer: Customer | undefined): ProfilePage[] {
  return profilePages(platform.settings, saidOfPairing(platform, customer));
}

/** Whether a pairing may be answered by its string: unless it is known that there is no pairing. */
export function mayPairByString(platform: Platform): boolean {
  const { queries, query, settings } = platform;
  const customer = queries.getQueryData(query('getCustomer', undefined).queryKey);
  const said = saidOfPairing(platform, customer).find((announced) => announced !== undefined);
  return settings.allowPairingManagement && (said === undefined || isAnnounced(said));
}

/** Where a login leads that nothing was wanted before: the configured page of the profile if it is open, else the start. */
export function homepageOf(platform: Platform): string {
  const { queries, query, settings } = platform;
  const customer = queries.getQueryData(query('getCustomer', undefined).queryKey);
  const page = openProfilePages(platform, customer).find((name) => name === settings.loggedInHomepage);
  return page ? addressOf('/profile/:page?', { page }) : addressOf('/');
}
