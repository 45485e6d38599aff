import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder } from '@refectory/contract/orders';
import { orderPrice, type UnitPrice } from '@refectory/domain/money';

/** What of a dish goes into its order; without a price it cannot be ordered. */
type OrderableDish = Pick<MenuItem, 'mealId' | 'date' | 'canteenId' | 'product'> & {
  readonly price: UnitPrice;
};

/** The order of so many portions of a dish, as it is sent. // spec §3, direct order */
export function directOrder(dish: OrderableDish, quantity: number): DirectOrder {
  const { mealId, date, canteenId, product, price } = dish;
  return {
    price: orderPrice(price, quantity),
    item: {
      mealId,
      date,
      quantity,
      canteenId,
      ...(product?.id !== undefined && { productId: product.id }),
    },
  };
}
