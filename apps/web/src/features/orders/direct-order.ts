import type { MenuItem } from '@refectory/contract/menu';
import type { DirectOrder } from '@refectory/contract/orders';
import { orderPrice, type UnitPrice } from '@refectory/domain/money';

/** The fields of a dish that an order needs; a dish without a price cannot be ordered. */
type OrderableDish = Pick<MenuItem, 'mealId' | 'date' | 'canteenId' | 'product'> & {
  readonly price: UnitPrice;
};

/** The body of an order of some portions of a dish. */
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
