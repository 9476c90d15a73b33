import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Limits } from '../../../spec/limits.ts';
import { type ObjectsCode, ObjectsError } from '../objects.ts';
import { toObjectsError } from './to-objects-error.ts';

export interface CallsNeeds {
  readonly limits: Limits['objects'];
  /** Provided only by tests. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0, inclusive, to 1, exclusive. Provided only by tests. */
  readonly random?: () => number;
}

export interface Call<T, Expected> {
  /** One try. */
  readonly send: () => Promise<T>;
  /** Converts an error that is a valid answer; undefined for other errors. */
  readonly expected?: (error: unknown) => Expected | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Tries until there is an answer, or until another try is of no use. */
export type Calls = <T, Expected = never>(call: Call<T, Expected>) => Promise<T | Expected>;

/** These may have passed by the next try. */
const PASSING: ReadonlySet<ObjectsCode> = new Set([
  'busy',
  'failed',
  'not_reached',
  'timed_out',
  'broken_off',
  'altered',
  'unknown_answer',
]);

export function createCalls({
  limits,
  sleep = sleepUntilStopped,
  random = Math.random,
}: CallsNeeds): Calls {
  return async ({ send, expected, signal }) => {
    for (let attempt = 1; ; attempt += 1) {
      if (signal?.aborted === true) throw new ObjectsError('stopped');
      try {
        return await send();
      } catch (error) {
        const answer = expected?.(error);
        if (answer !== undefined) return answer;
        const failure = toObjectsError(error);
        const { retryAfterMs = 0 } = failure;
        const isLast = attempt >= limits.attemptsMax || retryAfterMs > limits.retryAfterMsMax;
        if (isLast || !PASSING.has(failure.code)) throw failure;
        await sleep(Math.max(delayMs(limits, attempt, random()), retryAfterMs), signal);
      }
    }
  };
}

function delayMs(
  { retryDelayMsMin, retryDelayMsMax }: Limits['objects'],
  attempt: number,
  chance: number,
): number {
  const whole = Math.min(retryDelayMsMin * 2 ** attempt, retryDelayMsMax);
  return Math.round(whole * (1 - chance / 2));
}

async function sleepUntilStopped(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleepFor(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {
    throw new ObjectsError('stopped');
  });
}
