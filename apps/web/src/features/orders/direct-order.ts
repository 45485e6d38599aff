import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder } from '@refectory/contract/orders';
import { orderPrice, type UnitPrice } from '@refectory/domain/money';

/** The fields of a dish that an order needs; a dish without a price cannot be ordered. */
type OrderableDish = Pick<MenuItem, 'mealId' | 'date' | 'canteenId' | 'product'> & {
  readonly price: UnitPrice;
};

/** The body of an order of some portions of a dish. */
export function directOrder({ price, product, ...dish }: OrderableDish, quantity: number): DirectOrder {
  return {
    price: orderPrice(price, quantity),
    item: directItem({ ...dish, quantity, productId: product?.id }),
  };
}

/** What is ordered. Its keys always stand in one order, since `intentOf` tells calls apart by their JSON. */
export function directItem({
  mealId,
  date,
  quantity,
  canteenId,
  productId,
  modifiers = [],
}: DirectOrder['item']): DirectOrder['item'] {
  return {
    mealId,
    date,
    quantity,
    canteenId,
    ...(productId !== undefined && { productId }),
    ...(modifiers.length > 0 && { modifiers }),
  };
}
