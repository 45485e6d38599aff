import { money, type Money } from './money.ts';

/**
 * What a customer is asked before an order is made, cancelled or offered (D4): whether the order may cost more than
 * was shown (C27), whether he wants so many portions of a dish of which he has ordered some already, so many main
 * dishes at one time, or to give up the order of this id, whose dish is sold out.
 */
export type OrderQuestion =
  | { readonly about: 'price'; readonly price: Money }
  | { readonly about: 'portions'; readonly portions: number }
  | { readonly about: 'mains'; readonly mains: number }
  | { readonly about: 'giveUp'; readonly giveUp: number };

/** What a customer has agreed to: a price of the whole order, portions of the dish and main dishes, earlier ones included, an order to lose. */
export type OrderAgreement = {
  readonly price?: Money;
  readonly portions?: number;
  readonly mains?: number;
  readonly giveUp?: number;
};

/** The number a question asks about. */
function numberOf(question: OrderQuestion): number {
  switch (question.about) {
    case 'price':
      return question.price;
    case 'portions':
      return question.portions;
    case 'mains':
      return question.mains;
    case 'giveUp':
      return question.giveUp;
  }
}

/** The answer that says yes to a question. It names what it agrees to, so it answers no other question. */
export function yesTo(question: OrderQuestion): string {
  return `${question.about}-${numberOf(question)}`;
}

/** As many digits as the database's types hold with certainty. */
const YES = /^(?:(?<bigint>price|giveUp)-(?=\d{1,15}$)|(?<int>portions|mains)-(?=\d{1,9}$))(?<digits>\d+)$/;

/** Whether an answer says yes to a question of ours; any other means nothing. */
export function isYes(answer: string): boolean {
  return YES.test(answer);
}

/** What the answers given so far agree to, the latest of each kind; what answers no question of ours means nothing. */
export function agreementOf(answers: readonly string[]): OrderAgreement {
  let agreement: OrderAgreement = {};
  for (const answer of answers) {
    const { bigint, int, digits } = YES.exec(answer)?.groups ?? {};
    const about = bigint ?? int;
    if (about === undefined) continue;
    const number = Number(digits);
    agreement = { ...agreement, [about]: about === 'price' ? money(number) : number };
  }
  return agreement;
}
