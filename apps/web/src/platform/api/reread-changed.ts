import type { QueryClient } from '@tanstack/react-query';

import type { ApiName } from '#platform/api/api.ts';
import { invalidate } from '#platform/api/query.ts';

/** An order changes the portions left and the money too. */
const OF_ORDERS = ['getMenu', 'listOrders', 'getBalance'] as const;
const OF_CUSTOMER = ['getCustomer'] as const;
const OF_PAIRINGS = ['listPairings', 'getPairing'] as const;

/** The reads whose answers a call changes. */
const CHANGES = {
  createDirectOrder: OF_ORDERS,
  cancelOrder: OF_ORDERS,
  exchangeOrder: OF_ORDERS,
  submitCart: OF_ORDERS,
  updateCustomer: OF_CUSTOMER,
  finishEmailChange: OF_CUSTOMER,
  repeatEmailChange: OF_CUSTOMER,
  cancelEmailChange: OF_CUSTOMER,
  startCardRevocation: OF_CUSTOMER,
  finishCardChange: OF_CUSTOMER,
  finishCardRevocation: OF_CUSTOMER,
  unblockCard: OF_CUSTOMER,
  resetVirtualCard: OF_CUSTOMER,
  confirmPairing: OF_PAIRINGS,
  rejectPairing: OF_PAIRINGS,
  deletePairing: OF_PAIRINGS,
  invalidatePairing: OF_PAIRINGS,
} as const satisfies Partial<Record<ApiName, readonly ApiName[]>>;

/** Reads again what a call changes, also after the call failed: what was on screen may be why. */
export function rereadChanged(queries: QueryClient, call: keyof typeof CHANGES): Promise<void> {
  return invalidate(queries, ...CHANGES[call]);
}
