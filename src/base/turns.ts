import { createTurnsOf } from './turns-of.ts';

/** One after the other: each begins when the one before has ended, however it ended. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const turns = createTurnsOf<'all'>();
  return (work) => turns('all', work);
}
