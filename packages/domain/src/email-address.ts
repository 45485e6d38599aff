/** The longest address that mail is sent to, in characters (RFC 5321, 4.5.3.1.3). */
export const LONGEST_EMAIL_ADDRESS = 254;

/** A name, and a host of which no part is empty; no sign that mail programs read as a second address or header. */
const PATTERN = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@[^\s\p{Cc}@."(),:;<>[\\\]]+(?:\.[^\s\p{Cc}@."(),:;<>[\\\]]+)+$/u;

/** Whether mail can be sent to a text: one `@`, no space, a dot in the host, and not too long. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST_EMAIL_ADDRESS && PATTERN.test(text);
}
