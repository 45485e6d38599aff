/** Pseudorandom choices from a seed (mulberry32). */
export type SeededRandom = {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  /** One of the things. */
  readonly oneOf: <Thing>(things: readonly Thing[]) => Thing;
};

/** The choices of a seed. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneOf: (things) => {
      const thing = things[below(things.length)];
      if (thing === undefined) throw new RangeError('nothing to choose from');
      return thing;
    },
  };
}
