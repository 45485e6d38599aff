import type { QueryClient } from '@tanstack/react-query';

import type { ApiName } from '#platform/api/api.ts';
import { invalidate } from '#platform/api/query.ts';

/** What a change of an order changes at the server besides the order itself: portions left, and money. */
const CHANGES = {
  createDirectOrder: ['getMenu', 'listOrders', 'getBalance'],
  cancelOrder: ['getMenu', 'listOrders', 'getBalance'],
  exchangeOrder: ['getMenu', 'listOrders', 'getBalance'],
} as const satisfies Partial<Record<ApiName, readonly ApiName[]>>;

/** Reads again what a call changes, also after it failed: what was on screen was out of date. */
export function rereadAfter(queries: QueryClient, call: keyof typeof CHANGES): Promise<void> {
  return invalidate(queries, ...CHANGES[call]);
}
