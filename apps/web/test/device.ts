import { cdp, page } from 'vitest/browser';
import { afterEach } from 'vitest';

// The browser itself is told, so that the application asks it as it would any other.

let isChanged = false;

/** Makes the browser that of another device until the test ends: its zone, and the languages it prefers. */
export async function pretendDevice(device: {
  readonly zone?: string;
  /** As in `Accept-Language`, the most wanted first. */
  readonly languages?: string;
}): Promise<void> {
  isChanged = true;
  const { zone: timezoneId, languages: acceptLanguage } = device;
  const { userAgent } = navigator;
  if (timezoneId !== undefined) await cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  if (acceptLanguage !== undefined)
    await cdp().send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage });
}

/** Brings the page out of sight or back into it, as another tab before it does. */
export function setVisibility(state: DocumentVisibilityState): void {
  // A browser without a screen shows every page, so the page itself is told.
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Of the screens unless a test says otherwise, as in `vitest.config.ts`. */
const DESK = [1280, 800] as const;

afterEach(async () => {
  if (document.visibilityState !== 'visible') setVisibility('visible');
  if (innerWidth !== DESK[0] || innerHeight !== DESK[1]) await page.viewport(...DESK);
  if (!isChanged) return;
  isChanged = false;
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  await cdp().send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage: '' });
});
