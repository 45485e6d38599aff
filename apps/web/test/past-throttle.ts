import { ORDER_THROTTLE_MS } from '@refectory/domain/order';
import { expect } from 'vitest';

/** Waits until an order counts again after one that was pressed at or before this moment. */
export async function pastThrottle(pressedAt = performance.now()): Promise<void> {
  await expect.poll(() => performance.now() - pressedAt).toBeGreaterThan(ORDER_THROTTLE_MS);
}
