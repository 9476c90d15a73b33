/** What the makers of random stages share. */
import type { Query, StageKind, StageOf, TimeSpec } from '../../../src/language/index.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { time, timeTerm } from './generate-parts.ts';

export interface StageRules {
  readonly random: SeededRandom;
  readonly isFirst: boolean;
  readonly hasText: boolean;
  /** Makes the query of a subsearch. */
  readonly subsearch: () => Query;
}

export type Makers = { readonly [K in StageKind]: (rules: StageRules) => StageOf<K> };

export const flag = (random: SeededRandom): boolean => random.chance(0.5);
export const maybe = <T>(random: SeededRandom, make: () => T): T | undefined =>
  random.chance(0.5) ? make() : undefined;

export const aligntime = (random: SeededRandom) =>
  maybe(random, () =>
    random.pick<TimeSpec | 'earliest' | 'latest'>(['earliest', 'latest', time(random)]),
  );

/** Two fixed times may lie the wrong way round, which is an error; relative ones never are. */
export function relative(random: SeededRandom) {
  const term = timeTerm(random);
  return term.time.kind === 'epoch'
    ? { ...term, time: { kind: 'relative', steps: [] } as const }
    : term;
}
