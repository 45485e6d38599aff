import type { DirectOrder } from '@refectory/contract/orders';

import { act } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import type { Formats } from '#platform/i18n/formats.ts';
import type { Platform } from '#platform/platform.ts';
import { aboutDish } from '#platform/toasts/about-dish.ts';

import { isEarlierThan, type OrderList } from './earlier-order.ts';
import { orderAfterAll } from './order-after-all.ts';
import { putOnList, type OrderedDish } from './order-list.ts';

/**
 * Orders a dish: makes the call, says what was ordered and paid, puts it on the list, and reads again what it changed.
 * `told` is the name of the dish as people read it, `seen` the list of orders at the press. An order whose answer was lost
 * is told as made where the list has it. It ends when the session of the customer ends. Throws `ApiError`.
 */
export async function makeOrder(
  platform: Platform,
  formats: Formats,
  { told, seen, ...dish }: OrderedDish & { readonly told: string; readonly seen: OrderList | undefined },
  body: DirectOrder,
): Promise<void> {
  const { queries, toasts } = platform;
  const { customerId } = platform.snapshot.getState().session;
  const order = async () => {
    try {
      return await act(
        platform,
        'createDirectOrder',
        { body },
        { isEarlier: (answer) => isEarlierThan(platform, seen, answer) },
      );
    } catch (error) {
      const found = await orderAfterAll(platform, { error, body, seen, customerId });
      if (!found) throw error;
      return { orderId: found.id, orderPrice: found.orderPrice };
    }
  };
  try {
    const change = await order();
    const paid = formats.amount(change.orderPrice ?? body.price);
    toasts.add({
      messageKey: 'Toasts.messageCreateOrderSucceeded',
      reason: aboutDish(formats, { dish: told, date: body.item.date }, paid),
      tone: 'success',
    });
    putOnList(platform, dish, body.item, change);
  } finally {
    // Also after a failure, since what was shown was not what could be had. Not awaited: the press is answered, and what
    // is read now keeps nobody from the next one.
    void rereadChanged(queries, 'createDirectOrder');
  }
}
