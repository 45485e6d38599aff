import { build } from './prepare.mjs';

/** Builds once before tests that start the built programs. */
export const setup = build;
