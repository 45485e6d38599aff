/**
 * Whether an order that answers a repeated call is older than the repetition: the customer saw it on the list when they
 * ordered, or it is no longer on the list, because it was cancelled since. Where the list cannot be read, the answer is
 * no.
 */
export function isEarlierOrder(
  orderId: number,
  { seen, present }: { readonly seen: readonly number[]; readonly present: readonly number[] | undefined },
): boolean {
  return seen.includes(orderId) || present?.includes(orderId) === false;
}
