import type { RefusalCode } from '@refectory/contract/errors';
import type { DishRefusal } from '@refectory/database/verdicts';

import type { RefusalValues } from '../http/refusal.ts';

const codes = {
  'unknown-dish': 'unknownDish',
  'not-orderable': 'notOrderable',
  'past-cut-off': 'pastOrderCutOff',
  'none-offered': 'noneOffered',
  'only-one': 'onlyOnePortion',
  'insufficient-funds': 'insufficientFunds',
  'sold-out': 'soldOut',
  'unknown-modifier': 'unknownModifier',
  'modifier-count': 'modifierCount',
} as const satisfies Record<Exclude<DishRefusal['verdict'], 'over-limit'>, RefusalCode>;

/** What a customer is told where portions of a dish are not ordered, by themselves or in a cart. */
export function dishRefusalCode(refusal: DishRefusal): {
  readonly code: RefusalCode;
  readonly values: RefusalValues;
} {
  if (refusal.verdict === 'over-limit')
    return {
      code: refusal.of === 'dish' ? 'overDishLimit' : 'overDayLimit',
      values: { most: refusal.most },
    };
  return {
    code: codes[refusal.verdict],
    values: refusal.verdict === 'sold-out' ? { remaining: refusal.remaining } : {},
  };
}
