import type { Platform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import { profilePageAt, profilePagesFor } from '#platform/session/open-profile-pages.ts';

/** The address of the first page of the profile that is open; none where that depends on a customer who is not read yet. */
export function firstProfilePage(platform: Platform): string | undefined {
  const { queries, query } = platform;
  const customer = queries.getQueryData(query('getCustomer', undefined).queryKey);
  const open = profilePagesFor(platform, customer, customer === undefined);
  const { page, isCertain } = profilePageAt(open, undefined);
  return isCertain && page ? addressOf('/profile/:page?', { page }) : undefined;
}
