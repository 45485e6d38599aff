/** The longest address that mail is sent to, in characters (RFC 5321, 4.5.3.1.3). */
export const LONGEST_EMAIL_ADDRESS = 254;

/**
 * A name, and a host of which no part is empty; no sign that nobody sees, or that mail programs read as a second address or
 * header.
 */
const PATTERN =
  /^[^\s\p{Cc}\p{Cf}@"(),:;<>[\\\]]+@[^\s\p{Cc}\p{Cf}@."(),:;<>[\\\]]+(?:\.[^\s\p{Cc}\p{Cf}@."(),:;<>[\\\]]+)+$/u;

/**
 * Whether mail can be sent to a text: one `@`, no space, a dot in the host, and not too long. Letters that only look like
 * others are refused, such as U+212A, a K of its own, which is a `k` without capitals: it would pass for another's address.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_EMAIL_ADDRESS && PATTERN.test(text) && text === text.normalize('NFKC');
}

/** Whether a customer who has one address, or none, writes another one: it has to be proven before it counts. */
export function isAnotherAddress(
  written: string | undefined,
  own: string | null | undefined,
): written is string {
  return written !== undefined && written !== '' && !isSameAddress(written, own);
}

/** Whether two texts are one address: people write theirs with capitals and without. */
export function isSameAddress(one: string | null | undefined, other: string | null | undefined): boolean {
  return (one ?? '').toLowerCase() === (other ?? '').toLowerCase();
}
