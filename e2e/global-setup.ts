import { build } from '../scripts/prepare.mjs';

/** Builds once before the workers start their demos. */
export default build;
