import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { prepareReader, readPicture } from './read-barcode.ts';

/** What a scanner reads in a picture of the page, as large as it is on the screen, or twice its own size where it is not shown. */
export async function readImage(image: Element): ReturnType<typeof readPicture> {
  if (!(image instanceof HTMLImageElement)) throw new TypeError('this is no picture');
  prepareReader(await (await fetch(wasm)).arrayBuffer());
  await image.decode();
  const shown = image.getBoundingClientRect();
  const width = Math.round(shown.width) || image.naturalWidth * 2;
  const height = Math.round(shown.height) || image.naturalHeight * 2;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  if (!canvas) throw new TypeError('this browser draws nothing');
  canvas.drawImage(image, 0, 0, width, height);
  return readPicture(canvas.getImageData(0, 0, width, height));
}
