import { AppError } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

/** The one refusal of a queue that cannot write down what it is given. */
export function queueUnavailable(cause?: unknown): AppError {
  return new AppError(
    'QUEUE_UNAVAILABLE',
    'The ingest queue cannot take events now. Send them again in a moment.',
    { retryAfterSeconds: LIMITS.queue.retryAfterSeconds },
    cause,
  );
}
