/**
 * Portions left of a dish: `remaining`, or `quantity` where the setting says that it means the
 * same; undefined when unknown (C11).
 */
export function remainingPortions(
  dish: { remaining?: number | null | undefined; quantity?: number | null | undefined },
  isQuantityRemaining: boolean,
): number | undefined {
  return dish.remaining ?? (isQuantityRemaining ? dish.quantity : undefined) ?? undefined;
}
