import { money, type Money } from './money.ts';

/**
 * The question before an order is made, cancelled or offered. `price`: the order costs more than was shown. `portions`:
 * the customer already ordered some of the dish, and would have this many. `mains`: they would have this many
 * portions of main dishes at one time. `giveUp`: the dish of the order with this id is sold out.
 */
export type OrderQuestion =
  | { readonly about: 'price'; readonly price: Money }
  | { readonly about: 'portions'; readonly portions: number }
  | { readonly about: 'mains'; readonly mains: number }
  | { readonly about: 'giveUp'; readonly giveUp: number };

/** What a customer has agreed to: a price of the whole order, a number of portions and of main dishes with earlier ones, an order to give up. */
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
