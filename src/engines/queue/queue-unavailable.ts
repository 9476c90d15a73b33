import { AppError } from '../../base/errors.ts';
import type { Limits } from '../../spec/limits.ts';

/** The one refusal of a queue that cannot write down what it is given. */
export function queueUnavailable(
  { retryAfterSeconds }: Pick<Limits['queue'], 'retryAfterSeconds'>,
  cause: unknown,
): AppError {
  return new AppError(
    'QUEUE_UNAVAILABLE',
    'The ingest queue is unavailable. Retry in a moment.',
    { retryAfterSeconds },
    cause,
  );
}
