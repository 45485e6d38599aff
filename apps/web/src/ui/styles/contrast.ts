/** A colour of the screen, each channel from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** Tokens of texts, each with the grounds it stands on somewhere. */
export const textPairs = [
  ['ink', 'paper', 'surface', 'sunk', 'leaf-soft'],
  ['ink-muted', 'paper', 'surface', 'sunk'],
  ['leaf-ink', 'leaf', 'leaf-strong'],
  ['leaf-text', 'paper', 'surface', 'sunk', 'leaf-soft'],
  ['paprika-ink', 'paprika', 'paprika-strong'],
  ['paprika-text', 'paper', 'surface', 'sunk', 'paprika-soft'],
  ['turmeric-text', 'paper', 'surface', 'turmeric-soft', 'turmeric-strong'],
] as const;

/** Tokens of controls and marks, as the focus ring and the dots of the day strip, with their grounds. */
export const markPairs = [
  ['leaf', 'paper', 'surface', 'sunk', 'leaf-soft'],
  ['line-control', 'paper', 'surface', 'sunk'],
  ['paprika', 'paper', 'surface'],
  ['turmeric-line', 'paper', 'surface', 'turmeric-soft'],
] as const;

/** The least contrasts of WCAG 2.2: 1.4.3 for texts, 1.4.11 for controls and marks. */
export const LEAST_CONTRAST = { text: 4.5, mark: 3 } as const;

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours as WCAG computes it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The pairs whose contrast is below the least, in words. */
export function weakPairs(colourOf: (token: string) => Rgb): string[] {
  const weak = (pairs: readonly (readonly string[])[], least: number) =>
    pairs.flatMap(([front = '', ...grounds]) =>
      grounds.flatMap((ground) => {
        const ratio = contrast(colourOf(front), colourOf(ground));
        return ratio < least ? [`${front} on ${ground}: ${ratio.toFixed(2)}`] : [];
      }),
    );
  return [...weak(textPairs, LEAST_CONTRAST.text), ...weak(markPairs, LEAST_CONTRAST.mark)];
}
