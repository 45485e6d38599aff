import type { cart, CartOrder } from '@refectory/contract/cart';
import { placeCart, type CartVerdict, type LineVerdict } from '@refectory/database/cart-functions';
import type { Database } from '@refectory/database/database';

import type { CallContexts } from '../http/call-context.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { CartRefusalError, refuse, type LineRefusal, type RefusalError } from '../http/refusal.ts';
import type { LiveOffer } from '../live/live-offer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import type { ChangeTurns } from '../orders/change-turns.ts';
import type { orderQuestions } from '../orders/order-questions.ts';
import { newPickupCode } from '../orders/pickup-code.ts';

/** Ids the database can hold; any other number names nothing. */
const isId = (id: number) => Number.isSafeInteger(id) && id > 0;
const CANTEEN_IDS = 2 ** 31;
/** The field of the cart's form that says how it is paid. */
const PAYMENT_FIELD = 'paymentType';
const FROM_ACCOUNT = 'account';

type Context = CallContexts['customer'];

/** The handlers of the cart. */
export function cartHandlers(services: {
  readonly database: Database;
  readonly changeTurns: ChangeTurns;
  readonly menuCache: MenuCache;
  readonly liveOffer: Pick<LiveOffer, 'orderChanged'>;
  readonly questions: ReturnType<typeof orderQuestions>;
}): ServerHandlers<typeof cart> {
  const { database, changeTurns, menuCache, liveOffer, questions } = services;

  /** Orders a cart, or only says what would become of it. */
  async function place(context: Context, body: CartOrder, isCheck: boolean): Promise<CartVerdict> {
    refuseOtherPayment(body);
    for (const { mealId, canteenId, productId = 1 } of body.items)
      if (![mealId, canteenId, productId].every(isId) || canteenId >= CANTEEN_IDS)
        throw refuse('unknownDish');
    const { customerId } = context.session;
    const agreed = await questions.agreedForCart(context);
    return changeTurns(customerId, () =>
      placeCart(database, {
        customerId,
        lines: body.items.map(({ mealId, date, ...item }) => ({ ...item, offeringId: mealId, day: date })),
        price: body.price,
        agreed,
        additionalData: body.additionalData ?? [],
        pickupCode: newPickupCode(),
        idempotency: context.idempotency,
        isCheck,
        now: context.now,
      }),
    );
  }

  return {
    async checkCart(context, { body }) {
      const verdict = await place(context, body, true);
      if (verdict.verdict === 'refused') throw cartRefusal(verdict.lines);
      return {};
    },

    async submitCart(context, { body }) {
      const verdict = await place(context, body, false);
      if ('replayed' in verdict && verdict.replayed) context.markReplayed();
      menuCache.changedBy(context.session.customerId);
      switch (verdict.verdict) {
        case 'ordered':
          for (const { orderId } of verdict.lines) liveOffer.orderChanged(orderId);
          return {};
        case 'refused':
          throw cartRefusal(verdict.lines);
        case 'question':
          throw await questions.ask(verdict, context);
        case 'key-reused':
          throw refuse('keyReused');
      }
    },
  };
}

/** A cart is paid from the account: the payment gateways are not here yet. */
function refuseOtherPayment({ additionalData = [] }: CartOrder): void {
  const payment = additionalData.find(({ variableId }) => variableId === PAYMENT_FIELD);
  if (payment !== undefined && payment.value !== FROM_ACCOUNT) throw refuse('accountOnly');
}

/** Changed prices come first: the cart is shown anew, and then whatever else is wrong with it. */
function cartRefusal(verdicts: readonly LineVerdict[]): RefusalError {
  const lines = verdicts.map((verdict) => lineRefusal(verdict));
  const told = lines.find(({ code }) => code === 'cartChanged') ?? lines[0];
  if (told === undefined) throw new Error('a cart was refused for none of its lines');
  return new CartRefusalError(told, lines);
}

function lineRefusal(verdict: LineVerdict): LineRefusal {
  const { line } = verdict;
  switch (verdict.verdict) {
    case 'price-changed':
      return { line, code: 'cartChanged', values: {}, price: verdict.price };
    case 'insufficient-funds':
      return { line, code: 'insufficientFunds', values: {} };
    case 'sold-out':
      return { line, code: 'soldOut', values: { remaining: verdict.remaining } };
    case 'over-limit':
      return {
        line,
        code: verdict.of === 'dish' ? 'overDishLimit' : 'overDayLimit',
        values: { most: verdict.most },
      };
    case 'unknown-dish':
      return { line, code: 'unknownDish', values: {} };
    case 'not-orderable':
      return { line, code: 'notOrderable', values: {} };
    case 'past-cut-off':
      return { line, code: 'pastOrderCutOff', values: {} };
    case 'only-one':
      return { line, code: 'onlyOnePortion', values: {} };
  }
}
