import type { OrderedDish } from '@refectory/contract/orders';
import type * as z from 'zod/mini';

/** Whether the database can hold an id; any other number names nothing. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;

/** Canteens have ids of 32 bits. */
const CANTEEN_IDS = 2 ** 31;

/** Whether the database can hold all ids of a dish that a call names. */
export function isDish({
  mealId,
  canteenId,
  productId = 1,
}: Pick<z.output<typeof OrderedDish>, 'mealId' | 'canteenId' | 'productId'>): boolean {
  return [mealId, canteenId, productId].every(isId) && canteenId < CANTEEN_IDS;
}
