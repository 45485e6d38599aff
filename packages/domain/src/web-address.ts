/** Whether a text is a whole http or https address, which a browser may be sent to. */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '';
}

/**
 * Whether an origin is of letters, digits and the like alone. URLs take a semicolon or a comma in the name of a host, but
 * in a header it would end what the origin stands in and begin something else.
 */
export function isNamedOrigin(origin: string): boolean {
  return /^(?:https?|wss?):\/\/[\w.\-[\]:]+$/.test(origin);
}
