import type { CardProblem } from './card-source.ts';

/** Asks a contactless card for its number; PC/SC part 3, Get Data. */
export const GET_NUMBER = Uint8Array.of(0xff, 0xca, 0x00, 0x00, 0x00);

const DONE = [0x90, 0x00];
/** ISO 14443 has numbers of 4, 7 and 10 bytes, and ISO 15693 of 8. */
const LENGTHS: readonly number[] = [4, 7, 8, 10];
/** A number of 4 bytes that begins so is made up anew each time, as telephones do. ISO 14443-3 */
const RANDOM = 0x08;

/** The number that a card answered with in hexadecimal digits, or why it is of no use. */
export function cardNumberOf(
  answer: Uint8Array,
): { readonly cardId: string } | { readonly problem: CardProblem } {
  const number = answer.subarray(0, -2);
  const isDone = answer.at(-2) === DONE[0] && answer.at(-1) === DONE[1];
  if (!isDone || !LENGTHS.includes(number.length)) return { problem: 'unreadable' };
  if (number.length === 4 && number[0] === RANDOM) return { problem: 'random' };
  return { cardId: Buffer.from(number).toString('hex').toUpperCase() };
}
