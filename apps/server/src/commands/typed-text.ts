import { InvalidArgumentError } from 'commander';

/**
 * What nobody sees and what drives a terminal: control characters, signs of no width, halves of characters, and
 * white space that ends a line.
 */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/u;

/** Reads a text that was typed: in one line, with something to see in it, and of at most so many characters. */
export function textOption(limit: number): (text: string) => string {
  return (typed) => {
    const text = typed.trim();
    if (text === '') throw new InvalidArgumentError('It has to be a text, and is empty.');
    if (text.length > limit) throw new InvalidArgumentError(`It has to have at most ${limit} characters.`);
    if (UNREADABLE.test(text))
      throw new InvalidArgumentError('It has a character in it that nobody sees, such as a line end.');
    return text;
  };
}

/** A name of a person, a company or a thing. */
export const nameOption = textOption(200);

/** The longest address that mail is sent to (RFC 5321, 4.5.3.1.3). */
const isShortEnough = textOption(254);

/** Reads an e-mail address that was typed. */
export function emailOption(typed: string): string {
  const address = isShortEnough(typed);
  if (/^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@."(),:;<>[\\\]]+$/.test(address)) return address;
  throw new InvalidArgumentError('It has to be an e-mail address such as anna@example.org.');
}
