/** Random choices that a seed repeats. Put the seed into the message of whatever may fail. */
export interface SeededRandom {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<const T>(choices: readonly [T, ...T[]]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
}

export function seededRandom(seed: number): SeededRandom {
  // Zero is the one state that xorshift cannot leave.
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;

  /** From 0 up to but not including 1. */
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }

  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    chance: (probability) => next() < probability,
  };
}
