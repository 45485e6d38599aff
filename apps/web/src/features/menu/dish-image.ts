/** The height asked for where the size on screen is not known, in pixels. */
const DEFAULT_HEIGHT = 470;

/**
 * The address of a dish's picture with the size that is needed: that of its place on the screen in CSS pixels times
 * the device's pixels for each. A picture inside its address is as it is.
 */
export function sizedImage(
  address: string,
  box: { readonly width: number; readonly height: number } | undefined,
  pixelRatio: number,
): string {
  if (/^data:/i.test(address)) return address;
  const sides = Object.entries({ width: box?.width ?? 0, height: box?.height ?? 0 })
    .filter(([, side]) => side > 0)
    .map(([name, side]) => `${name}=${Math.round(side * pixelRatio)}`);
  const size = sides.length > 0 ? sides.join('&') : `height=${DEFAULT_HEIGHT}`;
  const [path = '', fragment] = address.split('#', 2);
  const sized = `${path}${path.includes('?') ? '&' : '?'}${size}`;
  return fragment === undefined ? sized : `${sized}#${fragment}`;
}
