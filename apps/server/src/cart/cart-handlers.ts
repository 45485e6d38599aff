import type { cart, CartOrder } from '@refectory/contract/cart';
import type { Settings } from '@refectory/contract/settings';
import {
  checkCart,
  placeCart,
  type CardPayment,
  type CartInput,
  type LineVerdict,
} from '@refectory/database/cart-functions';
import type { Database } from '@refectory/database/database';
import {
  DELIVERY_FIELD,
  deliveryTypes,
  PAYMENT_FIELD,
  paymentTypes,
  type PaymentType,
} from '@refectory/domain/payment';
import { returnAddress } from '@refectory/domain/return-address';

import type { CallContexts } from '../http/call-context.ts';
import type { ServerHandlers } from '../http/implement.ts';
import { CartRefusalError, refuse, type LineRefusal, type RefusalError } from '../http/refusal.ts';
import type { LiveOffer } from '../live/live-offer.ts';
import type { MenuCache } from '../menu/menu-cache.ts';
import { dishRefusalCode } from '../orders/dish-refusal.ts';
import { isDish } from '../orders/known-ids.ts';
import type { orderQuestions } from '../orders/order-questions.ts';
import { newPickupCode } from '../orders/pickup-code.ts';
import type { CartTurns } from './cart-turns.ts';

type Context = CallContexts['customer'];

/** The handlers of the cart. */
export function cartHandlers(services: {
  readonly database: Database;
  readonly cartTurns: CartTurns;
  readonly menuCache: MenuCache;
  readonly liveOffer: Pick<LiveOffer, 'orderChanged'>;
  readonly questions: ReturnType<typeof orderQuestions>;
  readonly settings: Pick<Settings, 'paymentTypes' | 'topUpGateways'>;
}): ServerHandlers<typeof cart> {
  const { database, cartTurns, menuCache, liveOffer, questions, settings } = services;
  /** Customer and key of the carts that are being ordered. */
  const inFlight = new Set<string>();

  /** What a call asks of the database; refuses what no cart of this server can be. */
  async function cartInput(context: Context, body: CartOrder): Promise<CartInput> {
    refuseOtherSum(body);
    if (!body.items.every(isDish)) throw refuse('unknownDish');
    return {
      customerId: context.session.customerId,
      lines: body.items.map(({ mealId, date, modifiers, ...item }) => ({
        ...item,
        offeringId: mealId,
        day: date,
        modifiers: modifiers?.map(String),
      })),
      price: body.price,
      agreed: await questions.agreedForCart(context),
      paymentType: paymentTypeOf(body, settings),
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
      const { customerId, paymentType } = input;
      const { idempotency } = context;
      const call = `${customerId}:${idempotency.key}`;
      if (inFlight.has(call)) throw refuse('requestInFlight');
      inFlight.add(call);
      try {
        const order = {
          ...input,
          additionalData: body.additionalData ?? [],
          delivery: chosen(body, DELIVERY_FIELD, deliveryTypes),
          cardPayment: paymentType === 'creditcard' ? cardPaymentOf(body, settings, context) : undefined,
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
          case 'held':
            return {
              gatewayLink: `${gatewayAddress(settings, context.applicationUrl)}/pay/${verdict.paymentId}`,
              paymentId: verdict.paymentId,
            };
          case 'refused':
            throw cartRefusal(verdict.lines);
          case 'question':
            throw await questions.askBeforeOrder(verdict, body.items[verdict.line]?.mealId, context);
          case 'too-many':
            throw refuse('cartsUnpaid', { seconds: verdict.seconds });
          case 'key-reused':
            throw refuse('keyReused');
        }
      } finally {
        inFlight.delete(call);
      }
    },
  };
}

/** The value of a field of the cart's form that the server understands; refuses any other than those there are. */
function chosen<Value extends string>(
  { additionalData = [] }: CartOrder,
  field: string,
  values: readonly Value[],
): Value | undefined {
  const said = additionalData.filter(({ variableId, value }) => variableId === field && value !== '');
  const [first] = said;
  if (first === undefined) return undefined;
  const value = values.find((known) => known === first.value);
  if (value === undefined || said.length > 1) throw refuse('badRequest', { field });
  return value;
}

/** How a cart is paid: from the account, unless its form says otherwise; by card where there is a gateway. */
function paymentTypeOf(
  body: CartOrder,
  settings: Pick<Settings, 'paymentTypes' | 'topUpGateways'>,
): PaymentType {
  const paymentType = chosen(body, PAYMENT_FIELD, paymentTypes) ?? 'account';
  const isOffered = settings.paymentTypes.length === 0 || settings.paymentTypes.includes(paymentType);
  const hasGateway = settings.topUpGateways.length > 0;
  if (!isOffered || (paymentType === 'creditcard' && !hasGateway)) throw refuse('paymentTypeUnavailable');
  // No gateway takes a payment of nothing.
  return paymentType === 'creditcard' && body.price === 0 ? 'account' : paymentType;
}

/** The gateway that carts are paid at: the first of the settings. */
function cartGateway({ topUpGateways: [gateway] }: Pick<Settings, 'topUpGateways'>) {
  if (gateway === undefined) throw refuse('paymentTypeUnavailable');
  return gateway;
}

/** Its address, which may be a path of the application's own origin. */
function gatewayAddress(settings: Pick<Settings, 'topUpGateways'>, applicationUrl: string): string {
  return new URL(cartGateway(settings).url, applicationUrl).href.replace(/\/+$/, '');
}

/** Where a payment by card is made, and where it comes back to: nowhere but to the application. */
function cardPaymentOf(
  { successUrl, failUrl }: CartOrder,
  settings: Pick<Settings, 'topUpGateways'>,
  { applicationUrl, language }: Pick<CallContexts['customer'], 'applicationUrl' | 'language'>,
): CardPayment {
  const back = (address: string | undefined, usual: string) => {
    const url = returnAddress(address ?? `${applicationUrl}${usual}`, [new URL(applicationUrl).origin]);
    if (url === undefined) throw refuse('returnAddressRefused');
    return url;
  };
  return {
    gateway: cartGateway(settings).id,
    language,
    successUrl: back(successUrl, '/thank-you'),
    failUrl: back(failUrl, '/payment-failure'),
  };
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
  const first = lines.find(({ code }) => code === 'cartChanged') ?? lines[0];
  if (first === undefined) throw new Error('a cart was refused for none of its lines');
  return new CartRefusalError(first, lines);
}

function lineRefusal({ line, ...verdict }: LineVerdict): LineRefusal {
  if (verdict.verdict === 'price-changed')
    return { line, code: 'cartChanged', values: {}, price: verdict.price };
  return { line, ...dishRefusalCode(verdict) };
}
