import { parseArgs } from 'node:util';

import { prepareReaderFromFile } from '../apps/web/test/read-barcode-file.ts';
import { pixelsOf, readPicture } from '../apps/web/test/read-barcode.ts';
import { barcodeOf } from '../apps/web/src/features/card/barcode.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { VIRTUAL_CARD_CODES, virtualCardCode } from '../packages/domain/src/card.ts';

// Draws random codes of virtual cards as each kind of barcode, and has a scanner of our own read the pixels.

const { values } = parseArgs({
  options: { codes: { type: 'string', default: '10000' }, seed: { type: 'string', default: '17' } },
});
const [codes, seed] = [Number(values.codes), Number(values.seed)];
await prepareReaderFromFile();
for (const type of ['EAN13', 'CODE128', 'QR'] as const) {
  const { below } = seededRandom(seed);
  const began = performance.now();
  for (let count = 0; count < codes; count += 1) {
    const code = virtualCardCode(below(VIRTUAL_CARD_CODES));
    const barcode = barcodeOf(type, code);
    const read = barcode ? await readPicture(pixelsOf(barcode)) : [];
    if (read.length !== 1 || read[0]?.text !== code)
      throw new Error(`${type} of ${code} (seed ${seed}) reads ${JSON.stringify(read)}`);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${codes} codes as ${type}, seed ${seed}: each reads as itself (${seconds} s)`);
}
