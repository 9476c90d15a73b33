/** Numbers that look random and come out the same for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  integer(from: number, to: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True in this share of the calls. */
  chance(share: number): boolean;
  /** A time in milliseconds: mostly near the middle, with a long tail. */
  latency(middle: number): number;
  hex(digits: number): string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? choices[0],
    chance: (share) => next() < share,
    latency: (middle) => Math.max(1, Math.round(middle * Math.exp((next() + next() - 1) * 1.4))),
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(''),
  };
}
