import { PATIENCE_MS } from '#platform/api/api.ts';
import type { Platform } from '#platform/platform.ts';

import { addressOf, type OpenPath } from './addresses.ts';

/**
 * Leaves the application for another site; resolves when the page is shown again, by going back, and when the browser has
 * not got there after 30 seconds.
 */
export function leaveFor(platform: Pick<Platform, 'leaveFor'>, address: string): Promise<void> {
  return new Promise((resolve) => {
    const stay = () => {
      clearTimeout(timer);
      globalThis.removeEventListener('pageshow', stay);
      resolve();
    };
    const timer = setTimeout(stay, PATIENCE_MS);
    // The browser may put the page aside as it is, and show it again.
    globalThis.addEventListener('pageshow', stay);
    platform.leaveFor(address);
  });
}

/** The whole address of a path, for another site that sends the browser back to it. */
export function returnAddress({ href }: Pick<Platform['navigation'], 'href'>, path: OpenPath): string {
  return new URL(href(addressOf(path)), globalThis.location.origin).href;
}
