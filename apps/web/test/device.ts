import { cdp } from 'vitest/browser';
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

afterEach(async () => {
  if (!isChanged) return;
  isChanged = false;
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
  await cdp().send('Emulation.setUserAgentOverride', { userAgent: '', acceptLanguage: '' });
});
