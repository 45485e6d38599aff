import type { Money } from '@refectory/domain/money';
import type { OrderQuestion } from '@refectory/domain/order-question';

/** What every function of the database that orders, cancels or offers returns: a part of `order_answer` and `cart_answer`. */
export type VerdictRow = {
  readonly verdict: string;
  readonly amount: Money | null;
  readonly balance: Money | null;
  readonly number: number | null;
};

/** Why portions of a dish are not ordered. */
export type DishRefusal =
  | { readonly verdict: 'insufficient-funds'; readonly price: Money; readonly balance: Money }
  | { readonly verdict: 'sold-out'; readonly remaining: number }
  | { readonly verdict: 'over-limit'; readonly of: 'dish' | 'day'; readonly most: number }
  | { readonly verdict: 'unknown-dish' | 'not-orderable' | 'past-cut-off' | 'none-offered' | 'only-one' }
  /** Something is chosen that is not offered, or not as many options of a group as it asks for. */
  | { readonly verdict: 'unknown-modifier' | 'modifier-count' };

/** A question about portions of a dish, and what they would cost. */
export type DishQuestion = OrderQuestion & { readonly price: Money };

/** A part of a row that its verdict comes with. */
export function given<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a verdict came without its number');
  return value;
}

/** The refusal that a row tells of; undefined where its verdict is something else. */
export function dishRefusal(row: VerdictRow): DishRefusal | undefined {
  switch (row.verdict) {
    case 'insufficient-funds':
      return { verdict: row.verdict, price: given(row.amount), balance: given(row.balance) };
    case 'sold-out':
      return { verdict: row.verdict, remaining: given(row.number) };
    case 'over-dish-limit':
      return { verdict: 'over-limit', of: 'dish', most: given(row.number) };
    case 'over-day-limit':
      return { verdict: 'over-limit', of: 'day', most: given(row.number) };
    case 'unknown-dish':
    case 'not-orderable':
    case 'past-cut-off':
    case 'none-offered':
    case 'only-one':
    case 'unknown-modifier':
    case 'modifier-count':
      return { verdict: row.verdict };
    default:
      return undefined;
  }
}

/** The question that a row asks about a dish; undefined where its verdict is something else. */
export function dishQuestion(row: VerdictRow): DishQuestion | undefined {
  switch (row.verdict) {
    case 'question-price':
      return { about: 'price', price: given(row.amount) };
    case 'question-portions':
      return { about: 'portions', portions: given(row.number), price: given(row.amount) };
    case 'question-mains':
      return { about: 'mains', mains: given(row.number), price: given(row.amount) };
    default:
      return undefined;
  }
}
