import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { prepareReader } from './read-barcode.ts';

/** Prepares the reader in Node, by the file of its package. */
export async function prepareReaderFromFile(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareReader(new Uint8Array(await readFile(file)).buffer);
}
