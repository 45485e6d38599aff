import type { orders } from '@refectory/contract/orders';
import type { Database } from '@refectory/database/database';
import {
  cancelOrder,
  exchangeOrder,
  type CancelVerdict,
  type ExchangeVerdict,
  type OrderChangeInput,
  type OrderVerdict,
} from '@refectory/database/order-functions';
import { addDays, dayAt, startOfDay } from '@refectory/domain/day';
import { money } from '@refectory/domain/money';
import { cancelStatus, ORDER_HISTORY_DAYS } from '@refectory/domain/order';
import { textIn } from '@refectory/domain/texts';

import type { CallContexts } from '../http/call-context.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { refuse, type RefusalError } from '../http/refusal.ts';
import type { LiveOffer } from '../live/live-offer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { ChangeTurns } from './change-turns.ts';
import { dishRefusalCode } from './dish-refusal.ts';
import { isDish, isId } from './known-ids.ts';
import { modifiersOnWire } from './modifiers-on-wire.ts';
import type { OrderBatch } from './order-batch.ts';
import type { orderQueries } from './order-queries.ts';
import type { orderQuestions, WayToGiveUp } from './order-questions.ts';
import { newPickupCode } from './pickup-code.ts';

/** Verdicts that tell a customer of another menu than they were shown: they are to see it on the next one. */
const VERDICTS_OF_ANOTHER_MENU: ReadonlySet<OrderVerdict['verdict']> = new Set([
  'ordered',
  'sold-out',
  'none-offered',
  'question',
  'not-orderable',
  'unknown-dish',
  'unknown-modifier',
  'modifier-count',
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
    mealId: number,
    context: CallContexts['customer'],
  ): Promise<RefusalError> {
    switch (verdict.verdict) {
      case 'in-flight':
        return refuse('requestInFlight');
      case 'key-reused':
        return refuse('keyReused');
      case 'question':
        return questions.askBeforeOrder(verdict, mealId, context);
      default: {
        const { code, values } = dishRefusalCode(verdict);
        return refuse(code, values);
      }
    }
  }

  async function changeRefusal(
    verdict:
      | Exclude<CancelVerdict, { verdict: 'cancelled' }>
      | Exclude<ExchangeVerdict, { verdict: 'offered' | 'withdrawn' }>,
    way: WayToGiveUp,
    orderId: number,
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
        return refuse(way === 'cancel' ? 'pastCancelCutOff' : 'pastExchangeCutOff');
      case 'cancellable':
        return refuse('stillCancellable');
      case 'not-exchangeable':
        return refuse('notExchangeable');
      case 'question':
        return questions.askBeforeGivingUp(verdict, { orderId, way }, context);
    }
  }

  /** Changes an order of the customer; a second change waits until the first one is decided. */
  async function inTurnOfCustomer<Verdict extends CancelVerdict | ExchangeVerdict>(
    change: (database: Database, input: OrderChangeInput, patienceMs?: number) => Promise<Verdict>,
    orderId: number,
    context: CallContexts['customer'],
  ): Promise<Verdict> {
    if (!isId(orderId)) throw refuse('unknownOrder');
    const { customerId } = context.session;
    const { idempotency, now } = context;
    const agreed = await questions.agreed(context);
    const verdict = await changeTurns(customerId, (patienceMs) =>
      change(database, { customerId, orderId, agreed, idempotency, now }, patienceMs),
    );
    if ('replayed' in verdict && verdict.replayed) context.markReplayed();
    return verdict;
  }

  return {
    async listOrders({ session, language, now }) {
      const from = addDays(dayAt(now, 'UTC'), -ORDER_HISTORY_DAYS);
      const [rows, exchanged] = await Promise.all([
        queries.list(session.customerId, from, now),
        queries.exchanged(session.customerId, startOfDay(from, 'UTC')),
      ]);
      return {
        orders: rows.map((row) => ({
          id: row.id,
          canteenId: row.canteenId,
          name: textIn(row.name, language),
          group: textIn(row.group, language),
          orderPrice: row.price,
          ...(row.refunded !== 0 && { returns: money(row.price - row.refunded) }),
          cancelStatus: cancelStatus({
            ...row,
            collected: row.collectedAt !== null,
            // A dish that was closed may be opened again, and then its offers count: they can be taken back. An order of
            // which a part was given back is not offered: whoever takes it would pay another price.
            canBeExchanged: row.offeredAt !== null || (row.dishState === 'open' && row.refunded === 0),
            now,
          }),
          orderItem: {
            mealId: row.mealId,
            date: row.day,
            quantity: row.quantity,
            productId: row.productId,
          },
          ...(row.modifiers.length > 0 && { modifiers: modifiersOnWire(row.modifiers, language) }),
          cancelUntil: row.cancelUntil,
          // Of an order of the past nobody asks any more.
          ...(now <= row.exchangeUntil && { exchangeUntil: row.exchangeUntil }),
          collectedAt: row.collectedAt ?? undefined,
          pickupFrom: row.pickupFrom ?? undefined,
          pickupTo: row.pickupTo ?? undefined,
          pickupCode: row.pickupCode,
          delivery: row.delivery ?? undefined,
          // An offer ends when nobody took it in time.
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
        modifiers: item.modifiers?.map(String),
        price,
        agreed: await questions.agreed(context),
        idempotency: context.idempotency,
        pickupCode: newPickupCode(),
        now: context.now,
      });
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      // After a replay too: what it tells may have been done a moment ago, on a connection that was lost.
      if (VERDICTS_OF_ANOTHER_MENU.has(verdict.verdict)) menuCache.changedBy(context.session.customerId);
      if (verdict.verdict !== 'ordered') throw await orderRefusal(verdict, item.mealId, context);
      liveOffer.orderChanged(verdict.orderId);
      return { orderId: verdict.orderId, orderPrice: verdict.price, balance: verdict.balance };
    },

    async cancelOrder(context, { body: { orderId } }) {
      const verdict = await inTurnOfCustomer(cancelOrder, orderId, context);
      if (verdict.verdict !== 'cancelled') throw await changeRefusal(verdict, 'cancel', orderId, context);
      menuCache.changedBy(context.session.customerId);
      liveOffer.orderChanged(orderId);
      return { orderId: verdict.orderId, orderPrice: verdict.refunded, balance: verdict.balance };
    },

    async exchangeOrder(context, { body: { orderId } }) {
      const verdict = await inTurnOfCustomer(exchangeOrder, orderId, context);
      if (verdict.verdict !== 'offered' && verdict.verdict !== 'withdrawn')
        throw await changeRefusal(verdict, 'exchange', orderId, context);
      menuCache.changedBy(context.session.customerId);
      liveOffer.orderChanged(orderId);
      return { orderId: verdict.orderId, onExchange: verdict.verdict === 'offered' };
    },
  };
}
