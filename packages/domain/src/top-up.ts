import { LARGEST_AMOUNT, money, parseMoney, type Money } from './money.ts';

/** The amounts that can be paid in at once. */
export type TopUpLimits = { readonly least: Money; readonly most: Money };

/** The limits of the settings, in whole units; without them any amount above 0 that an account can hold. */
export function topUpLimits({
  topUpLeast = 0.01,
  topUpMost,
}: {
  readonly topUpLeast?: number | undefined;
  readonly topUpMost?: number | undefined;
}): TopUpLimits {
  return {
    least: money(Math.round(topUpLeast * 100)),
    most: topUpMost === undefined ? LARGEST_AMOUNT : money(Math.round(topUpMost * 100)),
  };
}

/** What is typed as the amount of a top-up. */
export type TypedTopUp =
  /** Nothing, or 0: no mistake, but nothing to be paid. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'amount'; readonly amount: Money }
  | { readonly kind: 'no-number' | 'too-many-decimals' | 'outside-limits' };

/** Thousands apart by a comma, such as `12,345` and `1,000.50`. */
const BY_COMMAS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Reads the amount of a top-up as people type it, `500`, `49,90` or `1 000`: empty or a number of 0 or more, with at most
 * two decimals. `1.500` is none: it is 1500 to some and 1.5 to others. `1,500` is 1500 in a language that writes a comma
 * between its thousands, and none in any other.
 */
export function typedTopUp(text: string, limits: TopUpLimits, groupSign?: string): TypedTopUp {
  const typed = text.trim().replace(/(?<=\d)\s(?=\d{3}(?!\d))/gu, '');
  const plain =
    groupSign === ',' && BY_COMMAS.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.');
  if (plain === '') return { kind: 'nothing' };
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return { kind: 'no-number' };
  if (!/^\d+(?:\.\d{1,2})?$/.test(plain)) return { kind: 'too-many-decimals' };
  const amount = parseMoney(plain);
  if (amount === 0) return { kind: 'nothing' };
  if (amount === undefined || amount < limits.least || amount > limits.most)
    return { kind: 'outside-limits' };
  return { kind: 'amount', amount };
}

/** The gateway that tops up a customer's account: the first whose id the customer supports. */
export function topUpGateway<Gateway extends { readonly id: string }>(
  gateways: readonly Gateway[],
  supported: string | readonly string[] | undefined,
): Gateway | undefined {
  const ids = [supported ?? []].flat();
  return gateways.find(({ id }) => ids.includes(id));
}

/** For how long the balance is read again after a top-up, which the gateway may tell the canteen of late. */
export const LATE_BALANCE_MS = 60_000;

/** How long to wait between two of these readings. */
export const LATE_BALANCE_PAUSE_MS = 4_000;
