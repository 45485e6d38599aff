import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { contrast, LEAST_CONTRAST, markPairs, textPairs, type Rgb } from './contrast.ts';

// The palette keeps WCAG 2.2's contrasts (1.4.3: 4.5:1 for text, 1.4.11: 3:1 for controls and marks) in both
// themes, for readers who ask for more contrast, and with any brand hue that a canteen may set.

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The text of the tokens' declarations in `source`: name without dashes → value. */
function readDeclarations(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\s+/g, ' ').trim(),
    ]),
  );
}

const moreContrast = /@media \(prefers-contrast: more\) \{([^}]*)\}/.exec(css)?.[1] ?? '';
const ordinary = readDeclarations(css.slice(0, css.indexOf('@media')));
const palettes = { ordinary, 'more contrast': new Map([...ordinary, ...readDeclarations(moreContrast)]) };

/** An oklch colour in sRGB, each channel 0 to 1; what lies outside is clipped, as browsers do. */
function fromOklch(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const toChannel = (linear: number) => {
    const clipped = Math.min(1, Math.max(0, linear));
    return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  };
  return [
    toChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toChannel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function readColour(palette: Map<string, string>, name: string, theme: Theme, brandHue: number): Rgb {
  const value = palette.get(name);
  if (value === undefined) throw new Error(`tokens.css has no --${name}.`);
  const colours = value
    .replaceAll('var(--brand-hue)', String(brandHue))
    .matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  const colour = [...colours][theme === 'light' ? 0 : 1];
  if (colour === undefined) throw new Error(`--${name} is no light-dark() of two oklch colours: ${value}`);
  return fromOklch(Number(colour[1]), Number(colour[2]), Number(colour[3]));
}

function findWeak(
  pairs: readonly (readonly string[])[],
  least: number,
  palette: Map<string, string>,
  theme: Theme,
  brandHue: number,
) {
  return pairs.flatMap(([front = '', ...grounds]) =>
    grounds.flatMap((ground) => {
      const ratio = contrast(
        readColour(palette, front, theme, brandHue),
        readColour(palette, ground, theme, brandHue),
      );
      return ratio < least ? [`${front} on ${ground}: ${ratio.toFixed(2)}`] : [];
    }),
  );
}

const ownHue = Number(ordinary.get('brand-hue'));

describe.each(Object.entries(palettes))('the palette (%s)', (_name, palette) => {
  test.each(themes)('has 4.5:1 for every text in the %s theme', (theme) => {
    expect(findWeak(textPairs, LEAST_CONTRAST.text, palette, theme, ownHue)).toEqual([]);
  });

  test.each(themes)('has 3:1 for every control and mark in the %s theme', (theme) => {
    expect(findWeak(markPairs, LEAST_CONTRAST.mark, palette, theme, ownHue)).toEqual([]);
  });

  test.each(themes)('keeps both with any brand hue in the %s theme', (theme) => {
    const weak = Array.from({ length: 360 }, (_, hue) => hue).flatMap((hue) =>
      [
        ...findWeak(textPairs, LEAST_CONTRAST.text, palette, theme, hue),
        ...findWeak(markPairs, LEAST_CONTRAST.mark, palette, theme, hue),
      ].map((pair) => `hue ${hue}: ${pair}`),
    );
    expect(weak).toEqual([]);
  });
});

test('the contrast is computed as WCAG does', () => {
  const black = fromOklch(0, 0, 0);
  const white = fromOklch(1, 0, 0);
  expect(contrast(white, black)).toBeCloseTo(21, 5);
  // #767676 is the lightest grey that carries text on white: 4.54.
  expect(contrast([0x76 / 255, 0x76 / 255, 0x76 / 255], white)).toBeCloseTo(4.54, 2);
});

test('more contrast means more of it', () => {
  for (const theme of themes) {
    for (const name of ['ink', 'ink-muted', 'line', 'line-control']) {
      const measure = (palette: Map<string, string>) =>
        contrast(readColour(palette, name, theme, ownHue), readColour(palette, 'surface', theme, ownHue));
      expect(measure(palettes['more contrast']), `${name}, ${theme}`).toBeGreaterThan(
        measure(palettes.ordinary),
      );
    }
  }
});
