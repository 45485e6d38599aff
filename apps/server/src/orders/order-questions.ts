import { MOST_QUESTIONS } from '@refectory/contract/errors';
import type { Settings } from '@refectory/contract/settings';
import type { OrderAgreement, OrderQuestion } from '@refectory/domain/order-question';
import type { Language } from '@refectory/domain/texts';

import type { CallContexts } from '../http/call-context.ts';
import { formatAmount } from '../http/format-amount.ts';
import { QuestionError, refuse, type RefusalError } from '../http/refusal.ts';
import { agreementTo, signedYes, type AskedCall } from './signed-yes.ts';

type Context = CallContexts['customer'];

const callOf = ({ session, idempotency }: Context): AskedCall => ({
  customerId: session.customerId,
  requestHash: idempotency.requestHash,
});

/** The questions that orders are asked about; whatever is answered is held against what was asked. */
export function orderQuestions({
  signingKey,
  settings,
}: {
  readonly signingKey: () => Promise<Buffer>;
  readonly settings: Settings;
}) {
  function questionError(question: OrderQuestion, yes: string, language: Language): QuestionError {
    switch (question.about) {
      case 'price': {
        const price = formatAmount(question.price, language, settings.currencyFormat);
        return new QuestionError('priceQuestion', { price }, yes);
      }
      case 'portions':
        return new QuestionError('portionsQuestion', { portions: question.portions }, yes);
      case 'mains':
        return new QuestionError('mainsQuestion', { mains: question.mains }, yes);
      case 'giveUp':
        return new QuestionError('giveUpQuestion', {}, yes);
    }
  }

  return {
    /** What the answers of a call agree to. Refuses those that answer no question it was asked (D4). */
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

    /** The question to throw, or the refusal when too much was asked already. */
    async ask(question: OrderQuestion, context: Context): Promise<RefusalError> {
      if (context.force.length >= MOST_QUESTIONS) return refuse('tooManyQuestions');
      const yes = signedYes(await signingKey(), question, callOf(context));
      return questionError(question, yes, context.language);
    },
  };
}
