import { money, type Money } from './money.ts';

/**
 * What a customer is asked before an order is carried out (D4): whether the order may cost more than was
 * shown (C27), or whether he wants so many portions of a dish of which he has ordered some already.
 */
export type OrderQuestion =
  | { readonly about: 'price'; readonly price: Money }
  | { readonly about: 'portions'; readonly portions: number };

/** What a customer has agreed to: a price of the whole order, and portions of the dish, earlier ones included. */
export type OrderAgreement = { readonly price?: Money; readonly portions?: number };

/** The answer that says yes to a question. It names what it agrees to, so it answers no other question. */
export function yesTo(question: OrderQuestion): string {
  return `${question.about}-${question.about === 'price' ? question.price : question.portions}`;
}

/** As many digits as the database's types hold with certainty. */
const YES = /^(?:price-(?<price>\d{1,15})|portions-(?<portions>\d{1,9}))$/;

/** What the answers given so far agree to, the latest of each kind; what answers no question of ours means nothing. */
export function agreementOf(answers: readonly string[]): OrderAgreement {
  let agreement: OrderAgreement = {};
  for (const answer of answers) {
    const { price, portions } = YES.exec(answer)?.groups ?? {};
    if (price !== undefined) agreement = { ...agreement, price: money(Number(price)) };
    if (portions !== undefined) agreement = { ...agreement, portions: Number(portions) };
  }
  return agreement;
}
