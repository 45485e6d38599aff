import type { Platform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import { requireLogin } from '#platform/routing/guards.ts';
import type { Place } from '#platform/routing/navigation.ts';
import { mayPairByString, openProfilePages } from '#platform/session/open-profile-pages.ts';

/** Lets in customers to whom pairing is open. That may only be known from their own data. */
export async function requirePairing(platform: Platform, place: Place): Promise<string | undefined> {
  const login = requireLogin(platform, place);
  if (login !== undefined) return login;
  const customer = await platform.queries.ensureQueryData(platform.query('getCustomer', undefined));
  return openProfilePages(platform, customer).includes('pairing') ? undefined : addressOf('/');
}

/** Lets everybody in who may answer a pairing by its string. */
export function requirePairingByString(platform: Platform): string | undefined {
  return mayPairByString(platform) ? undefined : addressOf('/');
}
