import ipaddr from 'ipaddr.js';

/** The first half of an IPv6 address, of which everybody has all the second halves. */
const NETWORK_PARTS = 4;

/**
 * What is counted as one origin: an IPv4 address, also one written as IPv6; of an IPv6 address the
 * /64, since one connection is given all its 2^64 addresses; a text that is no address as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const parts = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
