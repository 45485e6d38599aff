import { build } from '../scripts/prepare.mjs';
import { BEGIN, FILLED_DEMO, fillDemo } from './demo.ts';

/** Builds the product, and fills one demo, which each worker copies. Returns the teardown. */
export default async function setUp(): Promise<() => void> {
  build();
  const filled = await fillDemo(BEGIN);
  process.env[FILLED_DEMO] = filled.dataDir;
  return filled.remove;
}
