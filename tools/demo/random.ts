import { type SeededRandom, seededRandom } from '../../test/support/seeded-random.ts';

/** Numbers that look random and come out the same for the same seed. */
export interface Random extends SeededRandom {
  /** A duration in milliseconds: mostly near the middle, with a long tail. */
  latency(middle: number): number;
  hex(digits: number): string;
}

export function createRandom(seed: number): Random {
  // Neighbouring seeds would begin alike.
  const random = seededRandom(Math.imul(seed, 0x9e3779b1));
  const share = (): number => random.integer(0, 1_000) / 1_000;
  return {
    ...random,
    latency: (middle) => Math.max(1, Math.round(middle * Math.exp((share() + share() - 1) * 1.4))),
    hex: (digits) =>
      Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join(''),
  };
}
