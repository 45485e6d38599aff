import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

import type { Barcode } from '#features/card/barcode.ts';

/** Pixels as a canvas has them: four bytes each, row by row. */
type Picture = Pick<ImageData, 'data' | 'width' | 'height' | 'colorSpace'>;

/** How many pixels a unit of a barcode is wide. */
const SCALE = 2;

/** Draws a barcode in pixels, each row by the edges that cross it. */
export function pixelsOf({ width, height, shapes }: Barcode): Picture {
  const picture: Picture = {
    colorSpace: 'srgb',
    data: new Uint8ClampedArray(width * SCALE * height * SCALE * 4).fill(255),
    width: width * SCALE,
    height: height * SCALE,
  };
  const edges = shapes.flatMap((points) =>
    points.map((from, index) => [from, points[(index + 1) % points.length] ?? from] as const),
  );
  for (let y = 0; y < picture.height; y += 1) {
    const middle = (y + 0.5) / SCALE;
    const crossed = edges
      .filter(([[, y1], [, y2]]) => Math.min(y1, y2) < middle && middle < Math.max(y1, y2))
      .map(([[x]]) => x * SCALE)
      .sort((one, other) => one - other);
    for (let pair = 0; pair + 1 < crossed.length; pair += 2)
      for (let x = crossed[pair] ?? 0; x < (crossed[pair + 1] ?? 0); x += 1)
        picture.data.fill(0, (y * picture.width + x) * 4, (y * picture.width + x) * 4 + 3);
  }
  return picture;
}

/** Takes the reader's WebAssembly, wherever it lies: a page has no files, and Node no addresses. */
export function prepareReader(wasmBinary: ArrayBuffer): void {
  prepareZXingModule({ overrides: { wasmBinary } });
}

/** What a scanner reads in a picture: the kind of each barcode in it, and its text. */
export async function readPicture(
  picture: Picture | Blob,
): Promise<{ readonly kind: string; readonly text: string }[]> {
  const found = await readBarcodes(picture, {
    formats: ['EAN13', 'EAN8', 'Code128', 'QRCode'],
  });
  return found.map(({ format, text }) => ({ kind: format, text }));
}
