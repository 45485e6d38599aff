/** The longest address that mail is sent to (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;

/**
 * Whether mail can be sent to a text: a name and a host with a dot, and nothing that mail programs read as a second
 * address or a second header.
 */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= LONGEST &&
    // oxlint-disable-next-line no-control-regex
    /^[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f]+@[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f]+\.[^\s@."(),:;<>[\\\]\u0000-\u001f\u007f]+$/.test(
      text,
    )
  );
}
