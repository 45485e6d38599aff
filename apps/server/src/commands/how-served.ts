import type { DeliveryType } from '@refectory/domain/payment';

/** What happens with a meal, by how its customer gets it. */
export const HOW_SERVED = {
  toTakeAway: 'is packed, to be taken away',
  toDelivery: 'is packed and delivered',
  toBill: 'is handed out at the counter and put on the bill',
  toTable: 'is brought to the table',
} as const satisfies Record<DeliveryType, string>;
