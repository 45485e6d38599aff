import type { cart, CartOrder } from '@refectory/contract/cart';
import { checkCart, placeCart, type CartInput, type LineVerdict } from '@refectory/database/cart-functions';
import type { Database } from '@refectory/database/database';

import type { CallContexts } from '../http/call-context.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { CartRefusalError, refuse, type LineRefusal, type RefusalError } from '../http/refusal.ts';
import type { LiveOffer } from '../live/live-offer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { isDish } from '../orders/known-ids.ts';
import type { orderQuestions } from '../orders/order-questions.ts';
import { newPickupCode } from '../orders/pickup-code.ts';
import type { CartTurns } from './cart-turns.ts';

/** The field of the cart's form that says how it is paid. */
const PAYMENT_FIELD = 'paymentType';
const FROM_ACCOUNT = 'account';

type Context = CallContexts['customer'];

/** The handlers of the cart. */
export function cartHandlers(services: {
  readonly database: Database;
  readonly cartTurns: CartTurns;
  readonly menuCache: MenuCache;
  readonly liveOffer: Pick<LiveOffer, 'orderChanged'>;
  readonly questions: ReturnType<typeof orderQuestions>;
}): ServerHandlers<typeof cart> {
  const { database, cartTurns, menuCache, liveOffer, questions } = services;
  /** Customer and key of the carts that are being ordered. */
  const inFlight = new Set<string>();

  /** What a call asks of the database; refuses what no cart of this server can be. */
  async function cartInput(context: Context, body: CartOrder): Promise<CartInput> {
    refuseOtherPayment(body);
    refuseOtherSum(body);
    if (!body.items.every(isDish)) throw refuse('unknownDish');
    return {
      customerId: context.session.customerId,
      lines: body.items.map(({ mealId, date, ...item }) => ({ ...item, offeringId: mealId, day: date })),
      price: body.price,
      agreed: await questions.agreedForCart(context),
      now: context.now,
    };
  }

  return {
    async checkCart(context, { body }) {
      const input = await cartInput(context, body);
      const check = await cartTurns.check(input.customerId, () => checkCart(database, input));
      if (check.verdict === 'refused') throw cartRefusal(check.lines);
      return {};
    },

    async submitCart(context, { body }) {
      const input = await cartInput(context, body);
      const { customerId } = input;
      const { idempotency } = context;
      const call = `${customerId}:${idempotency.key}`;
      if (inFlight.has(call)) throw refuse('requestInFlight');
      inFlight.add(call);
      try {
        const order = {
          ...input,
          additionalData: body.additionalData ?? [],
          pickupCode: newPickupCode(),
          idempotency,
        };
        const verdict = await cartTurns.order(customerId, (patienceMs) =>
          placeCart(database, order, patienceMs),
        );
        if ('replayed' in verdict && verdict.replayed) context.markReplayed();
        menuCache.changedBy(customerId);
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
      } finally {
        inFlight.delete(call);
      }
    },
  };
}

/** A cart is paid from the account: the payment gateways are not here yet. */
function refuseOtherPayment({ additionalData = [] }: CartOrder): void {
  const payments = additionalData.filter(({ variableId }) => variableId === PAYMENT_FIELD);
  if (payments.some(({ value }) => value !== FROM_ACCOUNT)) throw refuse('accountOnly');
}

/** Where every row says its price, the cart costs their sum. */
function refuseOtherSum({ items, price }: CartOrder): void {
  let sum = 0;
  for (const item of items) {
    if (item.price === undefined) return;
    sum += item.price;
  }
  if (sum !== price) throw refuse('badRequest', { field: 'price' });
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
