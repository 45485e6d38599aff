import { weakPairs, type Rgb } from './styles/contrast.ts';

const PROPERTY = '--brand-hue';

/**
 * Gives the page the hue of a brand, in degrees of the colour circle, unless a text or a control would lose its contrast
 * by it, in the light or in the dark look. Says which pairs would.
 */
export function applyBrandHue(hue: number): readonly string[] {
  const { style } = document.documentElement;
  style.setProperty(PROPERTY, String(hue));
  const weak = (['light', 'dark'] as const).flatMap((look) =>
    weakPairs(coloursIn(look)).map((pair) => `${pair} in the ${look} look`),
  );
  if (weak.length > 0) removeBrandHue();
  return weak;
}

/** Gives the page its own hue back. */
export function removeBrandHue(): void {
  document.documentElement.style.removeProperty(PROPERTY);
}

/** The colours of the tokens as the browser draws them in a look. */
function coloursIn(look: 'light' | 'dark'): (token: string) => Rgb {
  const canvas = new OffscreenCanvas(1, 1);
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return (token) => {
    const probe = document.createElement('i');
    probe.hidden = true;
    probe.style.colorScheme = look;
    probe.style.color = `var(--${token})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    if (!drawing) return [0, 0, 0];
    drawing.fillStyle = color;
    drawing.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = drawing.getImageData(0, 0, 1, 1).data;
    return [r / 255, g / 255, b / 255];
  };
}
