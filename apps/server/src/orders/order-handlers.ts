import type { orders } from '@refectory/contract/orders';
import type { Settings } from '@refectory/contract/settings';
import type { Database } from '@refectory/database/database';
import {
  cancelOrder,
  placeOrder,
  type CancelVerdict,
  type OrderVerdict,
} from '@refectory/database/order-functions';
import type { Language } from '@refectory/domain/texts';
import { cancelStatus } from '@refectory/domain/order';
import { textIn } from '@refectory/domain/texts';

import { formatAmount } from '../http/format-amount.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { notBuilt } from '../http/not-built.ts';
import { refuse, type RefusalError } from '../http/refusal.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { orderQueries } from './order-queries.ts';
import { newPickupCode } from './pickup-code.ts';

/** Ids the database can hold; any other number names nothing. */
const isId = (id: number) => Number.isSafeInteger(id) && id > 0;
const CANTEEN_IDS = 2 ** 31;

/**
 * Verdicts after which the menu is another one than was shown, sold from or changed by another
 * process or an import: whoever reads it next is to see that. A limit that has passed is not among
 * them: the cache knows the limits, and all who are late by a second would read the menu anew.
 */
const VERDICTS_OF_ANOTHER_MENU: ReadonlySet<OrderVerdict['verdict']> = new Set([
  'ordered',
  'sold-out',
  'exchange-unavailable',
  'price-changed',
  'not-orderable',
  'unknown-dish',
]);

/** The handlers of orders. */
export function orderHandlers(services: {
  database: Database;
  queries: ReturnType<typeof orderQueries>;
  menuCache: MenuCache;
  settings: Settings;
}): ServerHandlers<typeof orders> {
  const { database, queries, menuCache, settings } = services;

  function orderRefusal(
    verdict: Exclude<OrderVerdict, { verdict: 'ordered' }>,
    language: Language,
  ): RefusalError {
    switch (verdict.verdict) {
      case 'in-flight':
        return refuse('requestInFlight');
      case 'key-reused':
        return refuse('keyReused');
      case 'unknown-dish':
        return refuse('unknownDish');
      case 'not-orderable':
        return refuse('notOrderable');
      case 'past-cut-off':
        return refuse('pastOrderCutOff');
      case 'only-one':
        return refuse('onlyOnePortion');
      case 'price-changed':
        return refuse('priceChanged', {
          price: formatAmount(verdict.price, language, settings.currencyFormat),
        });
      case 'insufficient-funds':
        return refuse('insufficientFunds');
      case 'sold-out':
        return refuse('soldOut', { remaining: verdict.remaining });
      case 'exchange-unavailable':
        return refuse('exchangeUnavailable');
    }
  }

  function cancelRefusal(verdict: Exclude<CancelVerdict, { verdict: 'cancelled' }>): RefusalError {
    switch (verdict.verdict) {
      case 'in-flight':
        return refuse('requestInFlight');
      case 'key-reused':
        return refuse('keyReused');
      case 'unknown-order':
        return refuse('unknownOrder');
      case 'already-cancelled':
        return refuse('alreadyCancelled');
      case 'past-cut-off':
        return refuse('pastCancelCutOff');
    }
  }

  return {
    async listOrders({ session, language, now }) {
      const rows = await queries.list(session.customerId);
      return {
        orders: rows.map((row) => ({
          id: row.id,
          canteenId: row.canteenId,
          name: textIn(row.name, language),
          group: textIn(row.group, language),
          orderPrice: row.price,
          cancelStatus: cancelStatus({ ...row, collected: row.collectedAt !== null, now }),
          orderItem: {
            mealId: row.mealId,
            date: row.day,
            quantity: row.quantity,
            productId: row.productId,
          },
          cancelUntil: row.cancelUntil,
          collectedAt: row.collectedAt ?? undefined,
          pickupCode: row.pickupCode,
        })),
      };
    },

    async createDirectOrder(context, { body: { price, item } }) {
      if (![item.mealId, item.canteenId, item.productId ?? 1].every(isId) || item.canteenId >= CANTEEN_IDS)
        throw refuse('unknownDish');
      const verdict = await placeOrder(database, {
        customerId: context.session.customerId,
        offeringId: item.mealId,
        day: item.date,
        canteenId: item.canteenId,
        productId: item.productId,
        quantity: item.quantity,
        price,
        idempotency: context.idempotency,
        pickupCode: newPickupCode(),
        now: context.now,
      });
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      else if (VERDICTS_OF_ANOTHER_MENU.has(verdict.verdict)) menuCache.drop(item.canteenId);
      if (verdict.verdict !== 'ordered') throw orderRefusal(verdict, context.language);
      return { orderId: verdict.orderId, orderPrice: verdict.price, balance: verdict.balance };
    },

    async cancelOrder(context, { body: { orderId } }) {
      if (!isId(orderId)) throw refuse('unknownOrder');
      const verdict = await cancelOrder(database, {
        customerId: context.session.customerId,
        orderId,
        idempotency: context.idempotency,
        now: context.now,
      });
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      if (verdict.verdict !== 'cancelled') throw cancelRefusal(verdict);
      menuCache.drop();
      return { orderId: verdict.orderId, orderPrice: verdict.refunded, balance: verdict.balance };
    },

    exchangeOrder: notBuilt,
  };
}
