/**
 * A number in a currency format: `{0}` or `%s` stands for the number; without a placeholder the
 * number comes before the text, and without a format it stands alone (OQ-82).
 */
export function inCurrency(format: string, number: string): string {
  if (format === '') return number;
  const isPlaced = /\{0\}|%s/.test(format);
  return isPlaced ? format.replaceAll(/\{0\}|%s/g, () => number) : `${number} ${format}`;
}
