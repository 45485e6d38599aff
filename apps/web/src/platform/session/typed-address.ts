import { isEmailAddress } from '@refectory/domain/email-address';

import type { Platform } from '#platform/platform.ts';

/** What was typed at the sign-in as the user name before another password was asked for. In memory alone. */
const typed = new WeakMap<Platform, string>();

/** Keeps an e-mail address for the page that asks for another password. Nobody else finds it there: see `forgetAddress`. */
export function keepAddress(platform: Platform, userName: string): void {
  typed.delete(platform);
  const address = userName.trim();
  if (isEmailAddress(address)) typed.set(platform, address);
}

/** The address that was kept. */
export function keptAddress(platform: Platform): string | undefined {
  return typed.get(platform);
}

/** Forgets it, once the page that asked for it is left. */
export function forgetAddress(platform: Platform): void {
  typed.delete(platform);
}
