/**
 * The address that a payment may come back to: an http(s) address at one of the origins of the application. Undefined for
 * any other one, so that a payment never leads to another site.
 */
export function returnAddress(address: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && origins.includes(url.origin)
    ? url.href
    : undefined;
}
