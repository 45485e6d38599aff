import type { Instant } from '@refectory/domain/day';

/** An int8 of PostgreSQL as a number; throws beyond the safe integers, which a number does not hold exactly. */
export function safeInteger(text: string | number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`);
  return value;
}

/** A timestamptz as PostgreSQL writes it ("2026-11-20 10:00:00.5+00") as a moment in milliseconds. */
export function instantFrom(text: string): Instant {
  const instant = Date.parse(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  if (Number.isNaN(instant)) throw new RangeError(`not a moment: ${text}`);
  return instant;
}

/** A moment as text for a timestamptz parameter. */
export function timestamp(instant: Instant): string {
  return new Date(instant).toISOString();
}
