import type { Page } from '@playwright/test';

/** A line as phones often have it, and a processor that takes so many times as long. */
export const SLOW_PHONE = { bitsPerSecond: 1_600_000, latencyMs: 150, slowDown: 4 };

/** Gives a page the line and the processor of a slow phone. */
export async function openSlowPhone(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_PHONE.latencyMs,
    downloadThroughput: SLOW_PHONE.bitsPerSecond / 8,
    uploadThroughput: SLOW_PHONE.bitsPerSecond / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.slowDown });
}
