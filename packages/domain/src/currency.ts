const NO_BREAK_SPACE = '\u00a0';

/**
 * A number in a currency format: `{0}` or `%s` stands for the number; without a placeholder the
 * number comes before the text, and without a format it stands alone (OQ-82).
 * Spaces beside the number become no-break spaces: no line ends within an amount.
 */
export function inCurrency(format: string, number: string): string {
  if (format === '') return number;
  const isPlaced = /\{0\}|%s/.test(format);
  if (!isPlaced) return `${number}${NO_BREAK_SPACE}${format}`;
  return format.replaceAll(/( *)(?:\{0\}|%s)( *)/g, (_, before: string, after: string) =>
    [before, number, after].join('').replaceAll(' ', NO_BREAK_SPACE),
  );
}
