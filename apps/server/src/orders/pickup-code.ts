import { randomInt } from 'node:crypto';

/** Signs that are not mistaken for one another when read aloud at the counter. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 4;

/** A code to show at the counter; it tells most meals of a day apart there and opens nothing. */
export function newPickupCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
}
