import { randomBytes } from 'node:crypto';

/**
 * Random bytes as text for addresses and command lines: letters, digits, `_` and `-`. It never begins
 * with `-`, which a command line would read as an option.
 */
export function randomText(bytes: number): string {
  for (;;) {
    const text = randomBytes(bytes).toString('base64url');
    if (!text.startsWith('-')) return text;
  }
}
