import { parseArgs } from 'node:util';

import { checkCartSums } from './cart-sums.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '14' } },
});
const [rows, seed] = [Number(values.rows), Number(values.seed)];
const began = performance.now();
checkCartSums(rows, seed);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${rows} rows of carts, seed ${seed}: every sum is that of the oracle (${seconds} s)`);
