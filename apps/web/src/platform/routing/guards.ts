import { mayShop } from '@refectory/domain/access';

import type { Platform } from '#platform/platform.ts';

import { addressOf, mayBeKept } from './addresses.ts';
import type { Place, Route } from './navigation.ts';

/** A route of this application. */
export type AppRoute = Route<Platform>;

type Redirect = NonNullable<AppRoute['redirect']>;

/** Whether the offer is open to whoever is here. */
export function mayUseOffer(platform: Platform): boolean {
  return mayShop(platform.settings, platform.snapshot.getState().session.auth);
}

/** Sends a guest to the login and remembers what they wanted, unless its address is a secret. */
export function requireLogin(platform: Platform, { path, address }: Place): string | undefined {
  if (platform.snapshot.getState().session.auth) return undefined;
  platform.snapshot.setState({ wantedPath: mayBeKept(path) ? address : undefined });
  return addressOf('/login');
}

/** Lets only those in who may use the offer; a customer without it goes to the profile. */
export function requireOffer(platform: Platform, place: Place): string | undefined {
  if (mayUseOffer(platform)) return undefined;
  return requireLogin(platform, place) ?? addressOf('/profile/:page?');
}

/** Leads somebody who is logged in away from the login page. */
export const requireGuest: Redirect = (platform) => {
  if (!platform.snapshot.getState().session.auth) return undefined;
  return mayUseOffer(platform) ? addressOf('/offer/:period?') : addressOf('/profile/:page?');
};
