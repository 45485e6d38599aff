import type { orders } from '@refectory/contract/orders';
import type { Database } from '@refectory/database/database';
import {
  cancelOrder,
  exchangeOrder,
  type CancelVerdict,
  type ExchangeVerdict,
  type OrderVerdict,
} from '@refectory/database/order-functions';
import { addDays, dayAt, startOfDay } from '@refectory/domain/day';
import { cancelStatus, ORDER_HISTORY_DAYS } from '@refectory/domain/order';
import { textIn } from '@refectory/domain/texts';

import type { CallContexts } from '../http/call-context.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse, type RefusalError } from '../http/refusal.ts';
import type { LiveOffer } from '../live/live-offer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { ChangeTurns } from './change-turns.ts';
import { isDish, isId } from './known-ids.ts';
import type { OrderBatch } from './order-batch.ts';
import type { orderQueries } from './order-queries.ts';
import type { orderQuestions } from './order-questions.ts';
import { newPickupCode } from './pickup-code.ts';

/** Verdicts that tell a customer of another menu than they were shown: they are to see it on the next one. */
const VERDICTS_OF_ANOTHER_MENU: ReadonlySet<OrderVerdict['verdict']> = new Set([
  'ordered',
  'sold-out',
  'question',
  'not-orderable',
  'unknown-dish',
]);

/** The handlers of orders. */
export function orderHandlers(services: {
  database: Database;
  batch: OrderBatch;
  changeTurns: ChangeTurns;
  queries: ReturnType<typeof orderQueries>;
  menuCache: MenuCache;
  liveOffer: Pick<LiveOffer, 'orderChanged'>;
  questions: ReturnType<typeof orderQuestions>;
}): ServerHandlers<typeof orders> {
  const { database, batch, queries, menuCache, liveOffer, questions, changeTurns } = services;

  async function orderRefusal(
    verdict: Exclude<OrderVerdict, { verdict: 'ordered' }>,
    context: CallContexts['customer'],
  ): Promise<RefusalError> {
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
      case 'question':
        return questions.ask(verdict, context);
      case 'insufficient-funds':
        return refuse('insufficientFunds');
      case 'sold-out':
        return refuse('soldOut', { remaining: verdict.remaining });
      case 'over-limit':
        return refuse(verdict.of === 'dish' ? 'overDishLimit' : 'overDayLimit', { most: verdict.most });
    }
  }

  async function changeRefusal(
    verdict:
      | Exclude<CancelVerdict, { verdict: 'cancelled' }>
      | Exclude<ExchangeVerdict, { verdict: 'offered' | 'withdrawn' }>,
    pastCutOff: 'pastCancelCutOff' | 'pastExchangeCutOff',
    context: CallContexts['customer'],
  ): Promise<RefusalError> {
    switch (verdict.verdict) {
      case 'in-flight':
        return refuse('requestInFlight');
      case 'key-reused':
        return refuse('keyReused');
      case 'unknown-order':
        return refuse('unknownOrder');
      case 'already-cancelled':
        return refuse('alreadyCancelled');
      case 'already-exchanged':
        return refuse('alreadyExchanged');
      case 'handed-out':
        return refuse('handedOut');
      case 'past-cut-off':
        return refuse(pastCutOff);
      case 'cancellable':
        return refuse('stillCancellable');
      case 'not-exchangeable':
        return refuse('notExchangeable');
      case 'question':
        return questions.ask(verdict, context);
    }
  }

  return {
    async listOrders({ session, language, now }) {
      const from = addDays(dayAt(now, 'UTC'), -ORDER_HISTORY_DAYS);
      const [rows, exchanged] = await Promise.all([
        queries.list(session.customerId, from),
        queries.exchanged(session.customerId, startOfDay(from, 'UTC')),
      ]);
      return {
        orders: rows.map((row) => ({
          id: row.id,
          canteenId: row.canteenId,
          name: textIn(row.name, language),
          group: textIn(row.group, language),
          orderPrice: row.price,
          cancelStatus: cancelStatus({
            ...row,
            collected: row.collectedAt !== null,
            // A dish that was closed may be opened again, and then its offers count: they can be taken back.
            canBeExchanged: row.dishState === 'open' || row.offeredAt !== null,
            now,
          }),
          orderItem: {
            mealId: row.mealId,
            date: row.day,
            quantity: row.quantity,
            productId: row.productId,
          },
          cancelUntil: row.cancelUntil,
          collectedAt: row.collectedAt ?? undefined,
          pickupCode: row.pickupCode,
          // An offer that nobody took in time is none any more.
          ...(row.offeredAt !== null && now <= row.exchangeUntil && { onExchange: true }),
          ...(row.fromExchange && { fromExchange: true }),
        })),
        ...(exchanged.length > 0 && {
          exchanged: exchanged.map(({ name, day, ...portions }) => ({
            ...portions,
            name: textIn(name, language),
            date: day,
          })),
        }),
        serverTime: now,
      };
    },

    async createDirectOrder(context, { body: { price, item } }) {
      if (!isDish(item)) throw refuse('unknownDish');
      const verdict = await batch.place({
        customerId: context.session.customerId,
        offeringId: item.mealId,
        day: item.date,
        canteenId: item.canteenId,
        productId: item.productId,
        quantity: item.quantity,
        price,
        agreed: await questions.agreed(context),
        idempotency: context.idempotency,
        pickupCode: newPickupCode(),
        now: context.now,
      });
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      // After a replay too: what it tells may have been done a moment ago, on a connection that was lost.
      if (VERDICTS_OF_ANOTHER_MENU.has(verdict.verdict)) menuCache.changedBy(context.session.customerId);
      if (verdict.verdict !== 'ordered') throw await orderRefusal(verdict, context);
      liveOffer.orderChanged(verdict.orderId);
      return { orderId: verdict.orderId, orderPrice: verdict.price, balance: verdict.balance };
    },

    async cancelOrder(context, { body: { orderId } }) {
      if (!isId(orderId)) throw refuse('unknownOrder');
      const { customerId } = context.session;
      const agreed = await questions.agreed(context);
      const { idempotency, now } = context;
      const verdict = await changeTurns(customerId, () =>
        cancelOrder(database, { customerId, orderId, agreed, idempotency, now }),
      );
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      if (verdict.verdict !== 'cancelled') throw await changeRefusal(verdict, 'pastCancelCutOff', context);
      menuCache.changedBy(customerId);
      liveOffer.orderChanged(orderId);
      return { orderId: verdict.orderId, orderPrice: verdict.refunded, balance: verdict.balance };
    },

    async exchangeOrder(context, { body: { orderId } }) {
      if (!isId(orderId)) throw refuse('unknownOrder');
      const { customerId } = context.session;
      const agreed = await questions.agreed(context);
      const { idempotency, now } = context;
      const verdict = await changeTurns(customerId, () =>
        exchangeOrder(database, { customerId, orderId, agreed, idempotency, now }),
      );
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      if (verdict.verdict !== 'offered' && verdict.verdict !== 'withdrawn')
        throw await changeRefusal(verdict, 'pastExchangeCutOff', context);
      menuCache.changedBy(customerId);
      return { orderId: verdict.orderId, onExchange: verdict.verdict === 'offered' };
    },
  };
}
