import { mayShop } from '@refectory/domain/access';
import { redirect } from '@tanstack/react-router';

import type { Platform } from '#platform/platform.ts';

/** Whether the offer is open to whoever sits here (OQ-12). */
export function mayUseOffer(platform: Platform): boolean {
  return mayShop(platform.settings, platform.snapshot.getState().session.auth);
}

/** Sends a guest to the login and remembers what was wanted. // spec §2, protected routes */
export function requireLogin(platform: Platform, wantedPath: string): void {
  if (platform.snapshot.getState().session.auth) return;
  platform.snapshot.setState({ wantedPath });
  throw redirect({ to: '/login', replace: true });
}

/** Lets only those in who may use the offer; a customer without it goes to the profile (OQ-11). */
export function requireOffer(platform: Platform, wantedPath: string): void {
  if (mayUseOffer(platform)) return;
  requireLogin(platform, wantedPath);
  throw redirect({ to: '/profile', replace: true });
}

/** Leads somebody already logged in away from the login page. */
export function requireGuest(platform: Platform): void {
  if (!platform.snapshot.getState().session.auth) return;
  throw redirect({ to: mayUseOffer(platform) ? '/offer/{-$period}' : '/profile', replace: true });
}
