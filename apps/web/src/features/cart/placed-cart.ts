import type { Money } from '@refectory/domain/money';

import type { Platform } from '#platform/platform.ts';

type Memory = Pick<Platform, 'queries'>;

/** It is forgotten with everything that was read for the customer. */
const KEY = ['placedCart'];

/** Keeps what the cart cost that was just ordered, for the page that comes after it. */
export function keepPlacedCart({ queries }: Memory, price: Money): void {
  queries.setQueryData<Money>(KEY, price);
}

/** What the cart cost that was ordered last, until the application is loaded anew. */
export function placedCart({ queries }: Memory): Money | undefined {
  return queries.getQueryData<Money>(KEY);
}
