import type { Customer } from '@refectory/contract/customer';
import { isAnnounced, profilePages, type ProfilePage } from '@refectory/domain/profile';

import type { Platform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';

/** What each source says of `customersPairing`; the first one that says anything counts. */
const announcedPairing = ({ settings, snapshot }: Platform, customer: Customer | undefined) => [
  snapshot.getState().session.customersPairing,
  customer?.capabilities?.customersPairing,
  customer?.customersPairing,
  settings.capabilities?.customersPairing,
];

/** The pages of the profile that are open to a customer, in the order of its menu. */
export function openProfilePages(platform: Platform, customer: Customer | undefined): ProfilePage[] {
  return profilePages(platform.settings, announcedPairing(platform, customer));
}

/** The pages of the profile that are open to a customer, and those that may be once the customer is read. */
export type OpenProfilePages = {
  readonly pages: readonly ProfilePage[];
  readonly possible: readonly ProfilePage[];
};

/** The open pages of a customer, or of one who is still awaited: whether there is pairing may depend on them. */
export function profilePagesFor(
  platform: Platform,
  customer: Customer | undefined,
  isAwaited: boolean,
): OpenProfilePages {
  const pages = openProfilePages(platform, customer);
  const bySession = platform.snapshot.getState().session.customersPairing;
  return { pages, possible: isAwaited ? profilePages(platform.settings, [bySession, true]) : pages };
}

/**
 * The page at an address of the profile: the one of that name if it is open, else the first that is; none where none
 * is. `isCertain` unless it depends on a customer who is still awaited.
 */
export function profilePageAt(
  { pages, possible }: OpenProfilePages,
  name: string | undefined,
): { readonly page: ProfilePage | undefined; readonly isCertain: boolean } {
  const at = (open: readonly ProfilePage[]) => open.find((page) => page === name) ?? open[0];
  return { page: at(pages), isCertain: at(pages) === at(possible) };
}

/** Whether a pairing may be answered by its string: unless it is known that there is no pairing. */
export function mayPairByString(platform: Platform): boolean {
  const { queries, query, settings } = platform;
  const customer = queries.getQueryData(query('getCustomer', undefined).queryKey);
  const said = announcedPairing(platform, customer).find((announced) => announced !== undefined);
  return settings.allowPairingManagement && (said === undefined || isAnnounced(said));
}

/** Where a login leads that nothing was wanted before: the configured page of the profile if it is open, else the start. */
export function homepageOf(platform: Platform): string {
  const { queries, query, settings } = platform;
  const customer = queries.getQueryData(query('getCustomer', undefined).queryKey);
  const page = openProfilePages(platform, customer).find((name) => name === settings.loggedInHomepage);
  return page ? addressOf('/profile/:page?', { page }) : addressOf('/');
}
