import type { BrowserContext } from '@playwright/test';

/** Sets the clock of a browser by so many milliseconds; its timers run as ever. */
export async function setDeviceClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript((ahead) => {
    const DeviceDate = Date;
    globalThis.Date = new Proxy(DeviceDate, {
      construct: (target, values: [], newTarget) =>
        Reflect.construct(target, values.length === 0 ? [target.now() + ahead] : values, newTarget) as Date,
      apply: (target) => new target(target.now() + ahead).toString(),
      get: (target, name, receiver) =>
        name === 'now' ? () => target.now() + ahead : (Reflect.get(target, name, receiver) as unknown),
    });
  }, aheadMs);
}
