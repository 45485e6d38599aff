import { MOST_QUESTIONS } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import type { DishQuestion } from '@refectory/database/verdicts';
import type { OrderAgreement, OrderQuestion } from '@refectory/domain/order-question';
import type { Money } from '@refectory/domain/money';
import { textIn } from '@refectory/domain/texts';
import { formatAmount } from '@refectory/translations/format-amount';
import { formatDay } from '@refectory/translations/format-day';

import type { CallContexts } from '../http/call-context.ts';
import { QuestionError, refuse, type RefusalError, type RefusalValues } from '../http/refusal.ts';
import type { DishOfDay, orderQueries } from './order-queries.ts';
import { agreementTo, signedYes, type AskedCall } from './signed-yes.ts';

type Context = CallContexts['customer'];

const callOf = ({ session, idempotency }: Context): AskedCall => ({
  customerId: session.customerId,
  requestHash: idempotency.requestHash,
});

/** How an order of a sold-out dish is given up: what it cost comes back at once, or once somebody takes it. */
export type WayToGiveUp = 'cancel' | 'exchange';

/** The number that the words of a question name besides the price. */
function numberOf(question: OrderQuestion): RefusalValues {
  switch (question.about) {
    case 'portions':
      return { portions: question.portions };
    case 'mains':
      return { mains: question.mains };
    case 'price':
    case 'giveUp':
      return {};
  }
}

/** The questions that orders are asked about; whatever is answered is held against what was asked. */
export function orderQuestions({
  signingKey,
  settings,
  queries,
}: {
  readonly signingKey: () => Promise<Buffer>;
  readonly settings: Settings;
  readonly queries: Pick<ReturnType<typeof orderQueries>, 'dishOfDay' | 'orderedDish'>;
}) {
  /** Asks, in the customer's language, about a dish and what is paid or was paid for it. */
  async function ask(
    question: OrderQuestion,
    about: (DishOfDay & { readonly price: Money }) | undefined,
    context: Context,
    more: RefusalValues = {},
  ): Promise<RefusalError> {
    if (context.force.length >= MOST_QUESTIONS) return refuse('tooManyQuestions');
    // What was asked about is gone meanwhile.
    if (!about) return refuse(question.about === 'giveUp' ? 'unknownOrder' : 'unknownDish');
    const { language } = context;
    const yes = signedYes(await signingKey(), question, callOf(context));
    return new QuestionError(
      `${question.about}Question`,
      {
        ...numberOf(question),
        ...more,
        dish: textIn(about.name, language),
        day: formatDay(about.day, language),
        price: formatAmount(about.price, language, settings.currencyFormat),
      },
      yes,
    );
  }

  return {
    /** What the answers of a call agree to. Refuses answers to questions that the call was not asked. */
    async agreed(context: Context): Promise<OrderAgreement> {
      const agreement = agreementTo(await signingKey(), context.force, callOf(context));
      if (agreement === undefined) throw refuse('unknownAnswer');
      return agreement.reduce((all, one) => ({ ...all, ...one }), {});
    },

    /** What the answers of a call agree to for any line of a cart, which may be asked about several. */
    async agreedForCart(context: Context): Promise<{ portions: number[]; mains: number[] }> {
      const agreement = agreementTo(await signingKey(), context.force, callOf(context));
      if (agreement === undefined) throw refuse('unknownAnswer');
      return {
        portions: agreement.flatMap(({ portions = [] }) => portions),
        mains: agreement.flatMap(({ mains = [] }) => mains),
      };
    },

    /** The question about an order of a dish to throw, or the refusal when too much was asked already. */
    async askBeforeOrder(
      question: DishQuestion,
      mealId: number | undefined,
      context: Context,
    ): Promise<RefusalError> {
      const dish = mealId === undefined ? undefined : await queries.dishOfDay(mealId);
      return ask(question, dish && { ...dish, price: question.price }, context);
    },

    /** The question before an order is given up, or the refusal when too much was asked already. */
    async askBeforeGivingUp(
      question: OrderQuestion,
      { orderId, way }: { readonly orderId: number; readonly way: WayToGiveUp },
      context: Context,
    ): Promise<RefusalError> {
      return ask(question, await queries.orderedDish(orderId), context, { way });
    },
  };
}
