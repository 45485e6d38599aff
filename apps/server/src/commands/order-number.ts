import { InvalidArgumentError } from 'commander';

/** Reads the number of an order that was typed. */
export function orderNumberOption(text: string): number {
  const number = Number(text);
  if (/^\d{1,15}$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError('It has to be the number of an order, such as 1207.');
}
