/** Between what an amount is counted, and in what steps. */
export type CounterLimits = {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The size of a step. */
  readonly multiplier?: number | undefined;
};

/** The ends of a counter that names none. */
const LOWEST = 0;
const HIGHEST = 999;

/** The limits of a counter, with those it does not name. */
function withDefaults({ min = LOWEST, max = HIGHEST, multiplier = 1 }: CounterLimits) {
  return { min, max, multiplier };
}

/** The amount one step further up (1) or down (-1); undefined where that would leave the limits. */
export function steppedAmount(
  value: number,
  direction: 1 | -1,
  limits: CounterLimits = {},
): number | undefined {
  const { min, max, multiplier } = withDefaults(limits);
  const next = value + direction * multiplier;
  return next >= min && next <= max ? next : undefined;
}

/** Whether a text is a whole number. */
export function isAmount(text: string): boolean {
  return /^\s*\d+\s*$/.test(text);
}

/** A typed amount brought between the limits; the lowest for a text that is no whole number. */
export function typedAmount(text: string, limits: CounterLimits = {}): number {
  const { min, max } = withDefaults(limits);
  const value = isAmount(text) ? Number(text) : min;
  return Math.min(max, Math.max(min, value));
}
